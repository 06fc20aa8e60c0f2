import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxTable } from '../../../src/index.js'
import { inputValue, type SampleDesk, sampleDesk, sampleEngine, seller } from '../sample-desk.js'

const quoteCount = 100

/** A desk whose taxes differ by country and by tax code, and include shipping in one of them. */
function taxedDesk(): SampleDesk {
  const tax = taxTable([
    { name: 'MwSt 19 %', tax: 'MwSt', rate: 19, country: 'DE', shipping: true },
    { name: 'MwSt 7 %', tax: 'MwSt', rate: 7, country: 'DE', taxCode: 'food' },
    { name: 'GST', tax: 'GST', rate: 5, country: 'CA' },
    { name: 'PST', tax: 'PST', rate: '9.975', country: 'CA', compound: true },
    { name: 'TVA', tax: 'TVA', rate: '5.5', country: 'FR' },
  ])
  return sampleDesk({ engine: sampleEngine({ tax, currency: 'EUR' }) })
}

const cents = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => (value / 100).toFixed(2))
const percent = fc.integer({ min: 1, max: 5_000 }).map((value) => (value / 100).toFixed(2))
const qty = fc.integer({ min: 1, max: 40 }).map(String)
const offer = fc.oneof(
  fc.record({ discount_percent: percent }),
  fc.record({ quote: cents(500, 1_200) }),
  fc.constant({}),
)
const line = fc.oneof(
  fc
    .tuple(fc.record({ id: fc.constantFrom('118', '204'), qty }), offer)
    .map(([a, b]) => ({ ...a, ...b })),
  fc.record({
    name: fc.constantFrom('Delivery', 'Set-up'),
    price: cents(500, 100_000),
    qty,
    tax_code: fc.constantFrom('', 'food'),
  }),
)
const discount = fc.oneof(
  fc.record({ type: fc.constant('percent'), value: percent, on: fc.constantFrom('lines', 'all') }),
  fc.record({ type: fc.constant('amount'), value: cents(1, 100) }),
)
const shipping = fc.oneof(
  fc.constantFrom<Record<string, string>>({ 'shipping.type': 'no_additional' }),
  cents(1, 5_000).map((price) => ({
    'shipping.type': 'custom',
    'shipping.product.name': 'Own van',
    'shipping.product.price': price,
  })),
)

/** Returns the fields of rows as a form sends them. */
function toFields(list: string, rows: readonly object[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([field, value]) => [`${list}[${index}].${field}`, value]),
    ),
  )
}

const form = fc
  .record({
    country: fc.constantFrom('DE', 'CA', 'FR', 'US'),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    discounts: fc.array(discount, { maxLength: 2 }),
    shipping,
  })
  .map(({ country, lines, discounts, shipping: shipped }) => ({
    part: 'content',
    'customer.name': 'Ada',
    'customer.country': country,
    ...toFields('products', lines),
    ...toFields('discounts', discounts),
    ...shipped,
  }))

const shownTotal = (html: string) => /data-sum>([^<]*)</.exec(html)?.[1]
const sumOf = (json: string): string => JSON.parse(json).sum
const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

describe('the total on the screen', () => {
  it(`is the stored one, and with taxes the sealed one, for ${quoteCount} random quotes`, async () => {
    const desk = taxedDesk()
    const { engine } = desk
    const token = inputValue((await desk.get('/quotes/new')).html, 'token') as string
    let sealed = 0
    await fc.assert(
      fc.asyncProperty(form, async (fields) => {
        const live = await desk.post('/quotes/new/preview', fields, { token })
        const { location = '' } = await desk.post('/quotes/new', fields, { token })
        const path = /^\/quotes\/[\w-]+/.exec(location)?.[0] as string
        const { html } = await desk.get(path)
        expect(shownTotal(html)).toBe(sumOf(live.html))
        const calculated = await desk.post(
          `${path}/preview`,
          { part: 'content', version: '1', action: 'taxes' },
          { token },
        )
        expect(JSON.parse(calculated.html).errors).toEqual({})
        await desk.post(`${path}/send`, { expectedVersion: '1' }, { token })
        const { quote } = await engine.getQuote(seller, path.slice('/quotes/'.length))
        expect(quote.status).toBe('sent')
        expect(sumOf(calculated.html)).toBe(format.format(Number(quote.amounts?.total)))
        sealed += 1
      }),
      { numRuns: quoteCount },
    )
    expect(sealed).toBeGreaterThanOrEqual(quoteCount)
  })
})
