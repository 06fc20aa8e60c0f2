import { AssertionError } from 'node:assert'
import {
  type Amount,
  equals,
  greaterThan,
  parseAmount,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { parseShippingOptions, type ShippingOption } from '../../quote/shipping.js'
import { shippingKey } from '../../quote/taxes/compute-taxes.js'
import type { ExemptPrices } from '../../quote/taxes/price-taxes.js'
import type { TaxRequest } from '../../quote/taxes/tax-request.js'
import { parseTaxResponse, type TaxResponse } from '../../quote/taxes/tax-response.js'
import { show } from '../expect.js'

/** Checks what a shipping provider returns as the engine does. */
export function expectValidOptions(
  response: unknown,
  decimals: number,
  rule: string,
): asserts response is readonly ShippingOption[] {
  expectValid(response, rule, () => parseShippingOptions(response, decimals))
}

/** Checks what a tax provider returns as the engine does, and that nothing free is taxed. */
export function expectValidTaxes(
  response: unknown,
  request: TaxRequest,
  rule: string,
  exemptPrices: ExemptPrices,
): asserts response is TaxResponse {
  const { lines, shipping, decimals, inclusive } = request
  const taxables = new Map(lines.map(({ key, amount }) => [key, parseAmount(amount) as Amount]))
  if (shipping !== undefined) taxables.set(shippingKey, parseAmount(shipping.amount) as Amount)
  const parsed = expectValid(response, rule, () =>
    parseTaxResponse(response, { taxables, decimals, inclusive, exemptPrices }),
  )
  if (!('amounts' in parsed)) return
  for (const { key, amount } of parsed.amounts)
    if (equals(taxables.get(key) as Amount, zero) && greaterThan(amount, zero)) {
      const message = `the tax of ${key} is ${toDecimalString(amount)}, but it costs nothing`
      throw new AssertionError({ message: `${rule}\n${message}`, actual: response })
    }
}

function expectValid<T>(response: unknown, rule: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${rule}\n${reason}\nReceived: ${show(response)}`
    throw new AssertionError({ message, actual: response })
  }
}

/** Returns the keys of the lines that have a tax of more than zero. */
export function taxedLines(response: TaxResponse): ReadonlySet<string> {
  if ('rejected' in response) return new Set()
  const isTaxed = (value: number | string) => greaterThan(parseAmount(value) as Amount, zero)
  if ('rates' in response)
    return new Set(response.rates.flatMap(({ rate, lines }) => (isTaxed(rate) ? lines : [])))
  const taxed = response.amounts.filter(({ amount }) => isTaxed(amount))
  return new Set(taxed.map(({ line }) => line).filter((line) => line !== shippingKey))
}

/** Returns the sum of the percentages of each line, as far as the response has any. */
export function percentByLine(response: TaxResponse): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const addTo = (line: string, rate: number | string) =>
    sums.set(line, (sums.get(line) ?? 0) + Number(rate))
  if ('rates' in response)
    for (const { rate, lines } of response.rates) for (const line of lines) addTo(line, rate)
  if ('amounts' in response)
    for (const { rate, line } of response.amounts) if (rate != null) addTo(line, rate)
  return sums
}

/** Returns a response without its reference, which can be another one for every call. */
export function withoutReference(response: TaxResponse): unknown {
  return { ...response, reference: undefined }
}
