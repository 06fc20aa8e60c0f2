import { allocate, sum } from '../../money/allocation.js'
import {
  type Amount,
  add,
  equals,
  isGreaterThan,
  isNegative,
  parseAmount,
  subtract,
  zero,
} from '../../money/amount.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import { type QuoteTaxes, shippingKey, type TaxPortion } from '../../quote/model/pricing-fields.js'
import type { Quote } from '../../quote/model/quote.js'
import { rateId } from '../../quote/taxes/apply-rates.js'
import { getTaxables } from '../../quote/taxes/taxables.js'
import { portionsByLine } from '../../quote/verify/explain-quote.js'

/** What something costs without taxes, and the taxes that are added to it. */
export interface NetAmount {
  readonly net: Amount
  readonly tax: Amount
  /** The taxes that apply to it. */
  readonly taxes: readonly TaxPortion[]
}

type PaidTaxes = Pick<QuoteTaxes, 'rates' | 'portions'>

/**
 * Computes what the lines, charges and shipping of a quote cost without taxes. In UBL all prices
 * and totals are net, and taxes are added.
 *
 * If the prices of the quote contain taxes, it knows what each line contains only after discounts.
 * So a line is then what it costs after its discounts, less what it contains.
 */
export class NetAmounts {
  /** The taxes that the customer pays with the total. Undefined if unknown or out of date. */
  readonly taxes: PaidTaxes | undefined
  /** What the customer withholds from the total. Undefined if there is nothing. */
  readonly withheld: Amount | undefined
  /** True if no tax is contained in the prices. */
  readonly hasNetPrices: boolean
  readonly #quote: Quote
  readonly #isInclusive: boolean
  /** What is taxed, with the taxes that the prices contain, by key. */
  readonly #taxables: ReadonlyMap<string, Amount>
  /** That without taxes: after discounts, and with shares of charges, by key. */
  readonly #net: ReadonlyMap<string, Amount>
  readonly #portions: ReadonlyMap<string, readonly TaxPortion[]>
  /** What a line is divided into: itself after discounts, and its share of each charge. */
  readonly #divided = new Map<string, readonly NetAmount[]>()

  constructor(quote: Quote) {
    this.#quote = quote
    const taxes = quote.taxes?.stale ? undefined : quote.taxes
    this.taxes = taxes && {
      rates: taxes.rates.filter(isPaid),
      portions: taxes.portions.filter(isPaid),
    }
    const withheld = taxes?.rates.filter((rate) => rate.withheld) ?? []
    this.withheld = withheld.length > 0 ? sumOf(withheld) : undefined
    this.#isInclusive = taxes?.inclusive ?? false
    this.#portions = portionsByLine(this.taxes)
    const contained = this.#isInclusive
      ? { portions: taxes?.portions.filter((each) => isPaid(each) && !each.added) ?? [] }
      : taxes?.removed
    this.hasNetPrices = contained === undefined
    const containedByLine = portionsByLine(contained)
    this.#taxables = getTaxables(quote)
    this.#net = new Map(
      [...this.#taxables].map(([key, amount]) => [
        key,
        subtract(amount, sumOf(containedByLine.get(key))),
      ]),
    )
  }

  /** Returns a line without its shares of charges, or a charge that is taxed by itself. */
  of(key: string): NetAmount {
    return this.#divide(key)[0] ?? { net: zero, tax: zero, taxes: [] }
  }

  /** Returns the share of a line in a charge that is taxed with its lines. */
  ofShare(key: string, charge: string): NetAmount {
    const index = this.#sharesOf(key).findIndex((share) => share.charge === charge)
    return this.#divide(key)[index + 1] ?? { net: zero, tax: zero, taxes: [] }
  }

  /**
   * Returns shipping after its discounts: in several parts if each is taxed by another rate, as
   * some of the lines are. Empty if it costs nothing extra.
   */
  ofShipping(): readonly NetAmount[] {
    const net = this.#net.get(shippingKey)
    if (net === undefined) return []
    const taxes = this.#portionsOf(shippingKey)
    return this.#shippingParts(net, taxes) ?? [{ net, tax: sumOf(taxes), taxes }]
  }

  /** Returns what a rate is the tax of, without the taxes that it is not a tax of. */
  taxable(rate: PaidTaxes['rates'][number]): Amount {
    const id = rateId(rate)
    const portions = (this.taxes?.portions ?? []).filter((each) => rateId(each) === id)
    if (!this.#isInclusive || rate.added)
      return sum(portions.map(({ line, base }) => (base ? parse(base) : this.#netOf(line))))
    const net = rate.net ? parse(rate.net) : sum(portions.map(({ line }) => this.#netOf(line)))
    if (!rate.compound) return net
    return add(net, sum(portions.map((portion) => this.#taxBefore(portion))))
  }

  /** Returns the contained taxes that a contained compound tax is a tax of. */
  #taxBefore(portion: TaxPortion): Amount {
    const all = this.#portionsOf(portion.line).filter(({ added }) => !added)
    return sumOf(all.filter((each, index) => !each.compound || index < all.indexOf(portion)))
  }

  #netOf(key: string): Amount {
    return this.#net.get(key) ?? zero
  }

  #portionsOf(key: string): readonly TaxPortion[] {
    return this.#portions.get(key) ?? []
  }

  #sharesOf(key: string): readonly { readonly charge: string; readonly share: Amount }[] {
    return (this.#quote.charges ?? []).flatMap(({ key: charge, shares = {} }) =>
      Object.hasOwn(shares, key) ? [{ charge, share: parse(shares[key] as string) }] : [],
    )
  }

  /** Without taxes, a line and its shares are in the proportion in which they are with them. */
  #divide(key: string): readonly NetAmount[] {
    const known = this.#divided.get(key)
    if (known !== undefined) return known
    const taxes = this.#portionsOf(key)
    const [net, tax] = [this.#netOf(key), sumOf(taxes)]
    const shares = this.#sharesOf(key).map(({ share }) => share)
    const whole = this.#taxables.get(key) ?? zero
    const weights = [subtract(whole, sum(shares)), ...shares]
    const nets = this.#proportionally(net, weights)
    const withTaxes = this.#proportionally(add(net, tax), weights)
    const parts = nets.map((part, index) => {
      return { net: part, tax: subtract(withTaxes[index] ?? zero, part), taxes }
    })
    this.#divided.set(key, parts)
    return parts
  }

  /** What cannot be divided is the first part. */
  #proportionally(amount: Amount, weights: readonly Amount[]): readonly Amount[] {
    const isDivided =
      weights.length > 1 &&
      !isNegative(amount) &&
      !weights.some(isNegative) &&
      isGreaterThan(sum(weights), zero)
    if (!isDivided) return weights.map((_, index) => (index === 0 ? amount : zero))
    return allocate(amount, weights, this.#quote.decimals ?? publishedDecimals)
  }

  /** Only if no line has two taxes, the taxes of shipping are those of parts without overlaps. */
  #shippingParts(net: Amount, taxes: readonly TaxPortion[]): readonly NetAmount[] | undefined {
    const isSimple = [...this.#portions].every(
      ([key, { length }]) => length === 1 || key === shippingKey,
    )
    if (this.#quote.taxes?.shipping === undefined || taxes.length === 0 || !isSimple)
      return undefined
    const parts = taxes.map((portion): NetAmount => {
      const { base, added } = portion
      const tax = parse(portion.amount)
      const cost = base === undefined ? net : parse(base)
      const isContained = this.#isInclusive && !added && base !== undefined
      return { net: isContained ? subtract(cost, tax) : cost, tax, taxes: [portion] }
    })
    const untaxed = subtract(net, sum(parts.map((part) => part.net)))
    if (isNegative(untaxed)) return undefined
    if (equals(untaxed, zero)) return parts
    return [...parts, { net: untaxed, tax: zero, taxes: [] }]
  }
}

const isPaid = ({ withheld }: { readonly withheld?: true }) => withheld !== true

export const parse = (value: number | string) => parseAmount(value) as Amount

export function sumOf(parts: readonly { readonly amount: string }[] = []): Amount {
  return sum(parts.map(({ amount }) => parse(amount)))
}
