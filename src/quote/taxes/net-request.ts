import { QuoteError } from '../../errors.js'
import { type Amount, parseAmount, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { withoutTaxes } from './compute-taxes.js'
import { parseRates } from './parse-rates.js'
import { computePortions } from './tax-portions.js'
import type { TaxRequest } from './tax-request.js'
import type { TaxRate } from './tax-response.js'
import { shippingKey } from './taxables.js'

/**
 * Returns a request with the prices that are left without the taxes that they contain, for a
 * service that is to calculate the taxes of these prices. Pure.
 *
 * @throws QuoteError `tax_invalid_response` if `included` is not what a provider may return
 *
 * @example
 * const net = netRequest(request, included)
 * return { ...(await askService(net)), included }
 */
export function netRequest(request: TaxRequest, included: readonly TaxRate[]): TaxRequest {
  const { lines, shipping, decimals } = request
  const taxables = new Map(lines.map(({ key, amount }) => [key, parseAmount(amount) as Amount]))
  if (shipping !== undefined) taxables.set(shippingKey, parseAmount(shipping.amount) as Amount)
  const errors = new FieldErrorCollector()
  const context = { taxables, decimals, inclusive: true }
  const entries = included.map((rate) => Object(rate) as Readonly<Record<string, unknown>>)
  const rates = parseRates(entries, context, errors, 'included')
  if (!errors.isEmpty)
    throw new QuoteError('tax_invalid_response', { errors: errors.toFieldErrors() })
  const computation = {
    decimals,
    inclusive: true,
    taxRounding: 'line',
    rounding: 'half-up',
  } as const
  const left = withoutTaxes(taxables, computePortions(rates, taxables, computation))
  const show = (key: string) => toFixed(left.get(key) ?? zero, decimals, 'half-up')
  return {
    ...request,
    inclusive: false,
    lines: lines.map((line) => ({ ...line, amount: show(line.key) })),
    ...(shipping && { shipping: { ...shipping, amount: show(shippingKey) } }),
  }
}
