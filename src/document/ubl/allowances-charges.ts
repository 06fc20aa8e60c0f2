import { allocate, sum } from '../../money/allocation.js'
import { type Amount, add, equals, isGreaterThan, subtract, zero } from '../../money/amount.js'
import { multiplyRatio, roundingModes, wholePercent } from '../../money/rounding.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import {
  type QuoteCharge,
  type QuoteDiscount,
  shippingKey,
  type TaxPortion,
} from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { chooseLines, lineTotals } from '../../quote/pricing/line-totals.js'
import { rateId } from '../../quote/taxes/apply-rates.js'
import type { DocumentTotal } from '../model/quote-document.js'
import { type NetAmount, type NetAmounts, parse } from './net-amounts.js'

/** What a quote costs more or less than its lines, without taxes. */
export interface AllowanceCharge extends TaxedPart {
  readonly isCharge: boolean
  readonly label: string
}

/** A part of a discount or a charge to which the same taxes apply. */
interface TaxedPart {
  readonly amount: Amount
  /** The percentage that gives the amount. Absent if none does exactly. */
  readonly percentage?: Percentage
  /** The taxes that apply to it. */
  readonly taxes: readonly TaxPortion[]
  /** The sum of its taxes. 0 for a discount, as it is taken off before taxes. */
  readonly tax: Amount
}

interface Percentage {
  /** Percent. */
  readonly value: string
  /** What it is a percentage of. */
  readonly base: Amount
}

/** The part of a discount or a charge that is for one line, or for a part of shipping. */
interface Share extends NetAmount {
  /** What a percentage is taken of. */
  readonly base: Amount
}

/**
 * Returns the discounts of a quote, unless they are in the lines, then its charges, and shipping.
 *
 * EN 16931 knows one tax of each. So what is for lines with several taxes has several parts, which
 * sum to it.
 *
 * @param rows What the document of the quote shows below its lines: labels are those of the rows.
 */
export function allowancesAndCharges(
  quote: Quote,
  amounts: NetAmounts,
  rows: readonly DocumentTotal[],
): readonly AllowanceCharge[] {
  const labelled = (
    type: DocumentTotal['type'],
    isCharge: boolean,
    parts: readonly (readonly TaxedPart[])[],
  ) =>
    rows
      .filter((row) => row.type === type)
      .flatMap(({ label }, index) =>
        (parts[index] ?? []).map((part): AllowanceCharge => ({ isCharge, label, ...part })),
      )
  const { discounts, charges, shipping } = new Changes(quote, amounts)
  return [
    ...labelled('discount', false, discounts),
    ...labelled('charge', true, charges),
    ...labelled('shipping', true, [shipping]),
  ]
}

/** Computes what changes the sum of the lines, one after the other. */
class Changes {
  readonly discounts: readonly (readonly TaxedPart[])[]
  readonly charges: readonly (readonly TaxedPart[])[]
  readonly shipping: readonly TaxedPart[]
  readonly #quote: Quote
  readonly #amounts: NetAmounts
  /** What each line and shipping costs, while discounts are taken off one after the other. */
  readonly #left: Map<string, Amount>
  /** Shipping after all discounts that are not allowances. */
  #shipping: readonly NetAmount[]

  constructor(quote: Quote, amounts: NetAmounts) {
    this.#quote = quote
    this.#amounts = amounts
    this.#left = new Map(lineTotals(quote.products).map(({ key, left }) => [key, left]))
    const { product } = quote.shipping
    if (product !== null) this.#left.set(shippingKey, parse(product.price))
    this.#shipping = amounts.ofShipping()
    const discounts = amounts.hasNetPrices ? (quote.discounts ?? []) : []
    this.discounts = discounts.map((discount) => this.#discount(discount))
    this.charges = (quote.charges ?? []).map((charge) => this.#charge(charge))
    this.shipping = this.#shipping.map(({ net: amount, ...part }) => ({ amount, ...part }))
  }

  #discount({ type, value, amount, shares }: QuoteDiscount): readonly TaxedPart[] {
    const parts = Object.entries(shares).flatMap(([key, shown]): readonly Share[] => {
      const share = parse(shown)
      const base = this.#left.get(key) ?? zero
      this.#left.set(key, subtract(base, share))
      if (key !== shippingKey) return [{ ...this.#amounts.of(key), net: share, tax: zero, base }]
      return this.#ofShipping(share, base)
    })
    return this.#byTaxes(parts, parse(amount), type === 'percent' ? value : undefined)
  }

  /** Shipping is a charge of its whole price, because what is taken off it is an allowance. */
  #ofShipping(share: Amount, base: Amount): readonly Share[] {
    const parts = this.#amounts.ofShipping()
    const [nets, bases] = [this.#divide(share, parts), this.#divide(base, parts)]
    this.#shipping = this.#shipping.map((part, index) => {
      return { ...part, net: add(part.net, nets[index] ?? zero) }
    })
    return parts.map((part, index) => {
      return { ...part, net: nets[index] ?? zero, tax: zero, base: bases[index] ?? zero }
    })
  }

  /** What cannot be divided is the first part. */
  #divide(amount: Amount, parts: readonly NetAmount[]): readonly Amount[] {
    const weights = parts.map(({ net }) => net)
    return isGreaterThan(sum(weights), zero)
      ? allocate(amount, weights, this.#quote.decimals ?? publishedDecimals)
      : weights.map((_, index) => (index === 0 ? amount : zero))
  }

  #charge(charge: QuoteCharge): readonly TaxedPart[] {
    const { key: id, type, value, shares } = charge
    const percent = type === 'percent' && this.#amounts.hasNetPrices ? value : undefined
    if (shares === undefined) {
      const chosen = chooseLines(charge, lineTotals(this.#quote.products))
      const base = sum(chosen.map(({ key }) => this.#left.get(key) ?? zero))
      const whole = this.#amounts.of(id)
      return this.#byTaxes([{ ...whole, base }], whole.net, percent)
    }
    const parts = Object.keys(shares).map((key): Share => {
      return { ...this.#amounts.ofShare(key, id), base: this.#left.get(key) ?? zero }
    })
    return this.#byTaxes(parts, sum(parts.map(({ net }) => net)), percent)
  }

  /** Returns shares by the taxes that apply to them. If all are 0, the first is there. */
  #byTaxes(
    shares: readonly Share[],
    amount: Amount,
    percent: string | undefined,
  ): readonly TaxedPart[] {
    const groups = new Map<string, Share[]>()
    for (const share of shares) {
      const id = share.taxes.map(rateId).join('\n')
      groups.set(id, [...(groups.get(id) ?? []), share])
    }
    const parts = [...groups.values()].map((group) => this.#join(group, percent))
    const charged = parts.filter((part) => !equals(part.amount, zero) || !equals(part.tax, zero))
    if (charged.length > 0) return charged
    return parts.length > 0 ? parts.slice(0, 1) : [{ amount, taxes: [], tax: zero }]
  }

  #join(group: readonly Share[], percent: string | undefined): TaxedPart {
    const total = (field: 'net' | 'tax' | 'base') => sum(group.map((share) => share[field]))
    const [amount, base] = [total('net'), total('base')]
    const part = { amount, taxes: group[0]?.taxes ?? [], tax: total('tax') }
    if (percent === undefined || !this.#isPercentage(amount, percent, base)) return part
    return { ...part, percentage: { value: percent, base } }
  }

  /** Returns true if a percentage, rounded once, gives the amount. */
  #isPercentage(amount: Amount, percent: string, base: Amount): boolean {
    const { decimals = publishedDecimals } = this.#quote
    const value = parse(percent) as number
    return roundingModes.some((rounding) =>
      equals(multiplyRatio(base, value, wholePercent, decimals, rounding), amount),
    )
  }
}
