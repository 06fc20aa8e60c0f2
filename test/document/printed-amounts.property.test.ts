import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUblQuotation } from '../../src/document/index.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { sealOf } from '../../src/quote/model/seal.js'
import { getAcceptedQuote, selectQuote } from '../../src/quote/selection/select-quote.js'
import { splitBundles } from '../../src/quote/taxes/tax-parts.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { type PrintedRow, shownKeys, surfaces } from './printed-rows.js'
import { surprisingQuotes } from './surprising-quotes.js'

const quotes = fc.oneof(
  quoteArbitraries(fc, { quantityDecimals: 3 }).quote,
  quoteArbitraries(fc, { quantityDecimals: 3, unitPriceDecimals: 10 }).quote,
)
/** Checks quotes that a customer could misread, in every run, and then random ones. */
function checkQuotes(check: (quote: Quote) => void): void {
  for (const quote of surprisingQuotes()) check(quote)
  fc.assert(fc.property(quotes, check))
}

/** Returns the parts of a payment plan that are shown. */
const paymentsOf = ({ payment_plan: plan = [] }: Quote) =>
  plan.filter(({ amount }) => /[1-9]/.test(amount))

const printed = surfaces.document as (typeof surfaces)[string]

/** Amounts are compared as integers of so many decimals. */
const decimals = 30
const one = 10n ** BigInt(decimals)

function toUnits(amount: string): bigint {
  const [integer = '', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(integer + fraction.padEnd(decimals, '0'))
  return amount.startsWith('-') ? -units : units
}

/** Returns one unit of the last decimal of an amount. */
function lastUnit(amount: string): bigint {
  return 10n ** BigInt(decimals - (amount.split('.')[1]?.length ?? 0))
}

const times = (left: bigint, right: bigint) => (left * right) / one
const divide = (left: bigint, right: bigint) => (left * one) / right
const sum = (amounts: readonly string[]) => amounts.map(toUnits).reduce((a, b) => a + b, 0n)

/** Returns true if an exact amount is rounded to what is printed, whichever way ties go. */
function isRounded(exact: bigint, printed: string): boolean {
  const difference = exact - toUnits(printed)
  return 2n * (difference < 0n ? -difference : difference) <= lastUnit(printed)
}

/** Returns the amounts to which an exact one can be rounded, whichever way ties go. */
function rounded(exact: bigint, unit: bigint): bigint[] {
  if (exact < 0n) return rounded(-exact, unit).map((amount) => -amount)
  const below = (exact / unit) * unit
  const rest = 2n * (exact - below)
  if (rest === unit) return [below, below + unit]
  return [rest > unit ? below + unit : below]
}

/** Returns what is wrong with what a customer reads of a line; undefined if nothing is. */
function findContradiction(row: PrintedRow): string | undefined {
  const { quantity, per, listPrice, unitPrice, percent = '0', total } = row
  if (total === '') return unitPrice ?? listPrice
  const priced = (price: string) => divide(times(toUnits(price), toUnits(quantity)), toUnits(per))
  if (unitPrice !== undefined) {
    if (!isRounded(priced(unitPrice), total))
      return `${unitPrice} × ${quantity} ÷ ${per} is not ${total}`
    if (listPrice !== undefined && toUnits(listPrice) <= toUnits(unitPrice))
      return `the list price ${listPrice} beside ${unitPrice}`
  } else {
    if (listPrice === undefined) return 'no price'
    const unit = lastUnit(total)
    const amounts = rounded(priced(listPrice), unit).flatMap((list) =>
      rounded(times(list, toUnits(percent)) / 100n, unit).map((share) => list - share),
    )
    if (!amounts.includes(toUnits(total)))
      return `${listPrice} × ${quantity} ÷ ${per} less ${percent} % is not ${total}`
  }
  const steps = row.steps.slice(0, -1)
  const isListed = steps.some(([label]) => label === 'List price')
  const raised = steps.find(
    ([label, value]) => /Sale|Special price|Quantity discount/.test(label) && toUnits(value) > 0n,
  )
  if (raised !== undefined) return `${raised[0]} raises the price by ${raised[1]}`
  const first = steps[0]?.[1] ?? total
  if (isListed && toUnits(first) < toUnits(total)) return `the list price ${first} for ${total}`
  return undefined
}

const isIncluded = (label: string) => label.startsWith('Includes ')
const number = (text: string) =>
  toUnits(/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '') ?? '')

/** Returns which row below the lines is not what its label says; undefined if it is. */
function findMiscalculation(
  totals: readonly (readonly [label: string, amount: string])[],
  index: number,
  quote: Quote,
): string | undefined {
  const [label, amount] = totals[index] as readonly [string, string]
  const printed = amount.replace('-', '')
  const fails = (exact: bigint) =>
    isRounded(exact < 0n ? -exact : exact, printed) ? undefined : `${label}: ${amount}`
  const [, count, value] = /\(([\d,.]+)\u00a0×\u00a0([^)]*)\)/.exec(label) ?? []
  if (count !== undefined && value !== undefined) return fails(times(number(count), number(value)))
  const [, percent, base] = /\(([\d.]+)% of ([^)]*)\)/.exec(label) ?? []
  if (percent !== undefined && base !== undefined)
    return fails(times(number(percent), number(base)) / 100n)
  const before = totals
    .slice(0, index)
    .filter(([each]) => each !== 'Total' && !each.startsWith('Of which '))
  // Without changes of the sum of the lines, the total is the only row.
  const above = sum((before.length === 0 ? totals.slice(0, 1) : before).map(([, each]) => each))
  const [, plain, onShipping] = /\(([\d.]+)%( on shipping)?(?: on [a-z ]+)?\)$/.exec(label) ?? []
  const isReduction = [...(quote.discounts ?? []), ...(quote.charges ?? [])].some(
    (each) => each.type === 'percent' && label.startsWith(each.label ?? 'Discount'),
  )
  if (plain !== undefined && isReduction) {
    const of = onShipping ? toUnits(quote.shipping.product?.price ?? '0') : above
    return fails(times(of, toUnits(plain)) / 100n)
  }
  const { taxes } = quote
  if (taxes === undefined || taxes.stale) return undefined
  const [rate, ...others] = taxes.rates
  if (rate === undefined || others.length > 0 || taxes.removed !== undefined) return undefined
  if (!label.includes(rate.name) || rate.rate === undefined) return undefined
  if (taxes.rounding === 'rate' && label.includes('rounded per item')) return `${label}: needless`
  if (taxes.rounding !== 'rate') return undefined
  return isIncluded(label)
    ? fails((above * toUnits(rate.rate)) / (100n * one + toUnits(rate.rate)))
    : fails(times(above, toUnits(rate.rate)) / 100n)
}

/** Returns what the rows add up to that the total has. */
function sumOfRows(rows: readonly PrintedRow[]): bigint {
  const sections: PrintedRow[][] = [[]]
  for (const row of rows) {
    if (row.type === 'section') sections.push([])
    sections.at(-1)?.push(row)
  }
  return sections.map(sumOfSection).reduce((left, right) => left + right, 0n)
}

/** Returns the sum of a section, which is that of its lines if they have prices. */
function sumOfSection(rows: readonly PrintedRow[]): bigint {
  const lines = rows.filter(({ type }) => type === 'line')
  const taken = lines.filter(({ saysLeftOut }) => !saysLeftOut)
  const ofLines = sum(taken.map(({ total }) => total))
  const shown = rows.find(({ type, total }) => type !== 'line' && total !== '')
  if (shown === undefined) return ofLines
  if (lines.some(({ total }) => total !== '')) expect(toUnits(shown.total)).toBe(ofLines)
  return shown.isLeftOut ? 0n : toUnits(shown.total)
}

describe('what a customer reads', () => {
  it('has prices that lead to the amounts', () => {
    checkQuotes((quote) => {
      const { rows } = printed(quote, { priceSteps: true })
      const lines = rows.filter(({ type }) => type === 'line')
      expect(lines).toHaveLength(shownKeys(getAcceptedQuote(quote)).length)
      expect(lines.flatMap((row) => findContradiction(row) ?? [])).toEqual([])
    })
  })

  it('has rows that sum to the total, and to what is paid', () => {
    checkQuotes((quote) => {
      const { rows, totals: all } = printed(quote)
      const accepted = getAcceptedQuote(quote)
      const { amounts } = accepted
      const totals = all.slice(0, all.length - paymentsOf(accepted).length)
      const [[label, first = ''] = []] = totals
      expect(sumOfRows(rows)).toBe(toUnits(first))
      const total = totals.findIndex(([each]) => each === 'Total')
      const payable = totals.findIndex(([each]) => each === 'To pay')
      const of = (start: number, end: number) =>
        sum(totals.slice(start, end).map(([name, amount]) => (isIncluded(name) ? '0' : amount)))
      if (total > 0) {
        expect(label).toBe('Subtotal')
        expect(of(0, total)).toBe(of(total, total + 1))
      }
      const isPart = ([each]: readonly [string, string]) => each.startsWith('Of which ')
      const parts = totals.filter(isPart)
      expect(parts.length > 0).toBe(amounts?.recurring !== undefined)
      expect(totals.slice(total + 1, total + 1 + parts.length)).toEqual(parts)
      if (parts.length > 0)
        expect(of(total + 1, total + 1 + parts.length)).toBe(of(total, total + 1))
      const left = of(total, totals.length - 1) - sum(parts.map(([, amount]) => amount))
      const isLast = payable === -1 ? total + parts.length : payable
      expect(isLast).toBe(totals.length - 1)
      if (payable !== -1) expect(left).toBe(of(payable, payable + 1))
      const paid = totals[payable === -1 ? total : payable]?.[1] ?? ''
      expect(toUnits(paid)).toBe(toUnits(amounts?.payable ?? amounts?.total ?? first))
    })
  })

  it('has a payment plan whose parts sum to what is charged once', () => {
    checkQuotes((quote) => {
      const accepted = getAcceptedQuote(quote)
      const plan = paymentsOf(accepted)
      if (plan.length === 0) return
      const rows = printed(quote).totals.slice(-plan.length)
      expect(rows.map(([label]) => label.split(' (')[0])).toEqual(plan.map(({ label }) => label))
      const { amounts, quote_total: lines } = accepted
      const recurring = sum((amounts?.recurring ?? []).map(({ total }) => total))
      const once = toUnits(amounts?.payable ?? amounts?.total ?? lines) - recurring
      expect(sum(rows.map(([, amount]) => amount))).toBe(once)
    })
  })

  it('has labels that say how the amounts come about', () => {
    checkQuotes((quote) => {
      const { totals } = printed(quote)
      const accepted = getAcceptedQuote(quote)
      const wrong = totals.flatMap((_, index) => findMiscalculation(totals, index, accepted) ?? [])
      expect(wrong).toEqual([])
    })
  })

  it('is the same on every surface, with the steps of prices and without', () => {
    checkQuotes((quote) => {
      const document = printed(quote)
      const withSteps = rowsWithSteps(printed, quote)
      for (const [name, print] of Object.entries(surfaces)) {
        expect([name, print(quote)]).toEqual([name, document])
        expect([name, rowsWithSteps(print, quote)]).toEqual([name, withSteps])
      }
    })
  })
})

/** Returns rows without their percentages, which look like the steps beside them. */
function rowsWithSteps(print: typeof printed, quote: Quote) {
  return print(quote, { priceSteps: true }).rows.map(({ percent: _, ...row }) => row)
}

describe('createUblQuotation', () => {
  it('has prices that lead to the amounts', () => {
    checkQuotes((quote) => {
      // An offer below 0 cannot be sent.
      if (quote.seal === undefined && (quote.amounts?.total ?? quote.quote_total).startsWith('-'))
        return
      const sent = { ...quote, status: 'sent', revision: 1, sent: quote.created } as Quote
      const xml = createUblQuotation(
        { quoteId: 'q', quote: { ...sent, seal: sealOf(sent) } },
        { seller: { company: 'Chairs Ltd' }, document: { currency: 'EUR' } },
      )
      const items = [...xml.matchAll(/<cac:LineItem>(.*?)<\/cac:LineItem>/gs)].map(([item]) => item)
      const plain = selectQuote(getAcceptedQuote(quote))
      // A bundle with several tax codes has a line for each.
      const { products } = plain.taxes === undefined ? plain : splitBundles(plain)
      expect(items).toHaveLength(products.length)
      for (const item of items) {
        const number = (name: string, text: string) =>
          new RegExp(`<cbc:${name}\\b[^>]*>([^<]*)<`).exec(text)?.[1] ?? '0'
        const [outside = '', price = ''] = item.split('<cac:Price>')
        const [unit, base] = [number('PriceAmount', price), number('BaseQuantity', price)]
        const list = number('BaseAmount', price)
        if (list !== '0') {
          expect(toUnits(list)).toBeGreaterThan(toUnits(unit))
          expect(toUnits(list) - toUnits(number('Amount', price))).toBe(toUnits(unit))
        }
        const extension = number('LineExtensionAmount', outside)
        const [, allowance = ''] =
          /<cac:AllowanceCharge>(.*?)<\/cac:AllowanceCharge>/s.exec(outside) ?? []
        // A percentage off a line below 0 is a charge: it takes less off.
        const isCharge = allowance.includes('<cbc:ChargeIndicator>true<')
        const taken = toUnits(number('Amount', allowance)) * (isCharge ? -1n : 1n)
        const full = times(toUnits(unit), toUnits(number('Quantity', outside)))
        const exact = base === '0' ? full : (full * one) / toUnits(base)
        const [amount = 0n, tie = amount] = rounded(exact, lastUnit(extension))
        expect([amount - taken, tie - taken]).toContain(toUnits(extension))
        if (allowance !== '')
          expect([amount, tie].map((each) => (each < 0n ? -each : each))).toContain(
            toUnits(number('BaseAmount', allowance)),
          )
      }
    })
  })
})

describe('createDocument', () => {
  it('has a column only if a line has a value for it', () => {
    checkQuotes((quote) => {
      const { columns, lines } = createDocument(quote)
      for (const column of ['listPrice', 'unitPrice'] as const)
        expect(columns[column] !== undefined).toBe(lines.some((line) => line[column] !== undefined))
    })
  })
})
