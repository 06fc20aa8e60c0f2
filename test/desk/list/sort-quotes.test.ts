import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseColumnOrder, sortQuotes, sumByCurrency } from '../../../src/desk/list/sort-quotes.js'
import type { QuoteView } from '../../../src/engine/operations/read-quotes.js'

const viewOf = (quote: object) =>
  ({
    quoteId: JSON.stringify(quote),
    quote: { customer: {}, products: [], quote_total: '0', ...quote },
  }) as unknown as QuoteView

const words = { locale: 'en', statusLabel: (each: string) => each, userName: (id: string) => id }
const sorted = (quotes: readonly object[], order: string) =>
  sortQuotes(quotes.map(viewOf), parseColumnOrder(order) ?? expect.fail(order), words)

describe('parseColumnOrder', () => {
  it.each(['newest', '', '__proto__', 'total-desc-desc', '-desc', 'toString'])(
    'takes %j for no column',
    (order) => expect(parseColumnOrder(order)).toBeUndefined(),
  )
})

describe('sortQuotes', () => {
  it('sorts numbers by their digits, and those without one last in both directions', () => {
    const quotes = [{}, { number: 'Q-10' }, { number: 'Q-9' }]
    const numbers = (order: string) => sorted(quotes, order).map(({ quote }) => quote.number)
    expect(numbers('number')).toEqual(['Q-9', 'Q-10', undefined])
    expect(numbers('number-desc')).toEqual(['Q-10', 'Q-9', undefined])
  })

  it('sorts totals within their currency', () => {
    const quotes = [
      { currency: 'USD', quote_total: '9.00' },
      { currency: 'EUR', quote_total: '5.00' },
      { currency: 'USD', quote_total: '10.00' },
    ]
    const totals = (order: string) => sorted(quotes, order).map(({ quote }) => quote.quote_total)
    expect(totals('total')).toEqual(['5.00', '9.00', '10.00'])
    expect(totals('total-desc')).toEqual(['5.00', '10.00', '9.00'])
  })
})

describe('sumByCurrency', () => {
  it('has what the customers pay, with the decimals of the amounts', () => {
    const amounts = { total: '12.52', payable: '12.50' }
    expect(
      sumByCurrency([
        viewOf({ currency: 'CHF', quote_total: '10.00', amounts }),
        viewOf({ currency: 'CHF', quote_total: '0.50' }),
        viewOf({ currency: 'JPY', quote_total: '300' }),
        viewOf({ quote_total: '-1.5' }),
      ]),
    ).toEqual([
      { currency: 'CHF', sum: '13.00' },
      { currency: 'JPY', sum: '300' },
      { currency: '', sum: '-1.5' },
    ])
  })

  it('equals a fold of integers', () => {
    const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    const toDecimal = (value: bigint) => {
      const digits = String(value < 0n ? -value : value).padStart(3, '0')
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    }
    const quotes = fc.array(fc.record({ currency: fc.constantFrom('EUR', 'USD'), cents }))
    fc.assert(
      fc.property(quotes, (each) => {
        const sums = sumByCurrency(
          each.map(({ currency, cents: value }) =>
            viewOf({ currency, quote_total: toDecimal(value) }),
          ),
        )
        for (const { currency, sum } of sums) {
          const own = each.filter((quote) => quote.currency === currency)
          expect(sum).toBe(toDecimal(own.reduce((total, quote) => total + quote.cents, 0n)))
        }
      }),
    )
  })
})
