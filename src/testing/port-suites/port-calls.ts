import { AssertionError } from 'node:assert'
import { describeThrown } from '../../errors/thrown.js'
import {
  type Amount,
  equals,
  isGreaterThan,
  parseAmount,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import { shippingKey } from '../../quote/model/pricing-fields.js'
import type { AnyCustomer, ProductLine, Quote, ShipTo } from '../../quote/model/quote.js'
import { parseShippingOptions, type ShippingOption } from '../../quote/pricing/shipping.js'
import type { ExemptPrices } from '../../quote/taxes/price-taxes.js'
import { getRequestedTaxables, type TaxRequest } from '../../quote/taxes/tax-request.js'
import { parseTaxResponse, type TaxResponse } from '../../quote/taxes/tax-response.js'
import { expectEqual, formatValue } from '../expect.js'

/** A currency of sample quotes. */
interface SampleCurrency {
  /** Undefined for a quote without a currency. */
  readonly currency: string | undefined
  readonly decimals: number
}

export const noCurrency: SampleCurrency = { currency: undefined, decimals: 2 }

/** No currency, and currencies with fewer and with more decimals. */
export const sampleCurrencies: readonly SampleCurrency[] = [
  noCurrency,
  { currency: 'JPY', decimals: 0 },
  { currency: 'KWD', decimals: 3 },
]

/** What distinguishes sample quotes. */
export interface SampleQuote {
  readonly customer: AnyCustomer
  /** @default The address of the customer. */
  readonly shipTo?: ShipTo
  /** @default 1 */
  readonly lines?: number
  /** @default noCurrency */
  readonly currency?: SampleCurrency
}

const placeFields = ['address', 'address-2', 'city', 'state', 'zipcode', 'country'] as const

/** Returns a customer whose address is at another place. */
export function movedTo(place: ShipTo, customer: AnyCustomer): AnyCustomer {
  const isOfPlace = ([name]: readonly [string, unknown]) =>
    placeFields.some((field) => field === name)
  return Object.fromEntries([
    ...Object.entries(customer).filter((field) => !isOfPlace(field)),
    ...Object.entries(place).filter(isOfPlace),
  ])
}

/** Creates a new quote with lines of 10 each. Copies the customer, which other cases use too. */
export function sampleQuote({
  customer,
  shipTo,
  lines = 1,
  currency: { currency, decimals } = noCurrency,
}: SampleQuote): Quote {
  const total = (10 * lines).toFixed(decimals)
  return {
    customer: { ...customer },
    ...(shipTo === undefined ? {} : { ship_to: { ...shipTo } }),
    products: Array.from({ length: lines }, (_, index) => sampleLine(index, decimals)),
    product_order: null,
    quote_total: total,
    price_total: total,
    shipping: { type: 'no_additional', product: null },
    created: 1_700_000_000_000,
    status: 'new',
    tags: null,
    total: 0,
    ...(currency === undefined ? {} : { currency, decimals }),
  }
}

function sampleLine(index: number, decimals: number): ProductLine {
  const amount = (10).toFixed(decimals)
  return {
    id: index + 1,
    qty: 1,
    price: 10,
    price_total: 10,
    quote: amount,
    quote_total: amount,
    discount: 0,
    discount_total: 0,
    calculated_price: 10,
    key: `1-${index + 1}`,
    name: `Sample ${index + 1}`,
    sku: `SKU-${index + 1}`,
  }
}

const longest = 'x'.repeat(1_000)

/** Customers whose fields are unusual, but can be in a quote. */
export const unusualCustomers: readonly AnyCustomer[] = [
  { country: '', state: '', zipcode: '', city: '', address: '' },
  { country: '__proto__', state: 'constructor', zipcode: 'toString' },
  JSON.parse('{"__proto__":"US","constructor":"CA","hasOwnProperty":"10001"}'),
  { country: 'ZZ', state: '??', zipcode: "1' or '1'='1", city: '<b>"&%00\\' },
  { country: longest, state: longest, zipcode: longest, [longest]: longest },
  { name: '\u202e\u{1f3f4}', country: 'ß', city: 'line 1\r\nline 2', zipcode: '\t' },
]

/** Ids of stores that are names of properties of every object. */
export const unusualStoreIds = ['__proto__', 'constructor', 'toString']

/** A fixture of a port that calls a service. */
export interface StallableFixture {
  /**
   * Makes the service behind the implementation accept calls without ever responding, from now on.
   * Only the case about services that don't respond needs it; without it, this case tests nothing.
   */
  readonly stall?: (() => MaybePromise<void>) | undefined
}

/** How long an aborted call may take, in milliseconds. Only a call that ignores the signal does. */
const maxAbortMs = 10_000

/** Creates a signal that never aborts. */
export function newCall(): PortCallOptions {
  return { signal: new AbortController().signal }
}

/** Checks that an aborted call rejects, or responds as always, but with nothing else. */
export async function expectNoFallback<T>(
  call: (options: PortCallOptions) => MaybePromise<T>,
  expected: unknown,
  rule: string,
  comparable: (response: T) => unknown = (response) => response,
): Promise<void> {
  const response = await settled(() => call({ signal: AbortSignal.abort() }))
  if (response !== undefined) expectEqual(comparable(response.value), expected, rule)
}

/** Checks that a call to a service that doesn't respond ends once its signal aborts. */
export async function expectAbort<T>(
  call: (options: PortCallOptions) => MaybePromise<T>,
  { stall }: StallableFixture,
  rule: string,
): Promise<void> {
  if (stall === undefined) return
  await stall()
  const controller = new AbortController()
  const response = settled(() => call({ signal: controller.signal }))
  controller.abort()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const message = `${rule}\nThe call did not end within ${maxAbortMs} ms after the abort`
    timer = setTimeout(() => reject(new AssertionError({ message })), maxAbortMs)
  })
  try {
    await Promise.race([response, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the response of a call; undefined if it throws or rejects. */
async function settled<T>(call: () => MaybePromise<T>): Promise<{ readonly value: T } | undefined> {
  try {
    return { value: await call() }
  } catch {
    return undefined
  }
}

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
  const { decimals, inclusive } = request
  const taxables = getRequestedTaxables(request)
  const parsed = expectValid(response, rule, () =>
    parseTaxResponse(response, { taxables, decimals, inclusive, exemptPrices }),
  )
  if (!('amounts' in parsed)) return
  for (const { key, amount } of parsed.amounts)
    if (equals(taxables.get(key) as Amount, zero) && isGreaterThan(amount, zero)) {
      const message = `the tax of ${key} is ${toDecimalString(amount)}, but it costs nothing`
      throw new AssertionError({ message: `${rule}\n${message}`, actual: response })
    }
}

function expectValid<T>(response: unknown, rule: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    const message = `${rule}\n${describeThrown(cause)}\nReceived: ${formatValue(response)}`
    throw new AssertionError({ message, actual: response })
  }
}

/** Returns the keys of the lines that have a tax of more than zero. */
export function taxedLines(response: TaxResponse): ReadonlySet<string> {
  if ('rejected' in response) return new Set()
  const isTaxed = (value: number | string) => isGreaterThan(parseAmount(value) as Amount, zero)
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
