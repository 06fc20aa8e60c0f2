import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getOpenLines, getOrderParts } from '../../../src/quote/lifecycle/order-parts.js'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { OrderedLine } from '../../../src/quote/model/order-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { orderQuote } from '../../../src/quote/operations/order.js'
import { getAcceptedQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'

/** Everything that a quote says of money, by what it is of. */
function moneyOf(quote: Quote): ReadonlyMap<string, Decimal> {
  const money = new Map<string, Decimal>()
  const count = (name: string, amount: number | string = 0) =>
    money.set(name, (money.get(name) ?? new Decimal(0)).plus(amount))
  const { amounts, taxes, discounts = [], charges = [], shipping, products } = showKeys(quote)
  for (const { key, quote_total, price_total, discount_total, qty } of products) {
    count(`line ${key}`, quote_total)
    count(`list price ${key}`, price_total)
    count(`discount of line ${key}`, discount_total)
    count(`quantity ${key}`, qty)
  }
  count('lines', quote.quote_total)
  const labels = (each: { label?: string; on?: string; tax_code?: string }) =>
    JSON.stringify([each.label, each.on, each.tax_code])
  for (const each of discounts) {
    count(`discounts ${labels(each)}`, each.amount)
    for (const [key, share] of Object.entries(each.shares)) count(`discount ${key}`, share)
  }
  for (const each of charges) {
    count(`charge ${each.key}`, each.amount)
    for (const [key, share] of Object.entries(each.shares ?? {})) count(`charge of ${key}`, share)
  }
  count('shipping', shipping.product?.price)
  for (const [kind, of] of [
    ['tax', taxes],
    ['removed tax', taxes?.removed],
  ] as const)
    for (const { line, name, rate, amount, base } of of?.portions ?? []) {
      count(`${kind} ${name} ${rate} of ${line}`, amount)
      if (base !== undefined) count(`base of ${kind} ${name} ${rate} of ${line}`, base)
    }
  for (const [kind, of] of [
    ['tax', taxes],
    ['removed tax', taxes?.removed],
  ] as const)
    for (const { name, rate, base, net, amount } of of?.rates ?? []) {
      count(`sum of ${kind} ${name} ${rate}`, amount)
      count(`base of ${kind} ${name} ${rate}`, base)
      if (net !== undefined) count(`net of ${kind} ${name} ${rate}`, net)
    }
  const { recurring = [], rounding_step: _, ...sums } = amounts ?? { recurring: [] }
  for (const [name, amount] of Object.entries(sums)) count(name, amount as string)
  for (const { total, ...billing } of recurring) count(JSON.stringify(billing), total)
  // What is absent costs nothing.
  if (amounts?.payable === undefined) count('payable', amounts?.total)
  if (amounts?.upfront === undefined) count('upfront', amounts?.total)
  count('total', quote.total)
  return money
}

function sumOf(all: readonly ReadonlyMap<string, Decimal>[]): Readonly<Record<string, string>> {
  const sums = new Map<string, Decimal>()
  for (const each of all)
    for (const [name, amount] of each)
      sums.set(name, (sums.get(name) ?? new Decimal(0)).plus(amount))
  const isSome = ([, amount]: readonly [string, Decimal]) => !amount.isZero()
  return Object.fromEntries(
    [...sums].filter(isSome).map(([name, amount]) => [name, amount.toFixed()]),
  )
}

/** Takes some of what is open, chosen by numbers from 0 to 1. */
function takeSome(
  open: readonly OrderedLine[],
  choices: readonly number[],
  round: number,
): readonly OrderedLine[] {
  return open.flatMap(({ key, qty }, index) => {
    const choice = choices[(index + round * 7) % choices.length] ?? 1
    // A third of the lines is left out, and another third taken as a whole.
    const share = choice < 1 / 3 ? 0 : choice > 2 / 3 ? 1 : choice * 3 - 1
    const taken = Math.round(qty * share * 1_000) / 1_000
    return taken > 0 ? [{ key, qty: Math.min(taken, qty) }] : []
  })
}

const { quoteIn } = quoteArbitraries(fc, { quantityDecimals: 3, unitPriceDecimals: 10 })

/** An accepted quote of which nothing is ordered. */
const accepted = quoteIn('accepted').map(({ order: _, order_parts: __, ...quote }): Quote => quote)

const recordOf = (value: Quote) =>
  ({
    kind: 'quote',
    id: 'quote-1',
    version: 9,
    updated: 0,
    value,
    replay: { base: 1, size: 0 },
  }) as const

/** Orders a quote in up to five parts, the last of which is all that is left. */
function orderInParts(quote: Quote, choices: readonly number[], count: number): Quote {
  let current = quote
  for (let round = 0; round < count && getOpenLines(current).length > 0; round += 1) {
    const open = getOpenLines(current)
    const lines = round === count - 1 ? open : takeSome(open, choices, round)
    if (lines.length === 0) continue
    const input = { now: 1_000 + round, orderId: `order-${round}`, lines }
    current = orderQuote(recordOf(current), input, defaultPolicy)?.record.value ?? current
  }
  return current
}

const choices = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 })
/** Several ways to cut one quote, because generating the quote takes longest. */
const cuts = fc.array(fc.tuple(choices, fc.integer({ min: 1, max: 5 })), {
  minLength: 4,
  maxLength: 4,
})

describe('getOrderParts', () => {
  it('returns parts that sum to what was accepted, in all that they say of money', () => {
    fc.assert(
      fc.property(accepted, cuts, (quote, all) => {
        const whole = sumOf([moneyOf(getAcceptedQuote(quote))])
        for (const [chosen, count] of all) {
          const ordered = orderInParts(quote, chosen, count)
          expect(ordered.status).toBe('ordered')
          const { ordered: parts, open } = getOrderParts(ordered)
          expect(open).toBeUndefined()
          expect(sumOf(parts.map(moneyOf))).toEqual(whole)
          expect(verifyQuote(ordered)).toEqual([])
        }
      }),
    )
  })

  it('returns what is left of a quote of which not everything is ordered, so that all sums', () => {
    fc.assert(
      fc.property(accepted, cuts, (quote, all) => {
        const whole = sumOf([moneyOf(getAcceptedQuote(quote))])
        for (const [chosen, count] of all) {
          let current = quote
          for (let round = 0; round < count; round += 1) {
            const lines = takeSome(getOpenLines(current), chosen, round)
            if (lines.length === 0) continue
            const input = { now: 1_000, orderId: `order-${round}`, lines }
            current = orderQuote(recordOf(current), input, defaultPolicy)?.record.value ?? current
          }
          const { ordered, open } = getOrderParts(current)
          const parts = open === undefined ? ordered : [...ordered, open]
          expect(sumOf(parts.map(moneyOf))).toEqual(whole)
        }
      }),
    )
  })
})
