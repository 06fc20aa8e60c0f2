import { QuoteError } from '../../errors.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import { hasDecimals, toFixed } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { Precision } from '../precision.js'
import type { Shipping, ShippingProduct } from '../pricing/pricing-fields.js'
import type { ShippingChoice } from '../pricing/pricing-request.js'
import type { Quote } from '../quote.js'
import type { ParsedShippingOption } from './parse-options.js'
import { reservedTypes } from './shipping-option.js'

/** The shipping of a new quote. */
export const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })

/** Returns true if the options of the provider are needed to choose shipping. */
export function needsShippingOptions(
  choice: ShippingChoice | undefined,
  stored: Shipping,
): choice is ShippingChoice {
  if (choice === undefined || reservedTypes.includes(choice.type)) return false
  return !isStored(choice, stored)
}

/** A choice that is sent back as it was read chooses nothing, also if it is stale by now. */
function isStored({ stale: _, ...choice }: ShippingChoice, stored: Shipping): boolean {
  const { stale: __, ...known } = stored
  return jsonEqual(choice, known)
}

/**
 * Returns the quote with the price that its shipping has now, if it is stale. Pure.
 *
 * @param options The options of the provider for the quote. Undefined if there is no provider.
 * @throws QuoteError `invalid_request` at `shipping` if it is not offered any more
 */
export function withCurrentShipping(
  quote: Quote,
  options: readonly ParsedShippingOption[] | undefined,
  precision: Precision,
): Quote {
  const { shipping: stored } = quote
  if (!stored.stale) return quote
  const errors = new FieldErrorCollector()
  if (options === undefined)
    errors.add(
      ['shipping'],
      'is out of date, and the engine has no option shipping to price it again',
    )
  const choice = { type: stored.type }
  const shipping = options && chooseShipping(choice, noShipping, options, precision, errors)
  if (shipping !== undefined) return { ...quote, shipping }
  throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
}

/**
 * Returns the shipping that a request chooses, with its price; undefined if it is invalid.
 *
 * @param options The options of the provider. Undefined if there is no provider.
 */
export function chooseShipping(
  choice: ShippingChoice | undefined,
  stored: Shipping,
  options: readonly ParsedShippingOption[] | undefined,
  precision: Precision,
  errors: FieldErrorCollector,
): Shipping | undefined {
  if (choice === undefined || isStored(choice, stored)) return stored
  const { type, product, stale } = choice
  const add = (field: string, message: string) => {
    errors.add(['shipping', field], message)
    return undefined
  }
  if (stale !== undefined) return add('stale', 'cannot be set; leave it out to choose an option')
  if (type === 'custom')
    return product == null
      ? add('product', 'is required for custom shipping: { name, price }')
      : customShipping(product, precision, errors)
  if (product != null)
    return add('product', 'can be set for custom shipping only; leave it out to choose an option')
  if (type === 'no_additional') return noShipping
  if (options === undefined)
    return add('type', 'must be no_additional or custom, as there is no shipping provider')
  const option = options.find((each) => each.type === type)
  if (option === undefined) {
    const offered = options.slice(0, 10).map((each) => each.type)
    return add('type', `is not offered for this quote; offered: ${offered.join(', ') || 'nothing'}`)
  }
  const { name, price, taxCode } = option
  return { type, product: toProduct(name, price, taxCode, precision) }
}

function customShipping(
  { name, price: sent, tax_code: taxCode }: NonNullable<ShippingChoice['product']>,
  precision: Precision,
  errors: FieldErrorCollector,
): Shipping | undefined {
  const price = parseAmount(sent) as Amount
  if (hasDecimals(price, precision.decimals))
    return { type: 'custom', product: toProduct(name, price, taxCode, precision) }
  errors.add(
    ['shipping', 'product', 'price'],
    `must be an amount with up to ${precision.decimals} decimals`,
  )
  return undefined
}

function toProduct(
  name: string,
  price: Amount,
  taxCode: string | undefined,
  { decimals, rounding }: Precision,
): ShippingProduct {
  const shown = toFixed(price, decimals, rounding)
  return { name, price: shown, ...(taxCode === undefined ? undefined : { tax_code: taxCode }) }
}
