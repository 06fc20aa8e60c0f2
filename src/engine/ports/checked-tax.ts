import { QuoteError } from '../../errors.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import type { TaxProvider } from '../../ports/tax.js'
import { type ParsedTaxes, parseTaxResponse } from '../../quote/taxes/parse-response.js'
import type { TaxRequest } from '../../quote/taxes/tax-request.js'
import { shippingKey } from '../../quote/taxes/taxables.js'
import { guardRead } from '../../validation/field-errors.js'
import { callPort } from './call-port.js'

/** Taxes that were not rejected. */
type CalculatedTaxes = Exclude<ParsedTaxes, { readonly rejected: string }>

/**
 * Calculates the taxes of a quote.
 *
 * @throws QuoteError `tax_rejected`, `tax_failed`, `tax_invalid_response`, `timeout` or `aborted`
 */
export type CalculateTaxes = (
  request: TaxRequest,
  signal: AbortSignal | undefined,
) => Promise<CalculatedTaxes>

/** Returns undefined if there is no provider. */
export function createCheckedTax(
  provider: TaxProvider | undefined,
  timeoutMs: number,
): CalculateTaxes | undefined {
  if (provider === undefined) return undefined
  const operation = 'calculate'
  const wrapError = (cause: unknown) => new QuoteError('tax_failed', { operation }, { cause })
  return async (request, signal) => {
    const response = await callPort<unknown>((call) => provider.calculate(request, call), {
      operation: 'tax.calculate',
      timeoutMs,
      signal,
      wrapError,
    })
    const parsed = parseResponse(response, request)
    if (!('rejected' in parsed)) return parsed
    const { quoteId } = request
    throw new QuoteError('tax_rejected', { quoteId, reason: parsed.rejected })
  }
}

function parseResponse(response: unknown, request: TaxRequest): ParsedTaxes {
  const { lines, shipping, decimals, inclusive } = request
  const taxables = new Map(lines.map(({ key, amount }) => [key, parseAmount(amount) as Amount]))
  if (shipping !== undefined) taxables.set(shippingKey, parseAmount(shipping.amount) as Amount)
  const context = { taxables, decimals, inclusive }
  return guardRead('tax_invalid_response', () => parseTaxResponse(response, context))
}
