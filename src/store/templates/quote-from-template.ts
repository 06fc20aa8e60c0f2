import { QuoteError } from '../../errors.js'
import { mergeCustomer } from '../../quote/customer/customer.js'
import type { CreateLineRequest } from '../../quote/lines/line-request.js'
import { getOverridePolicy } from '../../quote/lines/price-override.js'
import {
  buildLines,
  type CreateQuoteInput,
  newQuoteChange,
} from '../../quote/operations/create-quote.js'
import type { QuotePolicy } from '../../quote/policy.js'
import { currencyFields, getPrecision } from '../../quote/precision.js'
import type { QuoteChange } from '../../quote/quote-record.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { Template, TemplateLine } from './template.js'
import { tooManyFieldsMessage } from './template-record.js'
import type { CreateQuoteFromTemplateRequest } from './template-requests.js'

/** Returns the lines of a new quote: those of the request, or else those of the template. */
export function linesOfNewQuote(
  template: Template,
  { products = template.products }: CreateQuoteFromTemplateRequest,
): readonly (CreateLineRequest | TemplateLine)[] {
  return products
}

/**
 * Returns the change that creates a quote from a template, at these prices except where a line has
 * an offered price. Pure.
 *
 * @throws QuoteError `invalid_request` for unknown products, inexact line totals, and a customer
 * with too many fields
 */
export function quoteFromTemplate(
  template: Template,
  request: CreateQuoteFromTemplateRequest,
  { products, ...input }: CreateQuoteInput,
  policy: QuotePolicy,
): QuoteChange {
  const { customer: defaults = {}, tags = null } = template
  const merged = { ...defaults, ...request.customer }
  const customer = mergeCustomer({}, merged, policy.resolveRegion)
  const { maxCustomerFields } = policy.limits
  const maxFields = Math.max(maxCustomerFields, Object.keys(defaults).length)
  if (Object.keys(customer).length > maxFields)
    throw new QuoteError('invalid_request', {
      errors: { customer: tooManyFieldsMessage(policy.limits) },
    })
  const requested = linesOfNewQuote(template, request)
  const currency = currencyFields(request.currency ?? input.currency, policy)
  const errors = new FieldErrorCollector()
  const precision = getPrecision(currency, policy)
  const lines = buildLines(requested, getOverridePolicy(precision, policy), { products }, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return newQuoteChange({ customer, products: lines, tags, currency }, 'create', input, policy)
}
