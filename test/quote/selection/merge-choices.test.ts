import { describe, expect, it } from 'vitest'
import type { LineChangeRequest } from '../../../src/quote/lines/line-request.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { errorOf } from '../../engine/ports.js'
import { context, pricedShop } from '../../engine/priced-shop.js'
import { kitchen } from './kitchen.js'

async function createKitchen(changes: object = {}) {
  const { engine } = pricedShop({ now: () => 1_000 })
  const { quoteId, quote } = await engine.createQuote(context, { ...kitchen, ...changes })
  const update = async (...product_changes: LineChangeRequest[]) =>
    (await engine.updateQuote(context, quoteId, { product_changes })).quote
  return { engine, quoteId, quote, update }
}

const selectedOf = (products: readonly { readonly selected?: boolean }[]) =>
  products.map(({ selected }) => selected)

describe('sections and choices', () => {
  it('createQuote proposes one member of a choice, and no option that is not selected', async () => {
    const { quote } = await createKitchen()
    expect(selectedOf(quote.products)).toEqual([false, true, undefined, undefined, false])
    expect(quote.sections?.map(({ selected }) => selected)).toEqual([undefined, false])
    const products = kitchen.products.map(({ selected: _, ...line }) => line)
    const first = await createKitchen({ products })
    expect(selectedOf(first.quote.products).slice(0, 2)).toEqual([true, false])
  })

  it('updateQuote proposes another member, and the totals follow', async () => {
    const { update } = await createKitchen()
    const quote = await update({ key: '1-1', selected: true }, { key: '1-5', selected: true })
    expect(selectedOf(quote.products)).toEqual([true, false, undefined, undefined, true])
    expect(quote.quote_total).toBe('1080.00')
    expect(verifyQuote(quote)).toEqual([])
  })

  it('updateQuote selects the first member if the selected one is removed, and drops an empty choice', async () => {
    const { update } = await createKitchen()
    const quote = await update({ key: '1-2', remove: true })
    expect([quote.products[0]?.selected, quote.quote_total]).toEqual([true, '1000.00'])
    const without = await update({ key: '1-1', choice: null })
    expect(without.choices).toBeUndefined()
    expect(without.products[0]).not.toHaveProperty('selected')
  })

  it('updateQuote leaves lines of a section that is gone without one', async () => {
    const { engine, quoteId } = await createKitchen()
    const sections = [{ key: 'units', title: 'Units' }]
    const { quote } = await engine.updateQuote(context, quoteId, { sections })
    expect(quote.products[3]).not.toHaveProperty('section')
    expect(quote.quote_total).toBe('1100.00')
    expect(verifyQuote(quote)).toEqual([])
  })

  it('updateQuote takes the whole quote as it was read as no change', async () => {
    const { engine, quoteId } = await createKitchen()
    const { quote, version } = await engine.getQuote(context, quoteId)
    expect(await engine.updateQuote(context, quoteId, { ...quote })).toMatchObject({ version })
  })

  it('copyQuote and templates keep choices and the proposal', async () => {
    const { engine, quoteId, quote } = await createKitchen()
    const said = ({ sections, choices, products }: typeof quote) => [
      sections,
      choices,
      products.map(({ section, choice, selected, optional, qty_range: range }) => ({
        section,
        choice,
        selected,
        optional,
        range,
      })),
    ]
    for (const prices of ['frozen', 'current'] as const) {
      const copy = await engine.copyQuote(context, quoteId, { prices })
      expect(said(copy.quote)).toEqual(said((await sorted(engine, quoteId)).quote))
      expect(verifyQuote(copy.quote)).toEqual([])
    }
    const { templateId } = await engine.createTemplate(context, { name: 'K', quote_id: quoteId })
    const made = await engine.createQuoteFromTemplate(context, templateId)
    expect([made.quote.quote_total, verifyQuote(made.quote)]).toEqual(['700.00', []])
    expect(made.quote.choices).toEqual(quote.choices)
  })

  it.each<[string, object, string, string]>([
    ['an unknown section', { section: 'roof' }, 'products[0].section', 'received roof'],
    ['an unknown choice', { choice: 'roof' }, 'products[0].choice', 'received roof'],
    [
      'optional beside a choice',
      { choice: 'front', optional: true },
      'products[0].choice',
      'combined',
    ],
    ['a range that ends early', range(5, 2), 'products[0].qty_range.max', 'at least 5'],
    ['a quantity outside its range', range(5, 9), 'products[0].qty', 'from 5 to 9'],
    ['a range from 0', range(0, 9), 'products[0].qty_range.min', 'from 1 to'],
    [
      'a key like that of a line',
      { section: '1-1' },
      'products[0].section',
      'starts with a letter',
    ],
    ['__proto__ as a section', { section: '__proto__' }, 'products[0].section', 'starts with'],
    ['a selected string', { optional: true, selected: 'yes' }, 'products[0].selected', 'true or'],
    ['a proposal of nothing', { optional: true }, 'products', 'at least one line'],
  ])('createQuote rejects %s', async (_, line, path, message) => {
    const { engine } = pricedShop()
    const products = [{ name: 'Oak', price: 1, qty: 1, ...line }]
    const request = { customer: {}, choices: [{ key: 'front', title: 'F' }], products }
    const error = await errorOf(() => engine.createQuote(context, request as never))
    const { errors } = error.details as { errors: Record<string, string> }
    expect(Object.keys(errors)).toContain(path)
    expect(errors[path]).toContain(message)
    expect((await engine.listQuotes(context)).items).toEqual([])
  })

  it('rejects a key twice, and members of two sections', async () => {
    const { engine } = pricedShop()
    const line = { name: 'Oak', price: 1, qty: 1, choice: 'c', selected: true }
    const request = {
      customer: {},
      sections: [
        { key: 's', title: 'S' },
        { key: 's', title: 'T' },
      ],
      choices: [{ key: 'c', title: 'C' }],
      products: [line, { ...line, section: 's' }],
    }
    const error = await errorOf(() => engine.createQuote(context, request))
    expect(error.details).toEqual({
      errors: {
        'sections[1].key': 'is a duplicate, received s',
        'choices[0]': 'must have lines of one section as members, or sections',
      },
    })
  })

  it('rejects two members that are proposed at once', async () => {
    const { update } = await createKitchen()
    const error = await errorOf(() =>
      update(
        { key: '1-1', selected: true },
        {
          add: true,
          name: 'Ash',
          price: 1,
          qty: 1,
          section: 'units',
          choice: 'front',
          selected: true,
        },
      ),
    )
    expect(error.details).toEqual({
      errors: { 'choices[0]': 'must have one member with selected: true, received 1-1, 2-6' },
    })
  })

  it('rejects a target for lines that the customer can choose apart', async () => {
    const { engine, quoteId, update } = await createKitchen()
    const target = (lines: string[]) =>
      engine.updateQuote(context, quoteId, { discounts: [{ type: 'target', value: 500, lines }] })
    expect((await errorOf(() => target(['1-1', '1-2']))).details).toMatchObject({
      errors: { 'discounts[0].lines': expect.stringContaining('always taken together') },
    })
    const { quote } = await target(['1-4'])
    expect(quote.discounts?.[0]).toMatchObject({ amount: '0.00', shares: {} })
    expect(verifyQuote(quote)).toEqual([])
    await expect(update({ key: '1-4', qty_range: { min: 1, max: 2 } })).rejects.toThrow('discounts')
  })

  it('lets buyers say nothing of it, and take a quote as it was read', async () => {
    const { engine, quoteId, quote } = await createKitchen()
    const buyer = { ...context, role: 'buyer' as const }
    const change = (changes: object) => errorOf(() => engine.updateQuote(buyer, quoteId, changes))
    expect((await change({ choices: null })).code).toBe('not_permitted')
    const selects = { product_changes: [{ key: '1-5', selected: true }] }
    expect((await change(selects)).code).toBe('not_permitted')
    await engine.updateQuote(buyer, quoteId, { ...quote })
    const request = { customer: {}, products: [{ id: 2, qty: 1, optional: true }] }
    expect((await errorOf(() => engine.createQuote(buyer, request))).code).toBe('not_permitted')
  })
})

function range(min: number, max: number) {
  return { qty_range: { min, max } }
}

/** Returns a quote whose lines are in the order of display, as those of a copy are. */
async function sorted(engine: Awaited<ReturnType<typeof createKitchen>>['engine'], id: string) {
  const record = await engine.getQuote(context, id)
  const place = ({ section = '' }) => ['', 'units', 'worktop'].indexOf(section)
  const products = record.quote.products.toSorted((left, right) => place(left) - place(right))
  return { ...record, quote: { ...record.quote, products } }
}
