import { describe, expect, it } from 'vitest'
import { quoteOf, taxedWith, totalOf, updatedBy } from './priced-quotes.js'

// Numbers that other systems have got wrong, and what they must come to.

const hundreds = [
  ['100.00', 1],
  ['100.00', 1],
  ['100.00', 1],
] as const
const steps = [
  ['100.00', 1],
  ['200.00', 1],
  ['300.00', 1],
] as const
const percent = (value: number | string, lines?: readonly string[]) => ({
  type: 'percent',
  value,
  ...(lines && { lines }),
})
const amount = (value: number | string, lines?: readonly string[]) => ({
  type: 'amount',
  value,
  ...(lines && { lines }),
})
const target = (value: number | string) => ({ type: 'target', value })
const discountsOf = ({ value: { discounts = [] } }: ReturnType<typeof quoteOf>) => discounts

describe('createQuote and discounts', () => {
  it('allocates 10.00 off three lines of 100.00 as 3.34, 3.33 and 3.33', () => {
    const record = quoteOf(hundreds, { discounts: [amount('10.00')] })
    const [discount] = discountsOf(record)
    expect(discount?.shares).toEqual({ '1-1': '3.34', '1-2': '3.33', '1-3': '3.33' })
    expect(totalOf(record)).toBe('290.00')
  })

  it('allocates all of 10.00 where erpnext#58042 allocates 9.98', () => {
    const lines = [...Array(7)].map(() => ['14.29', 1] as const)
    const record = quoteOf(lines, { discounts: [amount('10.00')] })
    const shares = Object.values(discountsOf(record)[0]?.shares ?? {})
    expect(shares.sort()).toEqual(['1.42', ...Array(6).fill('1.43')])
    expect(shares.reduce((sum, share) => sum + Math.round(Number(share) * 100), 0)).toBe(1_000)
    expect(totalOf(record)).toBe('90.03')
  })

  it('takes 100 % off 2.25 × 64.22 and leaves 0.00, where odoo#248889 leaves a cent', () => {
    const record = quoteOf([['64.22', 2.25]], { discounts: [percent(100)] })
    expect(record.value.quote_total).toBe('144.50')
    expect(discountsOf(record)[0]?.amount).toBe('144.50')
    expect(totalOf(record)).toBe('0.00')
  })

  it('takes nothing from lines that cost nothing, where OCA#4557 takes −0.01', () => {
    const discounts = [
      percent('33.33'),
      percent('33.33'),
      percent(100),
      amount('0.01'),
      percent(50),
    ]
    const record = quoteOf([['0.01', 3], ...hundreds, ['0.00', 5]], { discounts })
    const [, , , ...last] = discountsOf(record)
    const nothing = Object.fromEntries(
      ['1-1', '1-2', '1-3', '1-4', '1-5'].map((key) => [key, '0.00']),
    )
    expect(last.map(({ amount: taken }) => taken)).toEqual(['0.00', '0.00'])
    expect(last.map(({ shares }) => shares)).toEqual([nothing, nothing])
    expect(totalOf(record)).toBe('0.00')
  })

  it('takes 8.95 with 25 % off 2 × 17.90', () => {
    const record = quoteOf([['17.90', 2]], { discounts: [percent(25)] })
    expect(discountsOf(record)[0]?.amount).toBe('8.95')
    expect(totalOf(record)).toBe('26.85')
  })

  it('takes 0.43 off 4.66 × 3', () => {
    expect(totalOf(quoteOf([['4.66', 3]], { discounts: [amount('0.43')] }))).toBe('13.55')
  })

  it('takes 10 % off 399.00 × 25', () => {
    const record = quoteOf([['399.00', 25]], { discounts: [percent(10)] })
    expect(discountsOf(record)[0]?.amount).toBe('997.50')
    expect(totalOf(record)).toBe('8977.50')
  })

  it('takes a percentage after an amount after a target, each from what is left', () => {
    const record = quoteOf(steps, { discounts: [target(550), amount('49.99'), percent(10)] })
    expect(discountsOf(record).map((discount) => discount.amount)).toEqual([
      '50.00',
      '49.99',
      '50.00',
    ])
    expect(totalOf(record)).toBe('450.01')
    expect(record.value.quote_total).toBe('600.00')
    expect(record.value.products.map((line) => line.quote)).toEqual(['100.00', '200.00', '300.00'])
  })

  it('takes another amount if the same discounts have another order', () => {
    const first = quoteOf([['100.00', 1]], { discounts: [percent(10), amount(10)] })
    const second = quoteOf([['100.00', 1]], { discounts: [amount(10), percent(10)] })
    expect([totalOf(first), totalOf(second)]).toEqual(['80.00', '81.00'])
  })

  it('takes discounts off some of the lines only', () => {
    const discounts = [percent(10, ['1-2']), amount(30, ['1-1', '1-3'])]
    const record = quoteOf(steps, { discounts })
    expect(discountsOf(record).map(({ shares }) => shares)).toEqual([
      { '1-2': '20.00' },
      { '1-1': '7.50', '1-3': '22.50' },
    ])
    expect(totalOf(record)).toBe('550.00')
  })

  it('takes at most what the lines cost', () => {
    const whole = quoteOf(steps, { discounts: [amount(1_000)] })
    expect(discountsOf(whole)[0]).toMatchObject({ value: '1000.00', amount: '600.00' })
    expect(totalOf(whole)).toBe('0.00')
    const some = quoteOf(steps, { discounts: [amount(500, ['1-1'])] })
    expect(discountsOf(some)[0]).toMatchObject({ amount: '100.00', shares: { '1-1': '100.00' } })
    expect(totalOf(some)).toBe('500.00')
  })

  it('reports the residue of a target above what the lines cost', () => {
    const record = quoteOf(steps, { discounts: [target(700)] })
    expect(discountsOf(record)[0]).toMatchObject({ amount: '0.00', residue: '100.00' })
    expect(totalOf(record)).toBe('600.00')
  })

  it('reaches a target exactly, also one of 0', () => {
    const record = quoteOf([['33.33', 3]], { discounts: [target('66.67')] })
    expect(discountsOf(record)[0]).not.toHaveProperty('residue')
    expect(totalOf(record)).toBe('66.67')
    expect(totalOf(quoteOf(steps, { discounts: [target(0)] }))).toBe('0.00')
  })
})

describe('createQuote and precision', () => {
  it('adds three lines of 0.335 up as they are shown', () => {
    const lines = [...Array(3)].map(() => ['0.335', 1] as const)
    const { value: rounded } = quoteOf(lines)
    expect(rounded.products.map((line) => line.quote_total)).toEqual(['0.34', '0.34', '0.34'])
    expect(rounded.quote_total).toBe('1.02')
    const { value: exact } = quoteOf(lines, {}, { unitPriceDecimals: 3 })
    expect(exact.products.map((line) => line.quote)).toEqual(['0.335', '0.335', '0.335'])
    expect(exact.quote_total).toBe('1.02')
    const { value: inOneLine } = quoteOf([['0.335', 3]], {}, { unitPriceDecimals: 3 })
    expect(inOneLine.quote_total).toBe('1.01')
  })

  it('prices 100,000 screws at 0.015 as 1500.00 with four decimals', () => {
    const { value: exact } = quoteOf([['0.015', 100_000]], {}, { unitPriceDecimals: 4 })
    expect(exact.products[0]).toMatchObject({ quote: '0.0150', quote_total: '1500.00' })
    const { value: published } = quoteOf([['0.015', 100_000]])
    expect(published.products[0]).toMatchObject({ quote: '0.02', quote_total: '2000.00' })
  })

  it('prices 2.5 × 19.99 as 49.98', () => {
    expect(quoteOf([['19.99', 2.5]]).value.quote_total).toBe('49.98')
    const { value: even } = quoteOf([['19.99', 2.5]], {}, { rounding: 'half-even' })
    expect(even.quote_total).toBe('49.98')
    expect(quoteOf([['19.98', 0.125]]).value.quote_total).toBe('2.50')
  })

  it('shows yen without decimals, and dinars of Kuwait with three', () => {
    const { value: yen } = quoteOf([['333.4', 3]], { currency: 'JPY' })
    expect(yen).toMatchObject({ currency: 'JPY', decimals: 0, quote_total: '999' })
    expect(yen.products[0]).toMatchObject({ quote: '333', price: 333.4, price_total: 1_000 })
    const { value: dinars } = quoteOf([['1.234', 3]], { currency: 'KWD' })
    expect(dinars).toMatchObject({ currency: 'KWD', decimals: 3, quote_total: '3.702' })
    expect(dinars.products[0]).toMatchObject({ quote: '1.234', quote_total: '3.702' })
  })

  it('prices the same quote in two currencies with the decimals of each', () => {
    const request = { discounts: [amount(10), percent('33.3')] }
    const yen = quoteOf(hundreds, { ...request, currency: 'JPY' })
    const dinars = quoteOf(hundreds, { ...request, currency: 'KWD' })
    expect(discountsOf(yen).map(({ shares }) => Object.values(shares))).toEqual([
      ['4', '3', '3'],
      ['32', '33', '32'],
    ])
    expect(discountsOf(dinars).map(({ shares }) => Object.values(shares))).toEqual([
      ['3.334', '3.333', '3.333'],
      ['32.190', '32.190', '32.190'],
    ])
    expect([totalOf(yen), totalOf(dinars)]).toEqual(['193', '193.430'])
  })
})

describe('updateQuote and discounts', () => {
  it('changes no share if the lines are reordered', () => {
    const lines = [
      ['0.01', 1],
      ['0.01', 1],
      ['0.03', 1],
      ['0.01', 1],
    ] as const
    const record = quoteOf(lines, { discounts: [amount('0.02'), percent(50)] })
    const keys = ['1-4', '1-2', '1-3', '1-1']
    const replaced = updatedBy(record, { products: keys.map((key) => ({ key })) })
    expect(replaced.value.products.map(({ key }) => key)).toEqual(keys)
    expect(replaced.value.discounts).toEqual(record.value.discounts)
    const ordered = updatedBy(record, { product_order: keys })
    expect(ordered.value.product_order).toEqual(keys)
    expect(ordered.value.discounts).toEqual(record.value.discounts)
    expect([totalOf(replaced), totalOf(ordered)]).toEqual(Array(2).fill(totalOf(record)))
  })

  it('takes a percentage off a changed line again', () => {
    const record = quoteOf(steps, { discounts: [percent(10)] })
    const after = updatedBy(record, { product_changes: [{ key: '1-1', qty: 2 }] })
    expect(discountsOf(after)[0]).toMatchObject({
      amount: '70.00',
      shares: { '1-1': '20.00', '1-2': '20.00', '1-3': '30.00' },
    })
    expect(totalOf(after)).toBe('630.00')
  })

  it('removes a line from discounts, and a discount that was for this line only', () => {
    const record = quoteOf(steps, { discounts: [percent(10, ['1-1']), amount(30, ['1-1', '1-3'])] })
    const after = updatedBy(record, { product_changes: [{ key: '1-1', remove: true }] })
    expect(discountsOf(after)).toEqual([
      {
        type: 'amount',
        value: '30.00',
        lines: ['1-3'],
        amount: '30.00',
        shares: { '1-3': '30.00' },
      },
    ])
    const none = updatedBy(after, { discounts: null })
    expect(none.value).not.toHaveProperty('discounts')
    expect(none.value).not.toHaveProperty('amounts')
  })
})

describe('priceTaxes', () => {
  it('finds 19.00 in 119.00, and nothing in 0.01, of prices that include 19 %', () => {
    const record = taxedWith(quoteOf([['119.00', 1]]), '19', { inclusive: true })
    expect(record.value.amounts).toMatchObject({ taxes: '19.00', total: '119.00' })
    const cent = taxedWith(quoteOf([['0.01', 1]]), '19', { inclusive: true })
    expect(cent.value.amounts).toMatchObject({ taxes: '0.00', total: '0.01' })
  })

  const thirds = [
    ['33.33', 1],
    ['33.33', 1],
    ['33.33', 1],
  ] as const

  it('taxes three lines of 33.33 at 7.7 % with 7.71 by line', () => {
    const { value } = taxedWith(quoteOf(thirds), '7.7', { taxRounding: 'line' })
    expect(value.taxes?.portions.map((portion) => portion.amount)).toEqual(['2.57', '2.57', '2.57'])
    expect(value.amounts).toMatchObject({ taxes: '7.71', total: '107.70' })
  })

  it('taxes three lines of 33.33 at 7.7 % with 7.70 by rate', () => {
    const { value } = taxedWith(quoteOf(thirds), '7.7', { taxRounding: 'rate' })
    expect(value.taxes?.portions.map((portion) => portion.amount)).toEqual(['2.57', '2.57', '2.56'])
    expect(value.amounts).toMatchObject({ taxes: '7.70', total: '107.69' })
  })

  it('taxes what is left after discounts, and the shipping charge', () => {
    const shipping = { type: 'custom', product: { name: 'Courier', price: '9.90' } }
    const record = quoteOf(hundreds, { discounts: [amount(10)], shipping })
    const { value } = taxedWith(record, '19', { taxRounding: 'line' })
    expect(value.taxes?.portions.map(({ line, amount: tax }) => [line, tax])).toEqual([
      ['1-1', '18.37'],
      ['1-2', '18.37'],
      ['1-3', '18.37'],
      ['shipping', '1.88'],
    ])
    expect(value.amounts).toEqual({
      lines: '300.00',
      discounts: '10.00',
      shipping: '9.90',
      taxes: '56.99',
      total: '356.89',
    })
  })
})
