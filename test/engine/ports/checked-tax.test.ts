import { describe, expect, it } from 'vitest'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import { taxTable } from '../../../src/tax/tax-table.js'
import { context } from '../ports.js'
import {
  describeFailingPort,
  failingCall,
  type PricedCall,
  pathsOf,
  unreadable,
} from './priced-quotes.js'

const calls: readonly (readonly [string, PricedCall])[] = [
  ['sendQuote', (engine) => engine.sendQuote(context, 'quote-1')],
  ['priceTaxes', (engine) => engine.priceTaxes(context, 'quote-1')],
  ['updateQuote', (engine) => engine.updateQuote(context, 'quote-1', { status: 'sent' })],
]
const [, sendQuote] = calls[0] as (typeof calls)[number]
const tax = taxTable([{ name: 'VAT', rate: 19 }])

const failWith = (calculateTaxes: TaxPort['calculateTaxes'], call = sendQuote) =>
  failingCall(call, { tax: { calculateTaxes: calculateTaxes } }, { tax })

/** Returns the error for a response to the request. */
const errorFor = (respond: (key: string, request: TaxRequest) => unknown) =>
  failWith((request) => respond(request.lines[0]?.key ?? '', request) as never)

describeFailingPort({ name: 'tax', method: 'calculateTaxes', calls, working: { tax } })

describe.each(calls)('%s, if the tax provider', (_, call) => {
  it('rejects the quote, rejects with tax_rejected and the reason', async () => {
    expect(await failWith(() => ({ rejected: 'no such address' }), call)).toMatchObject({
      code: 'tax_rejected',
      details: { quoteId: 'quote-1', reason: 'no such address' },
    })
  })
})

const vat = { name: 'VAT', rate: 19 }
const million = (value: unknown) => Array.from({ length: 1_000_000 }, () => value)

describe('a tax response with', () => {
  it.each<readonly [string, (key: string, request: TaxRequest) => unknown, string]>([
    ['nothing', () => undefined, ''],
    ['a string', () => 'VAT', ''],
    ['no known field', () => ({ taxes: [] }), ''],
    ['rates and amounts', () => ({ rates: [], amounts: [], total: 0 }), ''],
    ['an empty reason', () => ({ rejected: '' }), 'rejected'],
    ['a reason that is no string', () => ({ rejected: true }), 'rejected'],
    [
      'an amount of more digits than a quote can hold',
      (line) => ({
        amounts: [{ line, name: 'VAT', amount: '9'.repeat(38) }],
        total: '9'.repeat(38),
      }),
      'amounts[0].amount',
    ],
    ['rates that are null', () => ({ rates: null }), 'rates'],
    ['a rate that is null', () => ({ rates: [null] }), 'rates[0].rate'],
    ['a rate above 1000', (k) => ({ rates: [{ ...vat, rate: 1e9, lines: [k] }] }), 'rates[0].rate'],
    [
      'a rate of NaN',
      (k) => ({ rates: [{ ...vat, rate: Number.NaN, lines: [k] }] }),
      'rates[0].rate',
    ],
    ['a negative rate', (k) => ({ rates: [{ ...vat, rate: -1, lines: [k] }] }), 'rates[0].rate'],
    ['an empty name', (k) => ({ rates: [{ ...vat, name: '', lines: [k] }] }), 'rates[0].name'],
    ['an unknown line', () => ({ rates: [{ ...vat, lines: ['9-9'] }] }), 'rates[0].lines[0]'],
    [
      'the line __proto__',
      () => ({ rates: [{ ...vat, lines: ['__proto__'] }] }),
      'rates[0].lines[0]',
    ],
    ['a line that is no string', () => ({ rates: [{ ...vat, lines: [{}] }] }), 'rates[0].lines[0]'],
    [
      'a line twice',
      (k) => ({ rates: [vat, vat].map((r) => ({ ...r, lines: [k] })) }),
      'rates[1].lines[0]',
    ],
    ['a million rates', (k) => ({ rates: million({ ...vat, lines: [k] }) }), 'rates'],
    ['a million lines', (k) => ({ rates: [{ ...vat, lines: million(k) }] }), 'rates[0].lines'],
    ['an empty reference', () => ({ rates: [], reference: '' }), 'reference'],
    [
      'a reference of 256 characters',
      () => ({ rates: [], reference: 'x'.repeat(256) }),
      'reference',
    ],
    ['amounts that are an object', () => ({ amounts: {}, total: 0 }), 'amounts'],
    [
      'a million amounts',
      (k) => ({ amounts: million({ line: k, name: 'A', amount: 0 }), total: 0 }),
      'amounts',
    ],
    [
      'an amount of an unknown line',
      () => ({ amounts: [{ line: 'constructor', name: 'A', amount: 0 }], total: 0 }),
      'amounts[0].line',
    ],
    [
      'an amount of shipping that is not charged',
      () => ({ amounts: [{ line: 'shipping', name: 'A', amount: 1 }], total: 1 }),
      'amounts[0].line',
    ],
    [
      'a negative amount',
      (k) => ({ amounts: [{ line: k, name: 'A', amount: -1 }], total: -1 }),
      'amounts[0].amount',
    ],
    [
      'a fraction of a cent',
      (k) => ({ amounts: [{ line: k, name: 'A', amount: '1.005' }], total: '1.005' }),
      'amounts[0].amount',
    ],
    [
      'an amount that is infinite',
      (k) => ({ amounts: [{ line: k, name: 'A', amount: Infinity }], total: Infinity }),
      'amounts[0].amount',
    ],
    [
      'a sum that is too low',
      (k) => ({ amounts: [{ line: k, name: 'A', amount: 2 }], total: '1.99' }),
      'total',
    ],
    ['no sum', (k) => ({ amounts: [{ line: k, name: 'A', amount: 2 }] }), 'total'],
  ])('%s is rejected, and the field is named', async (_, respond, path) => {
    const error = await errorFor(respond)
    expect(error.code).toBe('tax_invalid_response')
    expect(pathsOf(error)).toContain(path)
  })

  it.each(unreadable)('%s as its rates is rejected', async (_, rates) => {
    expect(await errorFor(() => ({ rates }))).toMatchObject({ code: 'tax_invalid_response' })
  })

  it('fields of its prototype is not changed by them, and pollutes no prototype', async () => {
    const response = JSON.parse('{"rates":[{"__proto__":{"name":"VAT","rate":19},"lines":[]}]}')
    expect(await errorFor(() => response)).toMatchObject({ code: 'tax_invalid_response' })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('an included tax of more than the line is rejected', async () => {
    const error = await failingCall(
      sendQuote,
      {
        tax: {
          calculateTaxes: ({ lines: [line] }) => ({
            amounts: [{ line: line?.key ?? '', name: 'A', amount: '20.01' }],
            total: '20.01',
          }),
        },
        pricing: { pricesIncludeTax: true },
      },
      { tax },
    )
    expect(pathsOf(error)).toEqual(['amounts'])
  })
})
