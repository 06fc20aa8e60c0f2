import { describe, expect, it } from 'vitest'
import { type Amount, parseAmount, toDecimalString } from '../../../src/money/amount.js'
import { parseTaxResponse } from '../../../src/quote/taxes/tax-response.js'
import { fieldErrorsOf } from '../samples.js'

const amount = (value: string) => parseAmount(value) as Amount
const taxables = new Map([
  ['1-1', amount('100.00')],
  ['1-2', amount('50.00')],
  ['shipping', amount('5.00')],
])
const exclusive = { taxables, decimals: 2, inclusive: false }
const parse = (response: unknown, context = exclusive) => parseTaxResponse(response, context)
const rejected = (response: unknown, context = exclusive) =>
  fieldErrorsOf(() => parse(response, context), 'tax_invalid_response')
const pathsOf = (response: unknown) => Object.keys(rejected(response))

const rate = { name: 'VAT', rate: 19, lines: ['1-1', '1-2'], shipping: true }
const tax = { line: '1-1', name: 'VAT', rate: '19', amount: '19.00' }

describe('parseTaxResponse', () => {
  it.each([[null], [undefined], [7], ['x'], [{}], [[]], [Symbol('x')], [1n]])(
    'rejects %s',
    (response) => {
      expect(rejected(response)).toEqual({ '': 'must have one of rates, amounts and rejected' })
    },
  )

  it('rejects a response of two kinds', () => {
    expect(pathsOf({ rates: [rate], rejected: 'no' })).toEqual([''])
    expect(pathsOf({ rates: [], amounts: [], total: 0 })).toEqual([''])
  })

  it('returns the reason of a rejection', () => {
    expect(parse({ rejected: 'unknown address' })).toEqual({ rejected: 'unknown address' })
  })

  it.each([[''], ['x'.repeat(2_001)], [7], [null], [{}], ['\ud800'], [Symbol('x')]])(
    'rejects the reason %s',
    (reason) => {
      expect(pathsOf({ rejected: reason })).toEqual(['rejected'])
    },
  )

  it('returns the reference, and counts null as none', () => {
    expect(parse({ rates: [], reference: 'calc-1' })).toEqual({ rates: [], reference: 'calc-1' })
    expect(parse({ rates: [], reference: null })).toEqual({ rates: [] })
  })

  it.each([[''], ['x'.repeat(256)], [7], [{}], [Symbol('x')]])(
    'rejects the reference %s',
    (reference) => {
      expect(pathsOf({ rates: [], reference })).toEqual(['reference'])
    },
  )

  it('accepts amounts above the largest unit price, as lines can cost more', () => {
    const taxables = new Map([['1-1', amount('2000000000000')]])
    const response = {
      amounts: [{ line: '1-1', name: 'VAT', amount: '380000000000' }],
      total: '380000000000',
    }
    const parsed = parseTaxResponse(response, { taxables, decimals: 0, inclusive: false })
    const amounts = 'amounts' in parsed ? parsed.amounts : []
    expect(amounts.map(({ amount }) => toDecimalString(amount))).toEqual(['380000000000'])
  })
})

describe('parseTaxResponse with rates', () => {
  it('returns the keys of each rate in the order of what is taxed', () => {
    expect(parse({ rates: [{ ...rate, lines: ['1-2', '1-1'] }] })).toEqual({
      rates: [{ name: 'VAT', rate: 190_000, keys: ['1-1', '1-2', 'shipping'] }],
    })
  })

  it('joins entries of one name and percent', () => {
    const rates = [
      { name: 'VAT', rate: '7.0', lines: ['1-1'] },
      { name: 'VAT', rate: 7, lines: ['1-2'] },
      { name: 'VAT', rate: 8, lines: [] },
    ]
    expect(parse({ rates })).toEqual({
      rates: [
        { name: 'VAT', rate: 70_000, keys: ['1-1', '1-2'] },
        { name: 'VAT', rate: 80_000, keys: [] },
      ],
    })
  })

  it('ignores a rate on shipping that costs nothing', () => {
    const free = { ...exclusive, taxables: new Map([['1-1', amount('1.00')]]) }
    expect(parse({ rates: [{ ...rate, lines: [] }] }, free)).toEqual({
      rates: [{ name: 'VAT', rate: 190_000, keys: [] }],
    })
  })

  it.each([
    ['name', ['', 'x'.repeat(256), 7, null, undefined, {}, Symbol('x'), 'a\0']],
    ['rate', [-1, 1000.0001, 1.00001, '19%', '', null, undefined, 19n, Number.NaN, {}]],
    ['lines', [null, undefined, 'x', { length: 1 }, Array(4).fill('1-1'), Symbol('x')]],
    ['shipping', [null, 1, 'true', {}]],
  ])('rejects a %s of %o', (field, values) => {
    for (const value of values)
      expect(pathsOf({ rates: [{ ...rate, [field]: value }] })).toEqual([`rates[0].${field}`])
  })

  it.each([['1-3'], ['shipping'], ['__proto__'], ['toString'], [7], [null], [Symbol('1-1')], [{}]])(
    'rejects the line %s',
    (key) => {
      expect(pathsOf({ rates: [{ ...rate, lines: ['1-1', key] }] })).toEqual(['rates[0].lines[1]'])
    },
  )

  it('rejects a line that is named twice', () => {
    expect(rejected({ rates: [{ ...rate, lines: ['1-1', '1-1'] }] })).toEqual({
      'rates[0].lines[1]': 'must name each line once, received 1-1 again',
    })
    const entries = [rate, { ...rate, lines: ['1-2'] }]
    expect(pathsOf({ rates: entries })).toEqual(['rates[1].lines[0]'])
  })

  it.each([[null], [7], ['x'], [undefined]])('names the fields of the entry %s', (entry) => {
    expect(pathsOf({ rates: [entry] })).toEqual([
      'rates[0].rate',
      'rates[0].name',
      'rates[0].lines',
    ])
  })

  it('rejects 100,000 entries, and lines that are named too often, with one error', () => {
    expect(rejected({ rates: Array(100_000).fill(rate) })).toEqual({
      rates: 'must be an array of at most 60 rates',
    })
    const rates = Array.from({ length: 60 }, (_, index) => ({ ...rate, rate: index }))
    expect(rejected({ rates })).toEqual({ rates: 'must name lines at most 60 times' })
  })

  it('rejects rates that are all fractions of 1, as 0.19 for 19 %', () => {
    const message =
      "must be a percentage: 19 for 19 %. Send a rate below 1 % as a string such as '0.5', " +
      'received the number 0.19'
    const fraction = { ...rate, rate: 0.19 }
    const exempt = { name: 'Export', rate: 0, lines: [] }
    expect(rejected({ rates: [fraction] })).toEqual({ 'rates[0].rate': message })
    expect(rejected({ rates: [exempt, fraction] })).toEqual({ 'rates[1].rate': message })
    const inclusive = { ...exclusive, inclusive: true }
    expect(rejected({ rates: [rate], included: [fraction] }, inclusive)).toEqual({
      'included[0].rate': message,
    })
  })

  it.each([
    ['as a string', [{ ...rate, rate: '0.5' }]],
    ['besides one of at least 1 %', [rate, { ...rate, name: 'District', rate: 0.5 }]],
    ['of 0 only', [{ ...rate, rate: 0 }]],
  ])('accepts a rate below 1 %% %s', (_, rates) => {
    expect(parse({ rates })).toMatchObject({ rates: rates.map(({ name }) => ({ name })) })
  })

  it.each([[null], ['x'], [{ length: 1 }], [7]])('rejects the rates %s', (rates) => {
    expect(pathsOf({ rates })).toEqual(['rates'])
  })
})

describe('parseTaxResponse with amounts', () => {
  it('returns the amounts', () => {
    const amounts = [tax, { line: 'shipping', name: 'VAT', rate: null, amount: 0.95 }]
    expect(parse({ amounts, total: '19.95' })).toEqual({
      amounts: [
        { key: '1-1', name: 'VAT', rate: 190_000, amount: amount('19') },
        { key: 'shipping', name: 'VAT', rate: undefined, amount: amount('0.95') },
      ],
    })
  })

  it('accepts no amounts with a total of 0', () => {
    expect(parse({ amounts: [], total: 0 })).toEqual({ amounts: [] })
  })

  it.each([
    ['line', ['1-3', '__proto__', 7, null, undefined, {}, Symbol('1-1')]],
    ['name', ['', 7, null, undefined, {}, 1n]],
    ['rate', [-1, 'x', {}, 1n]],
    ['amount', [-0.01, '19.001', '9'.repeat(25), 'x', '', null, undefined, 19n, Number.NaN, {}]],
  ])('rejects a %s of %o', (field, values) => {
    for (const value of values) {
      const amounts = [{ ...tax, [field]: value }]
      expect(pathsOf({ amounts, total: '19.00' })).toEqual([`amounts[0].${field}`])
    }
  })

  it.each([['18.99'], [19.01], [0]])('rejects the total %s, which is not the sum', (total) => {
    const [message] = Object.values(rejected({ amounts: [tax], total }))
    expect(message).toMatch(/^must be 19, the sum of the amounts, received the (string|number) /)
  })

  it.each([[undefined], [null], ['x'], [-1], [1n], [{}], ['1'.repeat(100_000)]])(
    'rejects the total %s',
    (total) => {
      expect(pathsOf({ amounts: [tax], total })).toEqual(['total'])
    },
  )

  it('rejects two amounts of one line, name and rate', () => {
    expect(pathsOf({ amounts: [tax, tax], total: 38 })).toEqual(['amounts[1]'])
  })

  it('rejects taxes above the amount that includes them', () => {
    const amounts = [{ ...tax, amount: '100.01' }]
    const response = { amounts, total: '100.01' }
    expect(parse(response)).toMatchObject({ amounts: [{ key: '1-1' }] })
    expect(rejected(response, { ...exclusive, inclusive: true })).toEqual({
      amounts: 'must be at most the amount of line 1-1, which includes them',
    })
  })

  it('rejects fractions of a currency without decimals', () => {
    const response = { amounts: [{ ...tax, amount: '19.5' }], total: '19.5' }
    expect(Object.keys(rejected(response, { ...exclusive, decimals: 0 }))).toEqual([
      'amounts[0].amount',
      'total',
    ])
  })

  it('rejects 100,000 entries with one error', () => {
    expect(pathsOf({ amounts: Array(100_000).fill(tax), total: 0 })).toEqual(['amounts'])
  })
})
