import { sum } from '../../money/allocation.js'
import {
  type Amount,
  add,
  isGreaterThan,
  parseAmount,
  parseUnitAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { multiplyRatio, toFixedAtLeast } from '../../money/rounding.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { publishedDecimals, shownUnitPrice } from '../../quote/model/precision.js'
import {
  type QuoteTaxes,
  shippingKey,
  type TaxPortion,
  type TaxTotal,
} from '../../quote/model/pricing-fields.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import { textFields } from '../../quote/model/text-fields.js'
import { getTaxables } from '../../quote/taxes/taxables.js'
import { portionsByLine } from '../../quote/verify/explain-quote.js'
import { documentLines, totalRows } from '../model/parts.js'
import type { DocumentLine, DocumentTotal } from '../model/quote-document.js'
import { usualUnitCode } from '../model/units.js'
import type { UblSettings } from './ubl-options.js'
import { type UblElement, xmlText } from './xml.js'

/** The elements of a quotation that have amounts, in their order. */
export function ublAmounts(quote: Quote, currency: string, settings: UblSettings): UblElement[] {
  const writer = new AmountWriter(quote, currency, settings)
  const rows = totalRows(quote, settings.document)
  return [
    ...writer.allowanceCharges(rows),
    ...writer.taxTotals(),
    writer.monetaryTotal(rows),
    ...writer.lines(),
  ]
}

/**
 * Writes the amounts of one quote. In UBL all prices and totals are net, and taxes are added.
 *
 * If the prices of the quote contain taxes, it knows what each line contains only after the
 * discounts. So a line is then what it costs after its discounts, less what it contains.
 */
class AmountWriter {
  readonly #quote: Quote
  readonly #settings: UblSettings
  readonly #currencyId: Readonly<Record<string, string>>
  /** Undefined if they are unknown or out of date. */
  readonly #taxes: QuoteTaxes | undefined
  /** True if no tax is contained in the prices. */
  readonly #hasNetPrices: boolean
  /** What each line and shipping costs after discounts, without taxes, by key. */
  readonly #net: ReadonlyMap<string, Amount>
  readonly #taxPortions: ReadonlyMap<string, readonly TaxPortion[]>

  constructor(quote: Quote, currency: string, settings: UblSettings) {
    this.#quote = quote
    this.#settings = settings
    this.#currencyId = { currencyID: currency }
    const taxes = quote.taxes?.stale ? undefined : quote.taxes
    this.#taxes = taxes
    const contained = taxes?.inclusive ? taxes : taxes?.removed
    this.#hasNetPrices = contained === undefined
    this.#taxPortions = portionsByLine(taxes)
    const containedByLine = portionsByLine(contained)
    this.#net = new Map(
      [...getTaxables(quote)].map(([key, amount]) => [
        key,
        subtract(amount, sumOf(containedByLine.get(key))),
      ]),
    )
  }

  #money(name: string, amount: Amount): UblElement {
    const { decimals = publishedDecimals } = this.#quote
    return [name, toFixedAtLeast(amount, decimals), this.#currencyId]
  }

  #netOf(key: string): Amount {
    return this.#net.get(key) ?? zero
  }

  #taxOf(key: string): Amount {
    return sumOf(this.#taxPortions.get(key))
  }

  #taxCategory(name: string, { name: tax, rate }: Pick<TaxTotal, 'name' | 'rate'>): UblElement {
    const scheme: UblElement = [
      'TaxScheme',
      [
        ['ID', this.#settings.taxScheme],
        ['Name', tax],
      ],
    ]
    return [name, [['Percent', rate], scheme]]
  }

  /** The discounts of the quote, unless they are in the lines, and shipping. */
  allowanceCharges(rows: readonly DocumentTotal[]): UblElement[] {
    const element = (isCharge: boolean, label: string, others: UblElement[]): UblElement => [
      'AllowanceCharge',
      [['ChargeIndicator', isCharge], ['AllowanceChargeReason', label], ...others],
    ]
    const discounts = this.#discounts(rows).map(({ label, amount }) =>
      element(false, label, [this.#money('Amount', amount)]),
    )
    const shipping = rows.filter(({ type }) => type === 'shipping')
    const portions = this.#taxPortions.get(shippingKey) ?? []
    const taxes: UblElement[] = portions.map((each) => this.#taxCategory('TaxCategory', each))
    if (portions.length > 0)
      taxes.push(['TaxTotal', [this.#money('TaxAmount', this.#taxOf(shippingKey))]])
    const charges = shipping.map(({ label }) =>
      element(true, label, [this.#money('Amount', this.#netOf(shippingKey)), ...taxes]),
    )
    return [...discounts, ...charges]
  }

  #discounts(rows: readonly DocumentTotal[]) {
    if (!this.#hasNetPrices) return []
    return rows
      .filter(({ type }) => type === 'discount')
      .map(({ label, amount }) => ({ label, amount: subtract(zero, parse(amount)) }))
  }

  taxTotals(): UblElement[] {
    const taxes = this.#taxes
    if (taxes === undefined) return []
    const subtotals = taxes.rates.map((rate): UblElement => {
      const amounts = [
        this.#money('TaxableAmount', this.#base(rate, taxes)),
        this.#money('TaxAmount', parse(rate.amount)),
      ]
      return ['TaxSubtotal', [...amounts, this.#taxCategory('TaxCategory', rate)]]
    })
    return [['TaxTotal', [this.#money('TaxAmount', sumOf(taxes.rates)), ...subtotals]]]
  }

  /** Returns the sum of what a rate is the tax of, without taxes. */
  #base({ name, rate }: TaxTotal, { portions }: QuoteTaxes): Amount {
    const taxed = portions.filter((each) => each.name === name && each.rate === rate)
    const keys = new Set(taxed.map(({ line }) => line))
    return sum([...keys].map((key) => this.#netOf(key)))
  }

  monetaryTotal(rows: readonly DocumentTotal[]): UblElement {
    const lines = sum(
      this.#quote.products.map((line, index) => this.#extension(line, getLineKey(line, index))),
    )
    const discounts = this.#discounts(rows)
    const allowances = sum(discounts.map(({ amount }) => amount))
    const hasCharge = this.#net.has(shippingKey)
    const charges = this.#netOf(shippingKey)
    const net = add(subtract(lines, allowances), charges)
    const payable = add(net, sumOf(this.#taxes?.rates))
    return [
      'QuotedMonetaryTotal',
      [
        this.#money('LineExtensionAmount', lines),
        ...(this.#taxes === undefined
          ? []
          : [this.#money('TaxExclusiveAmount', net), this.#money('TaxInclusiveAmount', payable)]),
        ...(discounts.length === 0 ? [] : [this.#money('AllowanceTotalAmount', allowances)]),
        ...(hasCharge ? [this.#money('ChargeTotalAmount', charges)] : []),
        this.#money('PayableAmount', payable),
      ],
    ]
  }

  /** Returns what a line adds to the total of the lines. */
  #extension(line: ProductLine, key: string): Amount {
    return this.#hasNetPrices ? parse(line.quote_total) : this.#netOf(key)
  }

  lines(): UblElement[] {
    const { products } = this.#quote
    const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
    return documentLines(this.#quote, this.#settings.document).map((shown) =>
      this.#line(shown, byKey.get(shown.key) as ProductLine),
    )
  }

  #line(shown: DocumentLine, line: ProductLine): UblElement {
    const { key, note } = shown
    const extension = this.#extension(line, key)
    const tax = this.#taxOf(key)
    const withTax = add(extension, tax)
    const content: (UblElement | undefined)[] = [
      ['ID', key],
      ['Note', note],
      ['Quantity', line.qty, this.#unit(line)],
      this.#money('LineExtensionAmount', extension),
      this.#hasNetPrices ? undefined : this.#money('TaxInclusiveLineExtensionAmount', withTax),
      this.#taxes && this.#money('TotalTaxAmount', tax),
      ...this.#price(shown, line, extension),
      this.#item(shown, line),
    ]
    return [
      'QuotationLine',
      [
        ['ID', key],
        ['LineItem', content],
      ],
    ]
  }

  /** A line without a unit counts pieces: C62 is the code of one. */
  #unit({ unit }: ProductLine) {
    const { units = {} } = this.#settings
    if (!unit) return { unitCode: 'C62' }
    const own = Object.hasOwn(units, unit) ? units[unit] : undefined
    return { unitCode: own ?? usualUnitCode(unit) ?? otherUnit }
  }

  /** Returns the price of a line, and before it what is taken off its total. */
  #price(shown: DocumentLine, line: ProductLine, extension: Amount): UblElement[] {
    const { qty, price, quote: offered, discount_percent: percent } = line
    if (!this.#hasNetPrices) {
      const base: UblElement = ['BaseQuantity', qty, this.#unit(line)]
      return [['Price', [this.#money('PriceAmount', extension), base]]]
    }
    const amountOf = (unitPrice: number | string): UblElement => [
      'PriceAmount',
      shownUnitPrice(unitPrice, this.#quote),
      this.#currencyId,
    ]
    const allowance = (label: string | undefined, content: readonly UblElement[]): UblElement => [
      'AllowanceCharge',
      [['ChargeIndicator', false], ['AllowanceChargeReason', label], ...content],
    ]
    if (percent !== undefined) {
      const factor = multiplyRatio(parse(percent), 1, 100, 6, 'half-up')
      const amounts: UblElement[] = [
        ['MultiplierFactorNumeric', toDecimalString(factor)],
        this.#money('Amount', parse(line.discount_total)),
        this.#money('BaseAmount', parse(line.price_total)),
      ]
      const list: UblElement = ['Price', [amountOf(price)]]
      return shown.discount === undefined ? [list] : [allowance(shown.discount, amounts), list]
    }
    const discount = subtract(parseUnit(price), parseUnit(offered))
    if (!isGreaterThan(discount, zero)) return [['Price', [amountOf(offered)]]]
    const amounts = [this.#money('Amount', discount), this.#money('BaseAmount', parseUnit(price))]
    return [['Price', [amountOf(offered), allowance(undefined, amounts)]]]
  }

  #item({ key, name, description, sku, facts = [] }: DocumentLine, line: ProductLine): UblElement {
    const { id, unit } = line
    const portions = this.#taxPortions.get(key) ?? []
    const isOtherUnit = unit !== undefined && this.#unit(line).unitCode === otherUnit
    const properties = [
      ...(isOtherUnit ? [{ label: textFields.unit.label, value: unit }] : []),
      ...facts,
    ]
    return [
      'Item',
      [
        ['Description', description],
        ['Name', name],
        ['SellersItemIdentification', [['ID', sku ?? (id === 0 ? undefined : id)]]],
        ...portions.map((each) => this.#taxCategory('ClassifiedTaxCategory', each)),
        ...properties
          .filter(({ label }) => xmlText(label) !== '')
          .map(({ label, value }): UblElement => {
            return [
              'AdditionalItemProperty',
              [
                ['Name', label],
                ['Value', value],
              ],
            ]
          }),
      ],
    ]
  }
}

/** The code of units that have none: mutually defined. */
const otherUnit = 'ZZ'

const parse = (value: number | string) => parseAmount(value) as Amount
const parseUnit = (value: number | string) => parseUnitAmount(value) as Amount

function sumOf(parts: readonly { readonly amount: string }[] = []): Amount {
  return sum(parts.map(({ amount }) => parse(amount)))
}
