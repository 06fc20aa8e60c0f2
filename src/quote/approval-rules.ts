import { QuoteError } from '../errors.js'
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
} from '../money/amount.js'
import { wholePercent } from '../money/rounding.js'
import { describeValue } from '../validation/describe-value.js'
import type { ApprovalRequirement } from './approvals/approval.js'
import { getLineKey } from './lines/line-keys.js'
import { timesQuantity } from './lines/line-pricing.js'
import { parsePercent } from './lines/line-request.js'
import type { ProductLine, Quote } from './quote.js'

/** A rule about the approvals of quotes, for the option `approvals.require`. */
export type ApprovalRule = (quote: Quote) => readonly ApprovalRequirement[]

/** What a rule says to people. */
export interface ApprovalRuleOptions {
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
 * on the lines and by the discounts of the quote together. The approval is for the sum of the list
 * prices and what is offered for it.
 *
 * @param percent From 0 to 100, with up to four decimals.
 * @throws QuoteError `invalid_options` if it is no such percentage
 *
 * @example
 * createQuoteEngine({ storage, catalog, approvals: { require: discountAbove(20) } })
 */
export function discountAbove(
  percent: number | string,
  { by, label }: ApprovalRuleOptions = {},
): ApprovalRule {
  const limit = parseLimit(percent)
  const shown = toDecimalString(limit)
  const toLabel = label ?? ((each) => `Discount of ${each} %, more than ${shown} %`)
  return ({ price_total: price, quote_total: total, discounts = [] }) => {
    const list = parse(price)
    const offered = subtract(parse(total), sumOf(discounts.map(({ amount }) => amount)))
    const discount = subtract(list, offered)
    if (!isGreaterThan(times(discount, wholePercent), times(list, limit))) return []
    const covers = { list: toDecimalString(list), offered: toDecimalString(offered) }
    const id = `discount-above-${shown}`
    return [{ id, label: toLabel(percentOf(discount, list)), by, covers }]
  }
}

/** A line with the cost of a unit among its fields that buyers do not see. */
type LineWithCost = ProductLine & { readonly internal_fields?: { readonly cost?: unknown } }

/**
 * Creates a rule that requires an approval if the margin is below a percentage of what is offered,
 * without taxes. It reads the cost of a unit from the field `cost` of `internal_fields` of each
 * line: a number or a decimal string, in the currency of the quote. Lines without it, and shipping,
 * do not count. The approval is for what is offered for the lines and what they cost.
 *
 * @param percent From 0 to 100, with up to four decimals.
 * @throws QuoteError `invalid_options` if it is no such percentage
 *
 * @example
 * require: (quote) => [...discountAbove(20)(quote), ...marginBelow(15, { by: 'CFO' })(quote)]
 */
export function marginBelow(
  percent: number | string,
  { by, label }: ApprovalRuleOptions = {},
): ApprovalRule {
  const limit = parseLimit(percent)
  const shown = toDecimalString(limit)
  const toLabel = label ?? ((each) => `Margin of ${each} %, less than ${shown} %`)
  return (quote) => {
    const keys = new Set<string>()
    let cost: Amount = zero
    let offered: Amount = zero
    for (const [index, line] of quote.products.entries()) {
      const unitCost = getCost(line, index)
      if (unitCost === undefined) continue
      keys.add(getLineKey(line, index))
      cost = add(cost, timesQuantity(unitCost, line.qty, exactly))
      offered = add(offered, parse(line.quote_total))
    }
    offered = subtract(offered, sumOf(amountsWithin(quote, keys)))
    const margin = subtract(offered, cost)
    if (!isGreaterThan(times(offered, limit), times(margin, wholePercent))) return []
    const covers = { offered: toDecimalString(offered), cost: toDecimalString(cost) }
    const id = `margin-below-${shown}`
    return [{ id, label: toLabel(percentOf(margin, offered)), by, covers }]
  }
}

const exactly = { decimals: maxUnitDecimals, rounding: 'half-up' } as const

/** @throws TypeError if it is neither absent nor an amount, so that no margin is missed */
function getCost(line: LineWithCost, index: number): Amount | undefined {
  const cost = line.internal_fields?.cost
  if (cost === undefined || cost === null) return undefined
  const amount = parseUnitAmount(cost)
  if (amount !== undefined) return amount
  const path = `products[${index}].internal_fields.cost`
  throw new TypeError(
    `${path} must be a number or a decimal string, received ${describeValue(cost)}`,
  )
}

/** Returns what the totals of lines contain and the seller does not get: discounts and taxes. */
function amountsWithin(
  { discounts = [], taxes }: Quote,
  keys: ReadonlySet<string>,
): readonly string[] {
  const shares = discounts.flatMap((discount) =>
    Object.entries(discount.shares).filter(([key]) => keys.has(key)),
  )
  const included = [
    ...(taxes?.inclusive ? taxes.portions : []),
    ...(taxes?.removed?.portions ?? []),
  ].filter(({ line }) => keys.has(line))
  return [...shares.map(([, share]) => share), ...included.map(({ amount }) => amount)]
}

function parseLimit(percent: unknown): Amount & number {
  const limit = parsePercent(percent)
  if (limit !== undefined) return limit
  const expected = 'must be a percentage from 0 to 100 with up to four decimals'
  const message = `${expected}, received ${describeValue(percent)}`
  throw new QuoteError('invalid_options', { errors: { percent: message } })
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
