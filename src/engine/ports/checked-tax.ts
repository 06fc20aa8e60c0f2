import { QuoteError } from '../../errors.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import type { TaxProvider } from '../../ports/tax.js'
import { type ParsedTaxes, parseTaxResponse } from '../../quote/taxes/parse-response.js'
import type { ExemptPrices } from '../../quote/taxes/price-taxes.js'
import type { TaxRequest } from '../../quote/taxes/tax-request.js'
import { shippingKey } from '../../quote/taxes/taxables.js'
import { guardRead } from '../../validation/field-errors.js'
import { callPort, type PortPolicy } from './call-port.js'

/** Taxes that were not rejected. */
type CalculatedTaxes = Exclude<ParsedTaxes, { readonly rejected: string }>

/**
 * Calculates the taxes of a quote.
 *
 * @param exemptPrices Undefined if the prices include no taxes.
 *
 * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `timeout` or `aborted`
 */
export type CalculateTaxes = (
  request: TaxRequest,
  signal: AbortSignal | undefined,
  exemptPrices?: ExemptPrices,
) => Promise<CalculatedTaxes>

/** Returns undefined if there is no provider. */
export function createCheckedTax(
  provider: TaxProvider | undefined,
  policy: PortPolicy,
): CalculateTaxes | undefined {
  if (provider === undefined) return undefined
  const operation = 'calculate'
  const wrapError = (cause: unknown) => new QuoteError('tax_failed', { operation }, { cause })
  return async (request, signal, exemptPrices) => {
    const response = await callPort<unknown>((call) => provider.calculate(request, call), {
      operation: 'tax.calculate',
      ...policy,
      signal,
      wrapError,
    })
    const parsed = parseResponse(response, request, exemptPrices)
    if (!('rejected' in parsed)) return parsed
    const { quoteId } = request
    throw new QuoteError('tax_rejected', { quoteId, reason: parsed.rejected })
  }
}

function parseResponse(
  response: unknown,
  request: TaxRequest,
  exemptPrices: ExemptPrices | undefined,
): ParsedTaxes {
  const { lines, shipping, decimals, inclusive } = request
  const taxables = new Map(lines.map(({ key, amount }) => [key, parseAmount(amount) as Amount]))
  if (shipping !== undefined) taxables.set(shippingKey, parseAmount(shipping.amount) as Amount)
  const context = { taxables, decimals, inclusive, exemptPrices }
  return guardRead('tax_invalid_response', () => parseTaxResponse(response, context))
}
