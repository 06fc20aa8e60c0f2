import { QuoteError } from '../../errors.js'
import { type Amount, add, parseAmount, subtract, zero } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { compareKeys, withKeys } from '../model/line-keys.js'
import { publishedDecimals } from '../model/precision.js'
import { type QuoteCharge, shippingKey } from '../model/pricing-fields.js'
import type { ProductId } from '../model/product-fields.js'
import type { AnyCustomer, Quote, ShipTo } from '../model/quote.js'
import { isCounted } from '../pricing/line-totals.js'
import { applyRates, withoutTaxes } from './apply-rates.js'
import { splitBundles } from './tax-parts.js'
import { parseRates, type TaxRate } from './tax-response.js'
import { getTaxables } from './taxables.js'

/**
 * A line of a quote to tax, or the part of a bundle with one tax code. All amounts are decimal
 * strings with the decimals of the currency.
 */
export interface TaxRequestLine {
  /** Identifies the line, or as `1-2/1` the part of one: answer with it. */
  readonly key: string
  /** The product's identifier; 0 for a custom line. */
  readonly id: ProductId
  /** The quantity. `amount` is that of all of it. */
  readonly qty: number
  /** The name of the line, if it has one. */
  readonly name?: string | undefined
  /** Stock keeping unit. */
  readonly sku?: string | undefined
  /** The tax code of the product. */
  readonly taxCode?: string | undefined
  /**
   * What the customer pays for the line: after its shares of all discounts, and with those of the
   * charges. Negative for a line that takes something off.
   */
  readonly amount: string
  /** The line's shares of the quote's discounts, which `amount` leaves out. */
  readonly discount: string
  /** The line's shares of the quote's charges, which `amount` contains. Absent if it has none. */
  readonly charge?: string | undefined
}

/** A charge of a quote that is taxed by itself. */
export interface TaxRequestCharge {
  /** Identifies the charge: answer with it, as with that of a line. */
  readonly key: string
  /** The name that the customer sees. */
  readonly label: string
  /** The tax code of the charge. Absent if it has no line to be taxed with. */
  readonly taxCode?: string | undefined
  /** The charge, as a decimal string. */
  readonly amount: string
}

/** The shipping charge of a quote to tax. */
export interface TaxRequestShipping {
  /** `custom`, or the `type` of an option of the shipping provider. */
  readonly type: string
  /** The name that the customer sees. */
  readonly name: string
  /** The tax code of the charge. */
  readonly taxCode?: string | undefined
  /** The charge after its shares of all discounts, as a decimal string. */
  readonly amount: string
}

/** A quote to tax. */
export interface TaxRequest {
  /** The store that owns the quote. */
  readonly storeId: string
  /** The id of the quote, for example as the reference of the provider's calculation. */
  readonly quoteId: string
  /** Three capital letters. Undefined for a quote without a currency. */
  readonly currency?: string | undefined
  /** The decimals of every amount. */
  readonly decimals: number
  /** True if all amounts include the taxes. */
  readonly inclusive: boolean
  /** When the taxes are calculated, in milliseconds since the Unix epoch. */
  readonly date: number
  /** Where the goods are sent from: the option `shipFrom`. */
  readonly from?: AnyCustomer | undefined
  /**
   * The address to which the goods are sent: the quote's `ship_to`. Absent if that is the address
   * of the customer, so that `request.to ?? request.customer` is the place of the taxes.
   */
  readonly to?: ShipTo | undefined
  /**
   * The customer of the quote: the address, and whatever else the host keeps there, such as a tax
   * id or an exemption.
   */
  readonly customer: AnyCustomer
  /** All lines of the quote, also those that cost nothing, but none that is to be priced. */
  readonly lines: readonly TaxRequestLine[]
  /** The charges that are taxed by themselves. Absent if there are none. */
  readonly charges?: readonly TaxRequestCharge[] | undefined
  /** Absent if shipping costs nothing extra. */
  readonly shipping?: TaxRequestShipping | undefined
}

/** What a request is made with besides the quote. */
interface TaxRequestInput extends Pick<TaxRequest, 'storeId' | 'quoteId' | 'inclusive'> {
  readonly date: number
  readonly from?: AnyCustomer | undefined
}

/** Returns the request for the taxes of a quote. Pure. */
export function createTaxRequest(offer: Quote, input: TaxRequestInput): TaxRequest {
  const quote = splitBundles(offer)
  const {
    currency,
    decimals = publishedDecimals,
    customer,
    ship_to: to,
    shipping,
    charges = [],
  } = quote
  const lines = withKeys(quote.products).filter(isCounted)
  const taxables = getTaxables({ ...quote, products: lines })
  const show = (amount: Amount) => toFixed(amount, decimals, 'half-up')
  const { product } = shipping
  return deepFreeze({
    ...input,
    ...(currency === undefined ? undefined : { currency }),
    decimals,
    ...(to === undefined ? undefined : { to }),
    customer,
    lines: lines.map(({ id, qty, key, name, sku, tax_code: taxCode, quote_total: total }) => {
      // A line that is left out is taxed as well, for selections that take it.
      const amount = taxables.get(key as string) ?? (parseAmount(total) as Amount)
      const charge = sharesOf(key as string, charges)
      return {
        key: key as string,
        id,
        qty,
        ...(name === undefined ? undefined : { name }),
        ...(sku === undefined ? undefined : { sku }),
        ...(taxCode === undefined ? undefined : { taxCode }),
        amount: show(amount),
        discount: show(subtract(add(parseAmount(total) as Amount, charge ?? zero), amount)),
        ...(charge === undefined ? undefined : { charge: show(charge) }),
      }
    }),
    ...(charges.some(isTaxedAlone) && {
      charges: charges.filter(isTaxedAlone).map(({ key, label, tax_code: taxCode, amount }) => ({
        key,
        label,
        ...(taxCode === undefined ? undefined : { taxCode }),
        amount,
      })),
    }),
    ...(product === null
      ? undefined
      : {
          shipping: {
            type: shipping.type,
            name: product.name,
            ...(product.tax_code === undefined ? undefined : { taxCode: product.tax_code }),
            amount: show(taxables.get(shippingKey) as Amount),
          },
        }),
  })
}

const isTaxedAlone = ({ shares }: QuoteCharge) => shares === undefined

/** Returns the sum of the shares of a line in the charges; undefined if it has none. */
function sharesOf(key: string, charges: readonly QuoteCharge[]): Amount | undefined {
  let total: Amount | undefined
  for (const { shares } of charges) {
    const share = shares && parseAmount(shares[key])
    if (share !== undefined) total = add(total ?? zero, share)
  }
  return total
}

/**
 * Returns what a request asks the taxes of, by key, in the order of {@link getTaxables}. Its lines
 * are in the order in which the quote lists them, which must not decide who gets a cent.
 */
export function getRequestedTaxables({
  lines,
  charges = [],
  shipping,
}: TaxRequest): ReadonlyMap<string, Amount> {
  const ordered = lines.toSorted((left, right) => compareKeys(left.key, right.key))
  const taxables = new Map(
    [...ordered, ...charges].map(({ key, amount }) => [key, parseAmount(amount) as Amount]),
  )
  if (shipping !== undefined) taxables.set(shippingKey, parseAmount(shipping.amount) as Amount)
  return taxables
}

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
  const { lines, charges = [], shipping, decimals } = request
  const taxables = getRequestedTaxables(request)
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
  const left = withoutTaxes(taxables, applyRates(rates, taxables, computation))
  const show = (key: string) => toFixed(left.get(key) ?? zero, decimals, 'half-up')
  return {
    ...request,
    inclusive: false,
    lines: lines.map((line) => ({ ...line, amount: show(line.key) })),
    ...(request.charges && {
      charges: charges.map((charge) => ({ ...charge, amount: show(charge.key) })),
    }),
    ...(shipping && { shipping: { ...shipping, amount: show(shippingKey) } }),
  }
}
