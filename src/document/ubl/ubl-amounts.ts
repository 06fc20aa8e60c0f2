import { sum } from '../../money/allocation.js'
import {
  type Amount,
  absolute,
  add,
  equals,
  isGreaterThan,
  isNegative,
  parseUnitAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { multiplyRatio, toFixedAtLeast } from '../../money/rounding.js'
import { getLineKey } from '../../quote/model/line-keys.js'
import { publishedDecimals, shownUnitPrice } from '../../quote/model/precision.js'
import type { Billing, TaxTotal } from '../../quote/model/pricing-fields.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import { textFields } from '../../quote/model/text-fields.js'
import { parsePartKey, splitBundles } from '../../quote/taxes/tax-parts.js'
import { documentLines, documentTotals, totalRows } from '../model/parts.js'
import { componentFacts, type DocumentLine, type DocumentTotal } from '../model/quote-document.js'
import { usualUnitCode } from '../model/units.js'
import { type AllowanceCharge, allowancesAndCharges } from './allowances-charges.js'
import { NetAmounts, parse, sumOf } from './net-amounts.js'
import type { UblSettings } from './ubl-options.js'
import { type UblElement, xmlText } from './xml.js'

/** A plain quote with other lines instead of some that are proposed. */
export interface Alternatives {
  readonly quote: Quote
  /** The keys of the other lines by those of the proposed ones. */
  readonly by: ReadonlyMap<string, string>
}

/** The elements of a quotation that have amounts, in their order. */
export function ublAmounts(
  quote: Quote,
  currency: string,
  settings: UblSettings,
  alternatives: readonly Alternatives[],
): UblElement[] {
  const writer = new AmountWriter(quote, currency, settings)
  const others = alternatives.map(({ quote: other, by }) => {
    return { items: new AmountWriter(other, currency, settings).items(), by }
  })
  const lines = [...writer.items()].map(([key, item]): UblElement => {
    const { line, part = 1 } = parsePartKey(key)
    const other = others.flatMap(({ items, by }): UblElement[] =>
      [...items]
        .filter(([alternative]) => part === 1 && parsePartKey(alternative).line === by.get(line))
        .map(([, content]) => ['AlternativeLineItem', content]),
    )
    const content: UblContent = [['ID', key], ['LineItem', item], ...other]
    return ['QuotationLine', content]
  })
  return [...writer.allowanceCharges(), ...writer.taxTotals(), writer.monetaryTotal(), ...lines]
}

type UblContent = readonly (UblElement | undefined)[]

/** Without taxes, nothing divides a bundle. */
function withoutParts(quote: Quote): Quote {
  const products = quote.products.map(({ tax_shares: _, ...line }) => line)
  return { ...quote, products }
}

/** Writes the amounts of one quote. */
class AmountWriter {
  readonly #quote: Quote
  readonly #settings: UblSettings
  readonly #currencyId: Readonly<Record<string, string>>
  readonly #amounts: NetAmounts
  readonly #changes: readonly AllowanceCharge[]

  constructor(offer: Quote, currency: string, settings: UblSettings) {
    // A line has one VAT rate in EN 16931.
    const quote = offer.taxes === undefined ? withoutParts(offer) : splitBundles(offer)
    this.#quote = quote
    this.#settings = settings
    this.#currencyId = { currencyID: currency }
    this.#amounts = new NetAmounts(quote)
    const rows = totalRows(offer, settings.document)
    this.#changes = allowancesAndCharges(quote, this.#amounts, rows)
  }

  #money(name: string, amount: Amount): UblElement {
    const { decimals = publishedDecimals } = this.#quote
    return [name, toFixedAtLeast(amount, decimals), this.#currencyId]
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

  /** The discounts of the quote, unless they are in the lines, its charges, and shipping. */
  allowanceCharges(): UblElement[] {
    return this.#changes.map(({ isCharge, label, amount, percentage, taxes, tax }) => [
      'AllowanceCharge',
      [
        ['ChargeIndicator', isCharge],
        ['AllowanceChargeReason', label],
        ['MultiplierFactorNumeric', percentage && toFactor(percentage.value)],
        this.#money('Amount', amount),
        percentage && this.#money('BaseAmount', percentage.base),
        ...taxes.map((each) => this.#taxCategory('TaxCategory', each)),
        isCharge && taxes.length > 0 ? ['TaxTotal', [this.#money('TaxAmount', tax)]] : undefined,
      ],
    ])
  }

  taxTotals(): UblElement[] {
    const { taxes } = this.#amounts
    if (taxes === undefined) return []
    const isSequence = taxes.rates.some(({ compound }) => compound)
    let sequence = 1
    const subtotals = taxes.rates.map((rate): UblElement => {
      if (rate.compound) sequence += 1
      return [
        'TaxSubtotal',
        [
          this.#money('TaxableAmount', this.#amounts.taxable(rate)),
          this.#money('TaxAmount', parse(rate.amount)),
          ['CalculationSequenceNumeric', isSequence ? (rate.compound ? sequence : 1) : undefined],
          this.#taxCategory('TaxCategory', rate),
        ],
      ]
    })
    return [['TaxTotal', [this.#money('TaxAmount', sumOf(taxes.rates)), ...subtotals]]]
  }

  monetaryTotal(): UblElement {
    const { products, amounts } = this.#quote
    const { taxes, withheld } = this.#amounts
    const lines = sum(products.map((line, index) => this.#extension(line, getLineKey(line, index))))
    const [charges, allowances] = [true, false].map((isCharge) =>
      this.#changes.filter((each) => each.isCharge === isCharge).map(({ amount }) => amount),
    ) as [Amount[], Amount[]]
    const net = add(subtract(lines, sum(allowances)), sum(charges))
    const withTaxes = add(net, sumOf(taxes?.rates))
    const rounding = parse(amounts?.rounding ?? '0')
    return [
      'QuotedMonetaryTotal',
      [
        this.#money('LineExtensionAmount', lines),
        taxes && this.#money('TaxExclusiveAmount', net),
        taxes && this.#money('TaxInclusiveAmount', withTaxes),
        allowances.length > 0 ? this.#money('AllowanceTotalAmount', sum(allowances)) : undefined,
        charges.length > 0 ? this.#money('ChargeTotalAmount', sum(charges)) : undefined,
        withheld === undefined ? undefined : this.#money('WithholdingTaxTotalAmount', withheld),
        equals(rounding, zero) ? undefined : this.#money('PayableRoundingAmount', rounding),
        this.#money('PayableAmount', add(subtract(withTaxes, withheld ?? zero), rounding)),
      ],
    ]
  }

  /** Returns what a line adds to the total of the lines. */
  #extension(line: ProductLine, key: string): Amount {
    return this.#amounts.hasNetPrices ? parse(line.quote_total) : this.#amounts.of(key).net
  }

  /** Returns the content of each line by its key, in the order of display. */
  items(): ReadonlyMap<string, UblContent> {
    const { products } = this.#quote
    const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
    const lines = documentLines(this.#quote, this.#settings.document)
    return new Map(
      lines.map((shown) => [shown.key, this.#content(shown, byKey.get(shown.key) as ProductLine)]),
    )
  }

  #content(shown: DocumentLine, line: ProductLine): UblContent {
    const { key, note } = shown
    const { hasNetPrices, taxes } = this.#amounts
    const extension = this.#extension(line, key)
    const { tax } = this.#amounts.of(key)
    const withTax = add(extension, tax)
    // No price is below 0 in EN 16931.
    const isBelow = isNegative(extension) || isNegative(parseUnit(line.price))
    return [
      ['ID', key],
      ['Note', note],
      ['Quantity', isBelow ? -line.qty : line.qty, this.#unit(line)],
      this.#money('LineExtensionAmount', extension),
      hasNetPrices ? undefined : this.#money('TaxInclusiveLineExtensionAmount', withTax),
      taxes && this.#money('TotalTaxAmount', tax),
      ...(hasNetPrices
        ? this.#price(shown, line, isBelow)
        : [this.#wholePrice(line, absolute(extension))]),
      this.#item(shown, line),
    ]
  }

  /** A line without a unit counts pieces: C62 is the code of one. */
  #unit({ unit }: ProductLine) {
    const { units = {} } = this.#settings
    if (!unit) return { unitCode: 'C62' }
    const own = Object.hasOwn(units, unit) ? units[unit] : undefined
    return { unitCode: own ?? usualUnitCode(unit) ?? otherUnit }
  }

  /** Returns what a line costs as the price of its quantity, as no other price is without taxes. */
  #wholePrice(line: ProductLine, amount: Amount): UblElement {
    const base: UblElement = ['BaseQuantity', line.qty, this.#unit(line)]
    return ['Price', [this.#money('PriceAmount', amount), base]]
  }

  /** Returns the price of a line, and before it what is taken off its total. */
  #price(shown: DocumentLine, line: ProductLine, isBelow: boolean): UblElement[] {
    const { price, quote: offered, discount_percent: percent, price_quantity: per } = line
    const priceElement = (unitPrice: number | string, allowance?: UblElement): UblElement => [
      'Price',
      [
        [
          'PriceAmount',
          shownUnitPrice(toDecimalString(absolute(parseUnit(unitPrice))), this.#quote),
          this.#currencyId,
        ],
        ['BaseQuantity', per, this.#unit(line)],
        allowance,
      ],
    ]
    const changed = (isCharge: boolean, content: readonly UblElement[]): UblElement => [
      'AllowanceCharge',
      [['ChargeIndicator', isCharge], ...content],
    ]
    if (percent !== undefined) {
      const list = priceElement(price)
      if (shown.discount === undefined) return [list]
      const amounts: UblElement[] = [
        ['AllowanceChargeReason', shown.discount],
        ['MultiplierFactorNumeric', toFactor(percent)],
        this.#money('Amount', absolute(parse(line.discount_total))),
        this.#money('BaseAmount', absolute(parse(line.price_total))),
      ]
      // What a line takes off is less by its percentage.
      return [changed(isBelow, amounts), list]
    }
    const discount = subtract(parseUnit(price), parseUnit(offered))
    if (isBelow || !isGreaterThan(discount, zero)) return [priceElement(offered)]
    const amounts = [this.#money('Amount', discount), this.#money('BaseAmount', parseUnit(price))]
    return [priceElement(offered, changed(false, amounts))]
  }

  #item(shown: DocumentLine, line: ProductLine): UblElement {
    const { key, name, description, sku, facts = [] } = shown
    const { id, unit, billing } = line
    const isOtherUnit = unit !== undefined && this.#unit(line).unitCode === otherUnit
    const properties: readonly ItemProperty[] = [
      ...(isOtherUnit ? [{ label: textFields.unit.label, value: unit }] : []),
      ...(billing ? billingProperties(billing, shown.billing ?? '') : []),
      ...componentFacts(shown).map(({ label }, index) => {
        return { label, value: shown.components?.[index]?.quantity ?? '' }
      }),
      ...facts,
    ]
    return [
      'Item',
      [
        ['Description', description],
        ['Name', name],
        ['SellersItemIdentification', [['ID', sku ?? (id === 0 ? undefined : id)]]],
        ...this.#amounts
          .of(key)
          .taxes.map((each) => this.#taxCategory('ClassifiedTaxCategory', each)),
        ...properties
          .filter(({ label }) => xmlText(label) !== '')
          .map(({ label, value, quantity, unitCode }): UblElement => {
            return [
              'AdditionalItemProperty',
              [
                ['Name', label],
                ['Value', value],
                ['ValueQuantity', quantity, { unitCode }],
              ],
            ]
          }),
      ],
    ]
  }
}

/** A property of a line, that UBL has no element for. */
interface ItemProperty {
  readonly label: string
  readonly value: string | number
  readonly quantity?: number
  readonly unitCode?: string
}

/**
 * Returns when a line is charged again.
 *
 * @param text The same as people read it.
 */
function billingProperties(
  { interval, count = 1, cycles }: Billing,
  text: string,
): readonly ItemProperty[] {
  const unitCode = usualUnitCode(interval) as string
  const period = { label: 'Billing period', value: text, quantity: count, unitCode }
  return cycles === undefined ? [period] : [period, { label: 'Billing periods', value: cycles }]
}

/** The rows below the lines that have no element in a quotation. */
const notedRows: ReadonlySet<DocumentTotal['type']> = new Set([
  'withheld',
  'once',
  'recurring',
  'payment',
])

/**
 * Returns the amounts of a quote that have no element in a quotation, for people: each tax that is
 * withheld, what is charged once and in each billing period, and the payment plan.
 */
export function amountNotes(quote: Quote, { document }: UblSettings): string[] {
  const rows = documentTotals(quote, document).filter(({ type }) => notedRows.has(type))
  return rows.map(({ label, amount }) => `${label}: ${amount}`)
}

/** The code of units that have none: mutually defined. */
const otherUnit = 'ZZ'

const parseUnit = (value: number | string) => parseUnitAmount(value) as Amount

/** Returns a percentage as UBL has it: a number to multiply with. */
function toFactor(percent: string): string {
  return toDecimalString(multiplyRatio(parse(percent), 1, 100, 6, 'half-up'))
}
