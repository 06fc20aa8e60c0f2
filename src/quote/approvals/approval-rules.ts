import { QuoteError } from '../../errors.js'
import {
  type Amount,
  add,
  isGreaterThan,
  maxUnitDecimals,
  multiplyByInteger,
  parseAmount,
  parseUnitAmount,
  subtract,
  toDecimalString,
  zero,
} from '../../money/amount.js'
import { wholePercent } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { timesQuantity } from '../lines/line-pricing.js'
import { parsePercent } from '../lines/line-request.js'
import type { ApprovalRequirement } from '../model/approval.js'
import { maxNameLength } from '../model/lifecycle-fields.js'
import { getLineKey } from '../model/line-keys.js'
import { shippingKey, type TaxPortion } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { findSelection } from '../selection/worst-selection.js'

/** A rule about the approvals of quotes, for the option `approvals.require`. */
export type ApprovalRule = (quote: Quote) => readonly ApprovalRequirement[]

/** The name of a rule, and what it says to people. */
export interface ApprovalRuleOptions {
  /**
   * The name of the rule, `id` of its approvals: 1 to 255 characters. With a name of its own, its
   * approvals count on when the percentage changes.
   *
   * @default With the percentage: `discount-above-20`, `margin-below-15`
   */
  readonly id?: string | undefined
  /** Who may approve: 1 to 255 characters. */
  readonly by?: string | undefined
  /**
   * Returns what is to be approved, from the percentage of the quote.
   *
   * @default In English: `Discount of 25 %, more than 20 %`
   */
  readonly label?: ((percent: string) => string) | undefined
}

/**
 * Creates a rule that requires an approval if more than a percentage is taken off the list prices,
 * on the lines and by the discounts of the quote together, without those on shipping. A line below
 * 0, such as a trade-in, counts as taken off. The approval is for the sum of the list prices and
 * what is offered for it; if the customer can choose, of the selection of which most is taken off.
 *
 * @param percent From 0 to 100, with up to four decimals. A percentage below 1 is a string.
 * @throws QuoteError `invalid_options` if it is no such percentage, or `id` is no name
 *
 * @example
 * createQuoteEngine({ storage, catalog, approvals: { require: discountAbove(20) } })
 */
export function discountAbove(
  percent: number | string,
  { id: name, by, label }: ApprovalRuleOptions = {},
): ApprovalRule {
  const limit = parseLimit(percent)
  const shown = toDecimalString(limit)
  const id = parseName(name) ?? `discount-above-${shown}`
  const toLabel = label ?? ((each) => `Discount of ${each} %, more than ${shown} %`)
  const measure = ({ products, price_total: price, quote_total: total, discounts = [] }: Quote) => {
    // A line below 0 takes something off what the others cost.
    const below = products.flatMap((line) => (line.price < 0 ? [String(line.price_total)] : []))
    const list = subtract(parse(price), sumOf(below))
    const shares = discounts.flatMap(({ amount, shares: each }) => [
      amount,
      ...(each[shippingKey] === undefined ? [] : [`-${each[shippingKey]}`]),
    ])
    const offered = subtract(parse(total), sumOf(shares))
    return { list, offered, discount: subtract(list, offered) }
  }
  const excess = (quote: Quote) => {
    const { list, discount } = measure(quote)
    return subtract(times(discount, wholePercent), times(list, limit))
  }
  return (quote) => {
    const { list, offered, discount } = measure(findSelection(quote, excess))
    if (!isGreaterThan(times(discount, wholePercent), times(list, limit))) return []
    const covers = { list: toDecimalString(list), offered: toDecimalString(offered) }
    return [{ id, label: toLabel(percentOf(discount, list)), by, covers }]
  }
}

/** A line with the cost of a unit among its fields that buyers do not see. */
type LineWithCost = ProductLine & { readonly internal_fields?: { readonly cost?: unknown } }

/**
 * Creates a rule that requires an approval if the margin is below a percentage of what is offered,
 * without taxes. It reads the cost of a unit from the field `cost` of `internal_fields` of each
 * line: a number or a decimal string, in the currency of the quote. Lines without it, and shipping,
 * do not count. The approval is for what is offered for the lines and what they cost. A cost that
 * is anything else requires it as well, and the label names the line. If the customer can choose,
 * the selection with the least margin counts.
 *
 * @param percent From 0 to 100, with up to four decimals. A percentage below 1 is a string.
 * @throws QuoteError `invalid_options` if it is no such percentage, or `id` is no name
 *
 * @example
 * require: [discountAbove(20), marginBelow(15, { id: 'margin', by: 'CFO' })]
 */
export function marginBelow(
  percent: number | string,
  { id: name, by, label }: ApprovalRuleOptions = {},
): ApprovalRule {
  const limit = parseLimit(percent)
  const shown = toDecimalString(limit)
  const id = parseName(name) ?? `margin-below-${shown}`
  const toLabel = label ?? ((each) => `Margin of ${each} %, less than ${shown} %`)
  const measure = (quote: Quote) => {
    const keys = new Set<string>()
    let cost: Amount = zero
    let offered: Amount = zero
    const invalid: string[] = []
    for (const [index, line] of quote.products.entries()) {
      const sent = (line as LineWithCost).internal_fields?.cost
      if (sent === undefined || sent === null) continue
      const unitCost = parseUnitAmount(sent)
      if (unitCost === undefined) {
        invalid.push(`products[${index}].internal_fields.cost is ${describeValue(sent)}`)
        continue
      }
      keys.add(getLineKey(line, index))
      cost = add(cost, timesQuantity(unitCost, line.qty, exactly, line.price_quantity))
      offered = add(offered, parse(line.quote_total))
    }
    offered = subtract(offered, sumOf(amountsWithin(quote, keys)))
    return { offered, cost, margin: subtract(offered, cost), invalid }
  }
  const lack = (quote: Quote) => {
    const { offered, margin } = measure(quote)
    return subtract(times(offered, limit), times(margin, wholePercent))
  }
  return (quote) => {
    const { offered, cost, margin } = measure(findSelection(quote, lack))
    const { invalid } = measure(quote)
    const covers = { offered: toDecimalString(offered), cost: toDecimalString(cost) }
    if (invalid.length > 0) {
      const problem = `${invalid[0]}, and not a number or a decimal string`
      const text = `${label?.('-') ?? 'Margin unknown'}: ${problem}`
      const first = invalid.slice(0, maxListed)
      const covered = { ...covers, invalid: first, count: invalid.length }
      return [{ id, label: text.slice(0, maxNameLength).toWellFormed(), by, covers: covered }]
    }
    if (!isGreaterThan(times(offered, limit), times(margin, wholePercent))) return []
    return [{ id, label: toLabel(percentOf(margin, offered)), by, covers }]
  }
}

const exactly = { decimals: maxUnitDecimals, rounding: 'half-up' } as const

/** Maximum number of invalid costs that an approval lists. */
const maxListed = 10

/** Returns what the totals of lines contain and the seller does not get: discounts and taxes. */
function amountsWithin(
  { discounts = [], taxes }: Quote,
  keys: ReadonlySet<string>,
): readonly string[] {
  const shares = discounts.flatMap((discount) =>
    Object.entries(discount.shares).filter(([key]) => keys.has(key)),
  )
  const included = [
    ...(taxes?.inclusive ? taxes.portions.filter(isContained) : []),
    ...(taxes?.removed?.portions ?? []),
  ].filter(({ line }) => keys.has(line))
  return [...shares.map(([, share]) => share), ...included.map(({ amount }) => amount)]
}

/** Prices contain neither what is added to them nor what is withheld. */
function isContained({ added, withheld }: TaxPortion): boolean {
  return !added && !withheld
}

/** 15 % is often written as 0.15, and then the rule would be a hundredth of what is meant. */
function parseLimit(percent: unknown): Amount & number {
  const limit = parsePercent(percent)
  const isLikely = typeof percent === 'string' || !(Number(percent) > 0 && Number(percent) < 1)
  if (limit !== undefined && isLikely) return limit
  const expected =
    limit === undefined
      ? 'must be a percentage from 0 to 100 with up to four decimals'
      : "must be a percentage: 15 for 15 %. Write one below 1 % as a string such as '0.5'"
  const message = `${expected}, received ${describeValue(percent)}`
  throw new QuoteError('invalid_options', { errors: { percent: message } })
}

function parseName(name: unknown): string | undefined {
  if (name === undefined || isValidId(name)) return name
  const message = `must be ${validId}, received ${describeValue(name)}`
  throw new QuoteError('invalid_options', { errors: { id: message } })
}

const parse = (value: string) => parseAmount(value) as Amount

function sumOf(amounts: readonly string[]): Amount {
  return amounts.reduce<Amount>((sum, each) => add(sum, parse(each)), zero)
}

/** Ten-thousandths of a percent are integers, so that the comparison is exact. */
function times(amount: Amount, tenThousandths: number): Amount {
  return multiplyByInteger(amount, tenThousandths)
}

/** Returns a percentage for people, with up to two decimals. */
function percentOf(part: Amount, whole: Amount): string {
  const percent = (Number(toDecimalString(part)) / Number(toDecimalString(whole))) * 100
  return Number.isFinite(percent) ? String(Number(percent.toFixed(2))) : '-'
}
