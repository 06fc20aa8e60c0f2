import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { hasBlankEdges, isBlank } from '../../../src/validation/blanks.js'
import { sampleDesk, sampleEngine, seller } from '../sample-desk.js'
import { changed } from './form-fields.js'

/** Strings that browsers, HTML or JSON could change on their way. */
const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
    fc.stringMatching(/^[ \r\n\t<>&"'`=${}[\].a]{1,20}$/),
    fc.constantFrom(' x ', '\r\ny', 'a\rb', '</textarea>', '&lt;', '\u2028', '__proto__'),
  )
  .filter((value) => value.isWellFormed() && !value.includes('\0'))
const visible = text.filter((value) => !isBlank(value))
const name = fc.oneof(fc.constantFrom('name', 'state', 'country', 'address-2', 'email'), text)

const price = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2))
const quantity = fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100)
const note = fc.option(text, { nil: undefined })
const billing = fc.option(
  fc.record(
    {
      interval: fc.constantFrom('day', 'week', 'month', 'year'),
      count: fc.integer({ min: 1, max: 1_000 }),
      cycles: fc.integer({ min: 1, max: 1_000 }),
    },
    { requiredKeys: ['interval'] },
  ),
)
/** What takes something off. */
const tradeIn = fc.record({
  name: visible,
  price: price.filter((each) => Number(each) > 0).map((each) => `-${each}`),
  qty: quantity,
})
const offer = fc.oneof(
  fc.constant({}),
  price.map((quote) => ({ quote })),
  fc.integer({ min: 0, max: 1_000_000 }).map((each) => ({ discount_percent: each / 10_000 })),
)
const line = fc.oneof(
  fc.record({
    id: fc.constantFrom<string | number>(118, '118', 204, 'a "b"'),
    qty: quantity,
    billing,
    note,
  }),
  fc.record({
    name: visible,
    price,
    price_quantity: fc.option(fc.constantFrom(1, 100, 0.5, 1_000_000), { nil: undefined }),
    qty: quantity,
    billing,
    note,
    unit: note,
    description: note,
    sku: note,
  }),
)
const lines = fc.constant(['1-1'])
const label = note
const request = fc.record({
  customer: fc.dictionary(name, text, { maxKeys: 6 }),
  products: fc
    .tuple(
      fc.array(
        fc.tuple(line, offer).map(([each, offered]) => ({ ...each, ...offered })),
        { minLength: 1, maxLength: 6 },
      ),
      fc.array(tradeIn, { maxLength: 1 }),
    )
    .map((both) => both.flat()),
  discounts: fc.array(
    fc.oneof(
      fc.record({
        type: fc.constantFrom('percent', 'amount', 'target'),
        value: fc.integer({ min: 0, max: 100 }),
        label,
        lines,
      }),
      fc.record({ type: fc.constant('percent'), value: fc.integer({ min: 0, max: 100 }) }),
      fc.record({
        type: fc.constantFrom('percent', 'amount', 'target'),
        value: fc.integer({ min: 0, max: 100 }),
        label,
        on: fc.constantFrom('shipping', 'all'),
      }),
    ),
    { maxLength: 3 },
  ),
  charges: fc.array(
    fc.record(
      {
        type: fc.constantFrom('percent', 'amount', 'unit'),
        value: fc.integer({ min: 0, max: 1_000 }),
        label: text,
        lines,
        tax_code: text,
      },
      { requiredKeys: ['type', 'value', 'label', 'lines'] },
    ),
    { maxLength: 3 },
  ),
  customer_id: note,
  company_id: note,
  shipping: fc.oneof(
    fc.constantFrom({ type: 'no_additional' }, { type: 'express' }),
    fc.record({ type: fc.constant('custom'), product: fc.record({ name: text, price }) }),
  ),
})
const tags = fc.uniqueArray(
  visible.filter((tag) => !(/\p{Cc}/u.test(tag) || hasBlankEdges(tag))),
  { maxLength: 4 },
)

const flag = fc.boolean()
const title = visible.filter((each) => !hasBlankEdges(each))
const section = fc.record(
  {
    title,
    text: visible,
    selected: flag,
    show: fc.constantFrom('prices', 'lines', 'total'),
    page_break: flag,
  },
  { requiredKeys: ['title'] },
)
const parts = fc.record({
  sections: fc.tuple(section, section),
  choice: fc.record({ title, optional: flag }),
  said: fc.array(fc.record({ hasRange: flag, optional: flag, selected: flag }), {
    minLength: 7,
    maxLength: 7,
  }),
})
/** The first line is always included, and the next two are alternatives. */
const withParts = fc.tuple(request, parts).map(([created, { sections, choice, said }]) => ({
  ...created,
  discounts: created.discounts.filter(({ type }) => type !== 'target'),
  choices: [{ key: 'c', ...choice }],
  sections: sections.map((each, index) => ({ key: `s${index}`, ...each, optional: index === 1 })),
  products: created.products.map((each, index) => {
    const { hasRange, ...selectable } = said[index] as (typeof said)[number]
    const max = Math.round(each.qty * 100 + 100) / 100
    return {
      ...each,
      ...(index > 2 && { ...selectable, section: `s${index % 2}` }),
      ...(index === 1 || index === 2 ? { choice: 'c' } : undefined),
      ...(hasRange && { qty_range: { min: each.qty, max } }),
    }
  }),
}))

const products = [
  { id: 118, price: '200.00', salePrice: '149.95', name: 'Oak chair', sku: 'OC-118' },
  { id: '118', price: '0.3333' },
  {
    id: 204,
    price: '12.50',
    billing: { interval: 'month' as const },
    priceQuantity: 100,
    priceBreaks: [{ qty: 10, price: '11.1111' }],
  },
  { id: 'a "b"', price: '1', name: '<b>', unit: 'm' },
]

describe('quoteRoute', () => {
  it('writes no version if the form of any quote is sent as it is shown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(request, withParts),
        tags,
        fc.constantFrom(undefined, 'EUR', 'BHD'),
        fc.boolean(),
        fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'ja'),
        async (created, tagList, currency, isReordered, locale) => {
          const engine = sampleEngine({
            catalog: memoryCatalog({ 'store-1': products }),
            pricing: { quantityDecimals: 2, unitPriceDecimals: 4 },

            ...(currency === undefined ? undefined : { currency }),
          })
          const { quoteId } = await engine.createQuote(seller, created as CreateQuoteRequest)
          const last = [...created.products.entries()].map(([index]) => `1-${index + 1}`)
          await engine.updateQuote(seller, quoteId, {
            tag_list: tagList,
            ...(isReordered && created.discounts.length > 0
              ? { product_order: last.toReversed() }
              : undefined),
          })
          const { version } = await engine.getQuote(seller, quoteId)
          const desk = sampleDesk({ engine, locale })
          const { html } = await desk.get(`/quotes/${quoteId}`)
          const response = await desk.post(`/quotes/${quoteId}`, changed(html, {}))
          expect(response.location).toBe(`/quotes/${quoteId}?done=unchanged`)
          expect((await engine.getQuote(seller, quoteId)).version).toBe(version)
        },
      ),
    )
  })
})
