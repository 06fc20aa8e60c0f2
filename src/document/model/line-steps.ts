import { type Amount, isGreaterThan, parseUnitAmount, subtract } from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'
import { getDecimals } from '../../quote/lines/line-pricing.js'
import type { Quote } from '../../quote/model/quote.js'
import {
  explainQuote,
  type LineExplanation,
  type PriceStep,
} from '../../quote/verify/explain-quote.js'

/** A step as a customer reads it. `price` is all that leads to the price of a line. */
export type ShownStep = Pick<PriceStep, 'label' | 'change' | 'included' | 'percent'> & {
  readonly type: PriceStep['type'] | 'price'
}

/** How a line comes to what the customer pays, as a customer reads it. */
export interface ShownSteps {
  readonly steps: readonly ShownStep[]
  readonly total: string
}

/** Returns the steps of the lines that have more than one, by their keys. */
export function shownSteps(quote: Quote): ReadonlyMap<string, ShownSteps> {
  const shown = explainQuote(quote).lines.map(
    ({ key, steps, total }) => [key, { steps: withoutSurcharges(steps), total }] as const,
  )
  // The list price alone is what the line shows anyway.
  return new Map(shown.filter(([, { steps }]) => steps.length > 1))
}

/** The steps that lead to the offered price of a line. */
const priceTypes: ReadonlySet<PriceStep['type']> = new Set([
  'list',
  'calculated',
  'price_break',
  'rounding',
  'percent',
  'offered',
])

/**
 * Returns steps of which none is a surcharge under the name of a reduction: a price above the list
 * price is the price, without steps; and what is added to a sale is less taken off the list price.
 */
function withoutSurcharges(steps: LineExplanation['steps']): readonly ShownStep[] {
  const ofPrice = steps.filter(({ type }) => priceTypes.has(type))
  const others = steps.slice(ofPrice.length)
  const [list] = ofPrice
  const last = ofPrice.at(-1)
  if (list === undefined || last === undefined) return steps
  const change = subtract(parse(last.after), parse(list.after))
  if (isGreaterThan(change, parse('0'))) return [{ type: 'price', change: last.after }, ...others]
  const named = ofPrice.filter(({ type }) => type !== 'rounding')
  const isRaised = named.slice(1).some((step) => isGreaterThan(parse(step.change), parse('0')))
  if (!isRaised) return steps
  const { type = 'offered' } = named.at(-1) ?? {}
  const net = { type, change: toFixedAtLeast(change, getDecimals(list.after)) }
  return [list, ...(/[1-9]/.test(net.change) ? [net] : []), ...others]
}

const parse = (value: string) => parseUnitAmount(value) as Amount
