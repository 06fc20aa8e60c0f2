import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { draftOfQuote } from '../../../src/desk/edit/draft.js'
import { getChanges } from '../../../src/desk/edit/requests.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { sampleCall } from '../sample-call.js'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

/** The kitchen of docs/choices.md. The form makes the key of its choice of the title. */
const kitchen = {
  customer: { name: 'Ada Lovelace' },
  sections: [
    { key: 'units', title: 'Units' },
    { key: 'worktop', title: 'Worktop', text: 'With the sink', optional: true },
  ],
  choices: [{ key: 'fronts', title: 'Fronts' }],
  products: [
    { name: 'Oak', price: 900, qty: 1, section: 'units', choice: 'fronts' },
    { name: 'White', price: 600, qty: 1, section: 'units', choice: 'fronts', selected: true },
    { id: 7, qty: 2, section: 'units', qty_range: { min: 1, max: 6 } },
    { name: 'Stone', price: 400, qty: 1, section: 'worktop' },
  ],
} as const satisfies CreateQuoteRequest
const plain = { customer: { name: 'Ada' }, products: kitchen.products.map(withoutChoice) }

function withoutChoice({ section: _, ...line }: (typeof kitchen.products)[number]) {
  const { choice, selected, qty_range, ...rest } = { ...line } as Record<string, unknown>
  return rest as { readonly id: number; readonly qty: number }
}

async function deskWith(request: CreateQuoteRequest = kitchen) {
  const engine = sampleEngine({
    catalog: memoryCatalog({ 'store-1': [{ id: 7, price: '50.00', name: 'Lamp' }] }),
  })
  const { quoteId } = await engine.createQuote(seller, request)
  const record = () => engine.getQuote(seller, quoteId)
  const load = async () => (await record()).quote
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}`
  const save = async (fields: Readonly<Record<string, string>>) =>
    desk.post(path, changed((await desk.get(path)).html, fields))
  return { engine, desk, quoteId, record, load, path, save }
}

/** What the parts of the kitchen are called, and then what its lines say of them. */
const parts = {
  'sections[0].title': 'Units',
  'sections[1].title': 'Worktop',
  'sections[1].text': 'With the sink',
  'sections[1].choice': '?',
  'choices[0].title': 'Fronts',
}
const lines = {
  'products[0].section': 'units',
  'products[0].choice': 'fronts',
  'products[1].section': 'units',
  'products[1].choice': 'fronts+',
  'products[2].section': 'units',
  'products[2].qty_range.min': '1',
  'products[2].qty_range.max': '6',
  'products[3].section': 'worktop',
}

describe('the form of a new quote', () => {
  it('makes the kitchen of the documentation without JavaScript, and it can be sent', async () => {
    const { engine, desk, load: expected } = await deskWith()
    const products = {
      'customer.name': 'Ada Lovelace',
      'products[0].id': 'Oak',
      'products[0].price': '900',
      'products[1].id': 'White',
      'products[1].price': '600',
      'products[2].id': '7',
      'products[2].qty': '2',
      'products[3].id': 'Stone',
      'products[3].price': '400',
      'products[3].qty': '1',
    }
    const empty = changed((await desk.get('/quotes/new')).html, { ...parts, ...products })
    const shown = await desk.post('/quotes/new', { ...empty, action: 'choices' })
    expect(textOf(shown.html)).toContain('Open the details of a line to say its section')
    const { location = '' } = await desk.post('/quotes/new', changed(shown.html, lines))
    const quoteId = location.slice('/quotes/'.length).split('?')[0] as string
    expect((await engine.getQuote(seller, quoteId)).quote).toEqual(await expected())
    expect((await engine.sendQuote(seller, quoteId)).quote.total).toBe(840)
  })
})

describe('the form of a quote', () => {
  it('has one closed part for what a quote does not use, and no field at its lines', async () => {
    const { desk, path, save, load } = await deskWith(plain)
    const { html } = await desk.get(path)
    expect(html).toMatch(/<details class="more parts">\s*<summary>Sections and choices/)
    const names = Object.keys(formFields(html)).filter((name) => /section|choice|range/.test(name))
    expect(names.filter((name) => !/^(?:sections|choices)(?:\[0\]|_end)/.test(name))).toEqual([])
    await save({ 'products[0].note': 'Blue' })
    expect(await load()).not.toHaveProperty('sections')
  })

  it('sends nothing about choices that are as they were', async () => {
    const { engine, record } = await deskWith()
    const desk = sampleCall(engine, seller)
    const stored = await record()
    const draft = new Map(draftOfQuote(stored.quote, desk)).set('products[0].note', 'Blue')
    const { request } = getChanges(desk, stored, draft)
    expect(request).toEqual({ product_changes: [{ key: '1-1', note: 'Blue' }] })
  })

  it('offers new sections and choices at the lines once they are calculated, then saves all', async () => {
    const { desk, path, load } = await deskWith(plain)
    const typed = changed((await desk.get(path)).html, parts, 'totals')
    const { status, html } = await desk.post(path, typed)
    expect(status).toBe(200)
    expect((await desk.post(path, changed(html, lines))).location).toBe(`${path}?done=saved`)
    const { sections, choices, products } = await load()
    expect(sections?.map(({ key }) => key)).toEqual(['units', 'worktop'])
    expect(choices).toEqual(kitchen.choices)
    expect(products.map(({ selected }) => selected)).toEqual([false, true, undefined, undefined])
    expect(products[2]?.qty_range).toEqual({ min: 1, max: 6 })
  })

  it('changes, moves and removes sections and choices, which keep their keys', async () => {
    const { save, load } = await deskWith()
    await save({
      'sections[0].title': 'Cupboards',
      'sections[0].show': 'total',
      'sections[0].page_break': 'yes',
      'sections[1].position': '1',
      'sections[1].text': '',
      'sections[1].choice': '?+',
      'sections[2].title': 'Units',
      'choices[0].optional': 'yes',
      'products[0].choice': 'fronts+',
      'products[2].qty_range.step': '1',
      'products[3].section': '',
      'products[3].choice': '?',
    })
    const { sections, choices, products } = await load()
    expect(sections).toEqual([
      { key: 'worktop', title: 'Worktop', optional: true, selected: true },
      { key: 'units', title: 'Cupboards', show: 'total', page_break: true },
      { key: 'units-2', title: 'Units' },
    ])
    expect(choices).toEqual([{ key: 'fronts', title: 'Fronts', optional: true }])
    expect(products.map(({ selected }) => selected)).toEqual([true, false, undefined, false])
    expect(products[2]?.qty_range).toEqual({ min: 1, max: 6, step: 1 })
    expect(products[3]).not.toHaveProperty('section')
    await save({ 'sections[1].remove': 'yes', 'choices[0].remove': 'yes' })
    const left = await load()
    expect(left.sections?.map(({ key }) => key)).toEqual(['worktop', 'units-2'])
    expect(left).not.toHaveProperty('choices')
    expect(left.products.some((line) => 'section' in line || 'choice' in line)).toBe(false)
  })

  it('forgets what is removed before it was saved', async () => {
    const { desk, path, load } = await deskWith(plain)
    const typed = changed((await desk.get(path)).html, parts, 'choices')
    const { html } = await desk.post(path, typed)
    const removed = { 'sections[1].remove': 'yes', 'choices[0].remove': 'yes' }
    await desk.post(path, changed(html, { ...lines, ...removed }))
    const { sections, choices, products } = await load()
    expect(sections?.map(({ key }) => key)).toEqual(['units'])
    expect(choices).toBeUndefined()
    expect(products.map((line) => line.section)).toEqual(['units', 'units', 'units', undefined])
  })

  it('shows what a line is, and keeps what is gone until another is chosen', async () => {
    const { desk, path, save } = await deskWith()
    const text = textOf((await desk.get(path)).html)
    for (const shown of ['Units · One of “Fronts”, proposed', 'Units · 1 to 6', 'Worktop Choice,'])
      expect(text).toContain(shown)
    const { status, html } = await save({ 'products[3].section': 'cellar' })
    expect(status).toBe(422)
    expect(html).toContain('<option value="cellar" selected>cellar (gone)</option>')
  })

  it('suggests sections with one list for all lines if both are many', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ key: `s${index}`, title: 'S' }))
    const products = many.map(() => ({ name: 'Line', price: 1, qty: 1 }))
    const { desk, path, save, load } = await deskWith({ customer: {}, sections: many, products })
    const { html } = await desk.get(path)
    expect(html.match(/<option value="s99">/g)).toHaveLength(1)
    const opened = await desk.post(path, changed(html, {}, 'line:1-4'))
    expect(opened.html).toContain('name="products[3].section" list="section-options"')
    await save({ 'products[3].key': '1-4', 'products[3].section': 's99' })
    expect((await load()).products[3]?.section).toBe('s99')
  })

  it('says what it would cost while it is typed', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.get(path)
    const preview = async (fields: Readonly<Record<string, string>>) =>
      JSON.parse((await desk.post(`${path}/preview`, changed(html, fields))).html)
    expect((await preview({ 'products[0].choice': 'fronts+' })).amounts.lines).toBe('1,000.00')
    expect((await preview({ 'sections[1].choice': '?+' })).amounts.lines).toBe('1,100.00')
    const { errors, amounts } = await preview({ 'products[2].qty': '7', 'choices[1].title': 'New' })
    expect(errors).toEqual({ 'products[2].qty': 'must be from 1 to 6 in steps of 1' })
    expect(amounts.lines).toBe('700.00')
  })

  const missing = 'must be a string of 1 to 255 characters'
  const noKey = 'must be a key of 1 to 64 letters'
  it.each([
    ['sections[0].title', {}, '', missing],
    ['sections[1].title', { 'sections[1].key': 'units' }, 'S', 'is a duplicate, received units'],
    ['sections[0].title', { 'sections[0].key': '__proto__' }, 'S', noKey],
    ['sections[1].choice', {}, 'tops', 'must be the key of a choice of this quote'],
    ['sections[0].choice', {}, '?__proto__', noKey],
    ['sections[0].show', {}, 'none', 'must be prices, lines or total'],
    ['sections[0].text', {}, 'x'.repeat(5_001), 'must be a string of 1 to 5000 characters'],
    ['sections[0].position', {}, 'first', 'must be the number of a place'],
    ['choices[0].title', {}, '', missing],
    ['choices[0].title', { 'products[1].section': 'worktop' }, 'F', 'must have lines of one'],
    ['choices[1].title', {}, 'Lamps', 'is of no line and no section yet'],
    ['products[0].section', {}, 'cellar', 'must be the key of a section of this quote'],
    ['products[0].choice', {}, 'constructor', 'must be the key of a choice of this quote'],
    ['products[2].choice', { 'products[0].choice': 'fronts+' }, 'fronts+', 'propose one of them'],
    ['products[2].qty_range.max', {}, 'many', 'must be a number'],
    ['products[2].qty_range.max', { 'products[2].qty_range.min': '2' }, '1', 'must be at least 2'],
    ['products[2].qty_range.min', {}, '', 'must be an integer from 1'],
    ['products[2].qty_range.step', {}, '1e400', 'must be a number'],
    ['products[2].qty', {}, '7', 'must be from 1 to 6'],
    [
      'discounts[0].lines',
      { 'discounts[0].type': 'target', 'discounts[0].value': '1' },
      '',
      'target',
    ],
  ] as const)('rejects a wrong %s at the field, and stores nothing: %j %.20s', async (...row) => {
    const [field, others, value, message] = row
    const { record, save } = await deskWith()
    const { status, html } = await save({ ...others, [field]: value })
    expect(status).toBe(422)
    const id = `f-${field.replaceAll(/[^\w-]/g, '_')}`
    expect(html).toContain(`href="#${id}"`)
    expect(html.split(`id="${id}-error">`)[1]?.split('</p>')[0]).toContain(message)
    expect((await record()).version).toBe(1)
  })

  it('rejects an error at the row of its line if others are added and removed', async () => {
    const { save } = await deskWith()
    const { html } = await save({
      'products[0].remove': 'yes',
      'products[4].id': 'Tap',
      'products[4].price': '5',
      'products[4].section': 'cellar',
      'products[4].choice': '',
      'products[4].position': '1',
    })
    expect(html).toContain('id="f-products_4__section-error"')
  })

  it('rejects more sections than a quote can have, and fields that no form has', async () => {
    const { desk, path, record } = await deskWith()
    const { html } = await desk.get(path)
    const many = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`sections[${index}].title`, 'S']),
      )
    const response = await desk.post(path, changed(html, many(201)))
    expect(response.status).toBe(422)
    expect(response.html).toContain('<a href="#f-sections">Sections</a>: must have at most 200')
    expect((await desk.post(path, changed(html, many(10_000)))).status).toBe(413)
    const unknown = {
      'sections[0].__proto__': 'x',
      'choices[__proto__].title': 'x',
      'sections[0]': 'x',
    }
    expect((await desk.post(path, changed(html, unknown))).location).toBe(`${path}?done=unchanged`)
    expect((await record()).version).toBe(1)
  })

  it('asks two people who have changed sections and lines, in words', async () => {
    const { engine, desk, quoteId, path, load } = await deskWith()
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, {
      sections: [{ key: 'units', title: 'Cupboards', page_break: true }],
      product_changes: [{ key: '1-3', qty_range: { min: 1, max: 9 } }],
    })
    const mine = {
      'sections[1].choice': '?+',
      'products[0].choice': 'fronts+',
      'products[2].qty_range.step': '1',
    }
    const conflict = await desk.post(path, changed(html, mine))
    expect(conflict.status).toBe(409)
    const text = textOf(conflict.html)
    for (const shown of [
      'Units; Worktop: With the sink (Can be left out, proposed)',
      'Cupboards (Begins a page)',
      'Oak: for the customer',
      'One of “Fronts”, proposed',
      '1 to 6 in steps of 1',
      '1 to 9',
    ])
      expect(text).toContain(shown)
    const picks = Object.keys(formFields(conflict.html, 'class="conflict"')).flatMap((name) =>
      name.startsWith('pick') ? [[name, 'mine'] as const] : [],
    )
    const sent = changed(conflict.html, Object.fromEntries(picks), 'save', 'class="conflict"')
    expect((await desk.post(path, sent)).location).toBe(`${path}?done=saved`)
    const { sections, products } = await load()
    expect(sections).toEqual([kitchen.sections[0], { ...kitchen.sections[1], selected: true }])
    expect(products.map(({ selected }) => selected)).toEqual([true, false, undefined, undefined])
    expect(products[2]?.qty_range).toEqual({ min: 1, max: 6, step: 1 })
    const differences = textOf((await desk.get(`${path}/differences?from=1&to=3`)).html)
    for (const shown of [
      'Worktop: With the sink (Can be left out, proposed)',
      '1 to 6 in steps of 1',
    ])
      expect(differences).toContain(shown)
  })
})

describe('the form of a template', () => {
  it('takes sections and choices of a quote, changes them, and gives them to new quotes', async () => {
    const { engine, desk, quoteId } = await deskWith()
    const from = `/templates/new?from=${quoteId}`
    const named = changed((await desk.get(from)).html, { name: 'Kitchen' })
    const { location = '' } = await desk.post('/templates/new', named)
    const path = location.split('?')[0] as string
    const { html } = await desk.get(path)
    expect((await desk.post(path, changed(html, { 'products[2].note': 'Warm' }))).status).toBe(303)
    const again = (await desk.get(path)).html
    const changes = { 'products[0].choice': 'fronts+', 'sections[2].title': 'Floor' }
    await desk.post(path, changed(again, { ...changes, 'products[2].section': '' }))
    const templateId = path.slice('/templates/'.length)
    const { quote } = await engine.createQuoteFromTemplate(seller, templateId, { customer: {} })
    expect(quote.sections?.map(({ key }) => key)).toEqual(['units', 'worktop', 'floor'])
    expect(quote.products.map(({ selected }) => selected)).toEqual([
      true,
      false,
      undefined,
      undefined,
    ])
    const { version } = await engine.getTemplate(seller, templateId)
    const bad = await desk.post(
      path,
      changed((await desk.get(path)).html, { 'sections[1].choice': 'x' }),
    )
    expect(bad.status).toBe(422)
    expect(bad.html).toContain('id="f-sections_1__choice-error"')
    expect((await engine.getTemplate(seller, templateId)).version).toBe(version)
  })
})
