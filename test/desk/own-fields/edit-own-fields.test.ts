import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { OwnFields } from '../../../src/quote/model/own-fields.js'
import { changed } from '../edit/form-fields.js'
import { markup, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const fields = {
  quote: {
    region: {
      schema: z.enum(['west', 'east']),
      label: 'Region',
      search: true,
      input: ['west', { value: 'east', label: 'The east' }],
    },
    project: { label: 'Project' },
    rush: { schema: z.boolean(), label: 'Rush order', input: 'checkbox' },
    seats: { schema: z.number().int(), label: 'Seats', input: 'number' },
    margin: { schema: z.number(), label: 'Margin', input: 'number', internal: true },
  },
  line: {
    engraving: { schema: z.string().max(10, 'is too long'), label: 'Engraving' },
    cost: { label: 'Cost price', internal: true },
  },
  customer: { segment: { label: 'Segment', input: ['retail', 'trade'] } },
} as const satisfies OwnFields

async function openQuote(content: object = {}, declared: OwnFields = fields) {
  const engine = sampleEngine({ fields: declared })
  const { quoteId } = await engine.createQuote(seller, { ...request, ...content })
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const save = async (changes: Record<string, string | string[]>, action = 'save') =>
    desk.post(path, changed((await desk.get(path)).html, changes, action))
  const quote = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, desk, quoteId, path, save, quote }
}

describe('the form of a quote with own fields', () => {
  it('has an input for each, which sets it', async () => {
    const { desk, path, save, quote } = await openQuote()
    const { html } = await desk.get(path)
    for (const label of ['Region', 'The east', 'Rush order', 'Seats', 'Engraving', 'Cost price'])
      expect(textOf(html)).toContain(label)
    const saved = await save({
      'fields.region': 'east',
      'fields.project': markup,
      'fields.rush': ['', 'yes'],
      'fields.seats': '1,250',
      'internal_fields.margin': '12.5',
      'products[0].fields.engraving': 'Ada',
      'products[0].internal_fields.cost': '80.00',
      'fields[0].value': 'trade',
    })
    expect(saved.location).toBe(`${path}?done=saved`)
    expect(await quote()).toMatchObject({
      fields: { region: 'east', project: markup, rush: true, seats: 1250 },
      internal_fields: { margin: 12.5 },
      customer: { segment: 'trade' },
      products: [{ fields: { engraving: 'Ada' }, internal_fields: { cost: '80.00' } }, {}, {}],
    })
    expect((await desk.get(path)).html).not.toContain('<script>alert')
  })

  it('removes what is emptied, and takes a checkbox that is not checked as false', async () => {
    const { save, quote } = await openQuote({
      fields: { region: 'west', rush: true, project: 'Hall' },
      internal_fields: { margin: 5 },
    })
    await save({ 'fields.project': '', 'fields.rush': '', 'internal_fields.margin': '' })
    const { fields: stored, internal_fields: internal } = await quote()
    expect([stored, internal]).toEqual([{ region: 'west', rush: false }, undefined])
  })

  it('shows what is wrong at the field', async () => {
    const { save, path } = await openQuote()
    const { status, html } = await save({
      'fields.seats': 'many',
      'internal_fields.margin': '1.2.3',
      'products[1].fields.engraving': 'far too long',
    })
    expect(status).toBe(422)
    expect(path).toBeTruthy()
    const text = textOf(html)
    expect(text).toMatch(/Seats.*must be a number/)
    expect(text).toMatch(/Margin.*must be a number/)
    expect(text).toContain('Felt pad, engraving')
    for (const id of ['fields_seats', 'internal_fields_margin', 'products_1__fields_engraving'])
      expect(html).toContain(`id="f-${id}-error"`)
  })

  it('shows what the schema of a choice says', async () => {
    const { save } = await openQuote()
    const { status, html } = await save({ 'fields.region': 'north' })
    expect(status).toBe(422)
    expect(html).toContain('id="f-fields_region-error"')
    expect(html).toContain('<option value="north" selected>north</option>')
  })

  it('adds lines with own fields, and shows them while typing', async () => {
    const { desk, path, save, quote } = await openQuote()
    const typed = { 'products[3].id': '204', 'products[3].fields.engraving': 'Bob' }
    const preview = await desk.post(
      `${path}/preview`,
      changed((await desk.get(path)).html, typed),
      { from: path },
    )
    expect(JSON.parse(preview.html)).toMatchObject({ errors: {} })
    await save(typed)
    const { products } = await quote()
    // All lines are sent, because the product is on a line already.
    expect(products).toHaveLength(4)
    expect(products.at(-1)).toMatchObject({ id: 204, fields: { engraving: 'Bob' } })
  })

  it('keeps own fields of lines that have no key yet if all lines are sent', async () => {
    const own = { fields: { engraving: 'Ada' }, internal_fields: { cost: '4.00' } }
    const products = [
      { id: 204, qty: 1, ...own },
      { id: 118, qty: 1 },
    ]
    const { save, quote } = await openQuote({ products })
    await save({ 'products[2].id': '204', 'products[2].fields.engraving': 'Bob' })
    const shown = (await quote()).products.map(({ id, fields: each }) => [id, each])
    expect(shown).toEqual([
      [204, { engraving: 'Ada' }],
      [118, undefined],
      [204, { engraving: 'Bob' }],
    ])
    expect((await quote()).products[0]).toMatchObject(own)
  })

  it('changes those for the store only of a quote that is sent, and shows the others', async () => {
    const { engine, quoteId, desk, path, quote } = await openQuote({
      fields: { region: 'east', rush: true },
      internal_fields: { margin: 5 },
    })
    await engine.sendQuote(seller, quoteId)
    const { html } = await desk.get(path)
    expect(textOf(html)).toContain('Region The east')
    expect(textOf(html)).toContain('Rush order Yes')
    const sent = changed(html, { 'internal_fields.margin': '7' }, 'save', 'id="quote"')
    expect((await desk.post(path, sent)).location).toBe(`${path}?done=saved`)
    expect((await quote()).internal_fields).toEqual({ margin: 7 })
    expect((await quote()).fields).toEqual({ region: 'east', rush: true })
  })

  it('creates a quote with own fields', async () => {
    const engine = sampleEngine({ fields })
    const desk = sampleDesk({ engine })
    const { html } = await desk.get('/quotes/new')
    const created = await desk.post(
      '/quotes/new',
      changed(html, {
        'customer.name': 'Ada',
        'products[0].id': '118',
        'products[0].internal_fields.cost': '80',
        'fields.region': 'west',
        'internal_fields.margin': '3',
        'fields[0].value': 'retail',
      }),
    )
    const quoteId = decodeURIComponent(/quotes\/([^?]+)/.exec(created.location ?? '')?.[1] ?? '')
    expect((await engine.getQuote(seller, quoteId)).quote).toMatchObject({
      customer: { segment: 'retail' },
      fields: { region: 'west' },
      internal_fields: { margin: 3 },
      products: [{ internal_fields: { cost: '80' } }],
    })
  })

  it('asks which change counts if others have changed the same field', async () => {
    const { engine, quoteId, desk, path, quote } = await openQuote({
      fields: { region: 'west', project: 'Hall' },
    })
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, {
      fields: { project: 'Gym' },
      product_changes: [{ id: 118, fields: { engraving: 'Theirs' } }],
    })
    const conflict = await desk.post(
      path,
      changed(html, {
        'fields.project': 'Pool',
        'fields.region': 'east',
        'internal_fields.margin': '9',
        'products[0].fields.engraving': 'Mine',
        'products[1].fields.engraving': 'Own',
      }),
    )
    expect(conflict.status).toBe(409)
    expect(textOf(conflict.html)).toMatch(/Project.*Hall.*Pool.*Gym/)
    await desk.post(path, changed(conflict.html, { 'pick[0]': 'mine' }, 'save', 'class="conflict"'))
    const stored = await quote()
    expect(stored.fields).toEqual({ region: 'east', project: 'Pool' })
    expect(stored.internal_fields).toEqual({ margin: 9 })
    expect(stored.products.map(({ fields: each }) => each?.engraving)).toEqual([
      'Theirs',
      'Own',
      undefined,
    ])
  })

  it('changes nothing if nothing is typed, whatever JSON the fields have', async () => {
    const any: OwnFields = {
      quote: { a: {}, b: { input: 'number' }, c: { input: 'checkbox' }, d: { input: ['x', 'y'] } },
      line: { a: {}, e: { internal: true, input: 'number' } },
    }
    const json = fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => value !== null && JSON.stringify(value).isWellFormed())
    const values = (...names: string[]) =>
      fc.record(Object.fromEntries(names.map((name) => [name, json])), { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(
        values('a', 'b', 'c', 'd'),
        values('a'),
        values('e'),
        async (own, line, inner) => {
          const content = {
            fields: own,
            products: [{ id: 118, qty: 1, fields: line, internal_fields: inner }],
          }
          const { save, quote, path } = await openQuote(content, any)
          const before = await quote()
          expect((await save({})).location).toBe(`${path}?done=unchanged`)
          expect(await quote()).toEqual(before)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('shows no more than before without own fields', async () => {
    const { desk, path } = await openQuote({}, {})
    const { html } = await desk.get(path)
    expect(html).not.toMatch(/name="(?:internal_)?fields\.|own-fields/)
  })
})
