import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { maxOpenLines } from '../../../src/desk/edit/closed-line.js'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

/** A desk with a quote of many products, which have a note and an own field each. */
async function deskWith(count: number) {
  const catalog = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    price: '12.50',
    name: `Oak chair ${index + 1}`,
    sku: `OC-${index + 1}`,
  }))
  const engine = sampleEngine({
    catalog: memoryCatalog({ 'store-1': catalog }),
    fields: { line: { room: { schema: z.string(), label: 'Room' } } },
  })
  const products = catalog.map(({ id }) => ({
    id,
    qty: 2,
    note: `Note ${id}`,
    fields: { room: `Room ${id}` },
  }))
  const { quoteId } = await engine.createQuote(seller, { customer: { name: 'Ada' }, products })
  return { engine, desk: sampleDesk({ engine }), quoteId, path: `/quotes/${quoteId}` }
}

const long = maxOpenLines + 10
const typedNames = (html: string) =>
  Object.keys(formFields(html)).filter((name) => /^prod/.test(name))

describe('the form of a quote with 1,000 lines', () => {
  it('is smaller than 1 MB and 10,000 elements, and one key sends and returns little', async () => {
    const { desk, path } = await deskWith(1_000)
    const { html } = await desk.get(path)
    expect(html.length).toBeLessThan(1_000_000)
    const page = html.replaceAll(/<template[\s\S]*?<\/template>/g, '')
    expect(page.match(/<[a-z]/g)?.length).toBeLessThan(10_000)
    const opened = await desk.post(path, changed(html, {}, 'line:1-500'))
    const form = changed(opened.html, { 'products[499].qty': '7' })
    expect(String(new URLSearchParams(form as Record<string, string>)).length).toBeLessThan(5_000)
    const { html: json } = await desk.post(`${path}/preview`, form, { from: path })
    expect(json.length).toBeLessThan(1_000)
    expect(JSON.parse(json)).toMatchObject({ lines: { 499: { total: '87.50' } }, sum: '25,062.50' })
    expect((await desk.post(path, form)).location).toBe(`${path}?done=saved`)
  }, 120_000)
})

describe('the form of a long quote', () => {
  it('shows its lines as text, and those of a shorter one with their fields', async () => {
    const { desk, path } = await deskWith(maxOpenLines + 1)
    const { html } = await desk.get(path)
    expect(typedNames(html)).toEqual([])
    expect(textOf(html)).toContain('Oak chair 7 OC-7 · Note 7 · Room: Room 7 2 12.50 25.00')
    const short = await deskWith(maxOpenLines)
    const fields = formFields((await short.desk.get(short.path)).html)
    expect(fields[`products[${maxOpenLines - 1}].fields.room`]).toEqual([`Room ${maxOpenLines}`])
  })

  it('opens lines without a script, and keeps all that is typed', async () => {
    const { desk, path } = await deskWith(long)
    const { html } = await desk.get(path)
    const first = await desk.post(path, changed(html, { 'customer.city': 'Rome' }, 'line:1-7'))
    expect(first.status).toBe(200)
    expect(first.html).toMatch(/<input[^>]*name="products\[6\]\.qty"[^>]* autofocus/)
    const typed = { 'products[6].qty': '9', 'products[6].note': 'Mine', search: 'x' }
    const second = await desk.post(path, changed(first.html, typed, 'line:1-3'))
    expect(formFields(second.html)).toMatchObject({
      'customer.city': ['Rome'],
      'products[2].note': ['Note 3'],
      'products[6].qty': ['9'],
      'products[6].note': ['Mine'],
      search: ['x'],
    })
    expect(second.html.match(/ autofocus/g)).toHaveLength(1)
    const typedBefore = { ...formFields(second.html), search: [''], key: [] }
    const totals = await desk.post(path, changed(second.html, { search: '' }, 'totals'))
    expect({ ...formFields(totals.html), key: [] }).toEqual(typedBefore)
  })

  it('keeps what closed lines say, whatever is saved of others', async () => {
    const { engine, desk, quoteId, path } = await deskWith(long)
    const { html } = await desk.get(path)
    const before = (await engine.getQuote(seller, quoteId)).quote.products
    const opened = await desk.post(path, changed(html, {}, 'line:1-7'))
    const both = await desk.post(path, changed(opened.html, {}, 'line:1-8'))
    const typed = {
      'products[6].position': '1',
      'products[6].note': '',
      'products[7].remove': 'yes',
      [`products[${long}].id`]: '3',
      [`products[${long}].note`]: 'New',
    }
    expect((await desk.post(path, changed(both.html, typed))).location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, quoteId)
    const { note: _, ...seventh } = before[6] as (typeof before)[number]
    const others = before.filter((_, index) => index !== 6 && index !== 7)
    const stored = new Map(quote.products.map((line, index) => [line.id, { line, index }]))
    for (const line of others.filter(({ id }) => id !== 3))
      expect(stored.get(line.id)?.line).toMatchObject({ note: line.note, fields: line.fields })
    expect(quote.products.filter(({ id }) => id === 3).map(({ note }) => note)).toEqual([
      'Note 3',
      'New',
    ])
    expect(stored.get(7)?.line).toMatchObject({ id: 7, fields: seventh.fields })
    expect(stored.get(7)?.line.note).toBeUndefined()
    expect(stored.has(8)).toBe(false)
    expect(quote.products).toHaveLength(long)
    const shown = textOf((await desk.get(path)).html)
    expect(shown.indexOf('Oak chair 7 ')).toBeLessThan(shown.indexOf('Oak chair 1 '))
  })

  it('asks about a line that both have changed, and keeps what others did to closed lines', async () => {
    const { engine, desk, quoteId, path } = await deskWith(long)
    const { html } = await desk.get(path)
    const opened = await desk.post(path, changed(html, {}, 'line:1-7'))
    await engine.updateQuote(seller, quoteId, {
      product_changes: [
        { key: '1-9', note: 'Theirs' },
        { key: '1-4', remove: true },
      ],
    })
    const asked = await desk.post(path, changed(opened.html, { 'products[6].note': 'Mine' }))
    expect(asked.status).toBe(409)
    const merged = changed(asked.html, {}, 'save', 'class="conflict"')
    expect((await desk.post(path, merged)).location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, quoteId)
    const notes = new Map(quote.products.map(({ id, note }) => [id, note]))
    expect([notes.get(7), notes.get(9), notes.get(10)]).toEqual(['Mine', 'Theirs', 'Note 10'])
    expect(notes.has(4)).toBe(false)
  })

  it('opens a line with an error', async () => {
    const { desk, path } = await deskWith(long)
    const { html } = await desk.get(path)
    const typed = { 'products[4].key': '1-5', 'products[4].qty': 'x' }
    const { status, html: shown } = await desk.post(path, changed(html, typed))
    expect(status).toBe(422)
    expect(formFields(shown)).toMatchObject({
      'products[4].qty': ['x'],
      'products[4].note': ['Note 5'],
    })
    expect(typedNames(shown).every((name) => name.startsWith('products[4].'))).toBe(true)
  })

  it('sends one row to the module, and none for a key that the quote does not have', async () => {
    const { engine, desk, quoteId, path } = await deskWith(long)
    const { html } = await desk.get(path)
    const open = (action: string) =>
      desk.post(`${path}/preview`, changed(html, {}, action), { from: path })
    const { status, html: row } = await open('line:1-12')
    expect(status).toBe(200)
    expect(row.match(/<tr/g)).toHaveLength(1)
    expect(row).toMatch(/name="products\[11\]\.note"[^>]*>Note 12</)
    for (const key of ['1-999', '__proto__', '', '"><script>']) {
      const missing = await open(`line:${key}`)
      expect(missing.status).toBe(404)
      expect(missing.html).not.toContain('<script>')
      expect((await desk.post(path, changed(html, {}, `line:${key}`))).status).toBe(200)
    }
    expect((await engine.getQuote(seller, quoteId)).version).toBe(1)
  })
})
