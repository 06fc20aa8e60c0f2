import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { newQuote } from '../sample-quotes.js'

const line = (name: string, price: string, section?: string) => ({
  name,
  price,
  qty: 1,
  ...(section !== undefined && { section }),
})

describe('createDocument of running totals', () => {
  it('adds what is shown, and prices that are not shown with the sum of their section', async () => {
    const quote = await newQuote({
      customer: {},
      sections: [
        { key: 'a', title: 'A', show: 'lines' },
        { key: 'b', title: 'B', show: 'total' },
        { key: 'c', title: 'C' },
      ],
      products: [
        line('Loose', '1.00'),
        line('A1', '2.00', 'a'),
        line('A2', '4.00', 'a'),
        line('B1', '8.00', 'b'),
        line('C1', '16.00', 'c'),
      ],
    })
    const { lines } = createDocument(quote)
    expect(lines.map(({ name, runningTotal }) => [name, runningTotal])).toEqual([
      ['Loose', '1.00'],
      ['A', '1.00'],
      ['A1', '1.00'],
      ['A2', '1.00'],
      ['Subtotal: A', '7.00'],
      ['B', '15.00'],
      ['C', '15.00'],
      ['C1', '31.00'],
      ['Subtotal: C', '31.00'],
    ])
  })

  it('leaves out what the total is without', async () => {
    const quote = await newQuote({
      customer: {},
      products: [
        line('Desk', '10.00'),
        { ...line('Lamp', '5.00'), optional: true, selected: false },
      ],
    })
    const { lines } = createDocument(quote)
    expect(lines.map(({ runningTotal }) => runningTotal)).toEqual(['10.00', '10.00'])
  })

  it('ends with the sum of the lines, of any quote', () => {
    const { quoteIn } = quoteArbitraries(fc)
    for (const status of ['new', 'accepted', 'ordered'] as const)
      for (const quote of fc.sample(quoteIn(status), 40)) {
        const { lines, totals } = createDocument(quote)
        expect(lines.at(-1)?.runningTotal).toBe(totals[0]?.amount)
      }
  })
})
