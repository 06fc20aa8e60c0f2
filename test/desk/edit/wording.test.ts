import { describe, expect, it } from 'vitest'
import { markup, request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed } from './form-fields.js'

const wording = {
  title: 'Office of Ada',
  introduction: 'Dear Ada,\nas discussed.',
  terms: 'Goods remain ours.',
  payment_terms: '30 days net',
  delivery_terms: 'EXW Leipzig',
  valid_days: 30,
}

async function deskWith(more: object = {}, options = {}) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, { ...request, ...more })
  const load = async () => (await engine.getQuote(seller, quoteId)).quote
  const desk = sampleDesk({ engine, ...options })
  return { engine, desk, quoteId, load, path: `/quotes/${quoteId}` }
}

/** Returns the part of the form with what the offer says. */
const part = (html: string) =>
  /<section class="party wording"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''

describe('the form of a quote', () => {
  it('has what the offer says, with longer text folded while it is empty', async () => {
    const { desk, path } = await deskWith()
    const { html } = await desk.get(path)
    expect(part(html)).toMatch(/<details class="more">/)
    expect(part(html).match(/<textarea/g)).toHaveLength(4)
    const other = await deskWith({ terms: markup })
    const page = await other.desk.get(other.path)
    expect(part(page.html)).toMatch(/<details class="more" open>/)
    expect(page.html).not.toContain('<script>alert(1)')
  })

  it('sets, changes and removes it', async () => {
    const { desk, load, path } = await deskWith()
    const typed = { ...wording, valid_days: ' 30 ', introduction: 'Dear Ada,\r\nas discussed.' }
    await desk.post(path, changed((await desk.get(path)).html, typed))
    const stored = await load()
    expect({ ...stored, introduction: stored.introduction?.replace('\r', '') }).toMatchObject(
      wording,
    )
    const page = (await desk.get(path)).html
    const same = await desk.post(path, changed(page, {}))
    expect(same.location).toContain('unchanged')
    await desk.post(path, changed(page, { title: '', terms: '', valid_days: '7' }))
    const quote = await load()
    expect(quote).not.toHaveProperty('title')
    expect(quote).not.toHaveProperty('terms')
    expect(quote).toMatchObject({ payment_terms: '30 days net', valid_days: 7 })
  })

  it.each([
    ['valid_days', '0', 'must be an integer from 1 to 3650'],
    ['valid_days', '1.5', 'must be an integer from 1 to 3650'],
    ['valid_days', 'soon', 'must be a number'],
    ['title', 'x'.repeat(256), 'must be a string of 1 to 255 characters'],
    ['terms', 'x'.repeat(20_001), 'must be a string of 1 to 20000 characters'],
  ])('names %s if it is %.10s, and saves nothing', async (name, value, message) => {
    const { desk, load, path } = await deskWith()
    const before = await load()
    const typed = { [name]: value, 'customer.city': 'Paris' }
    const response = await desk.post(path, changed((await desk.get(path)).html, typed))
    expect(response.status).toBe(422)
    expect(textOf(response.html)).toContain(message)
    expect(part(response.html)).toContain('aria-invalid="true"')
    expect(await load()).toEqual(before)
  })

  it('asks which counts if two editors have changed the same, and merges all else', async () => {
    const { engine, desk, quoteId, load, path } = await deskWith(wording)
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { terms: 'Theirs.', title: 'Their title' })
    const response = await desk.post(path, changed(html, { terms: 'Mine.', valid_days: '9' }))
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toMatch(/Terms.*Mine\..*Theirs\./s)
    await desk.post(path, changed(response.html, {}, 'save', 'class="conflict"'))
    expect(await load()).toMatchObject({ terms: 'Theirs.', title: 'Their title', valid_days: 9 })
  })

  it('leaves the day of expiry empty for an offer with days of validity', async () => {
    const { desk, path } = await deskWith({ valid_days: 1 }, { validDays: 14 })
    const { html } = await desk.get(`${path}/send`)
    expect(textOf(html)).toContain('Leave it empty for 1 day after today, as the quote says.')
    const other = await deskWith({}, { validDays: 14 })
    expect(textOf((await other.desk.get(`${other.path}/send`)).html)).toContain(
      'Leave it empty for no end.',
    )
  })
})

describe('a quote that is sent', () => {
  it('shows what the offer says, with its line breaks, and the title at its top', async () => {
    const { engine, desk, quoteId, path } = await deskWith({ ...wording, terms: markup })
    await engine.sendQuote(seller, quoteId)
    const { html } = await desk.get(path)
    expect(html).toMatch(/<span class="about" title="[^"]*">[^<]*, Office of Ada<\/span>/)
    expect(html).toContain('<dd class="as-typed">Dear Ada,\nas discussed.</dd>')
    expect(html).not.toContain('<script>alert(1)')
    expect(textOf((await desk.get('/')).html)).toMatch(
      /1 Engines & Co Ada Lovelace · Office of Ada/,
    )
    expect((await desk.get('/?text=office')).html).toContain('Office of Ada')
  })

  it('has a history, versions and differences that name it', async () => {
    const { engine, desk, quoteId, path } = await deskWith(wording)
    await engine.updateQuote(seller, quoteId, { payment_terms: 'In advance', valid_days: 14 })
    expect(textOf((await desk.get(`${path}/history`)).html)).toContain('terms of payment')
    expect(textOf((await desk.get(`${path}/versions/1`)).html)).toContain('30 days net')
    const { html } = await desk.get(`${path}/differences?from=1&to=2`)
    expect(textOf(html)).toMatch(/Terms of payment.*30 days net.*In advance/s)
    expect(textOf(html)).toMatch(/Valid for days.*30.*14/s)
  })
})

describe('the form of a template', () => {
  it('has the same fields, which quotes of it get', async () => {
    const { desk, engine } = await deskWith()
    const { html } = await desk.get('/templates/new')
    const typed = { name: 'T', 'products[0].id': '118', ...wording, valid_days: '30' }
    await desk.post('/templates/new', changed(html, typed))
    const [record] = (await engine.listTemplates(seller)).items
    const { introduction, ...rest } = wording
    expect(record?.template).toMatchObject(rest)
    const path = `/templates/${record?.templateId}`
    const page = (await desk.get(path)).html
    await desk.post(path, changed(page, { title: '', terms: 'Other.' }))
    const { template } = await engine.getTemplate(seller, record?.templateId ?? '')
    expect(template).not.toHaveProperty('title')
    const { title: _, ...left } = { ...rest, terms: 'Other.' }
    expect(template).toMatchObject(left)
  })

  it('begins with the wording of the quote that it is made of', async () => {
    const { desk, quoteId } = await deskWith(wording)
    const { html } = await desk.get(`/templates/new?from=${quoteId}`)
    expect(part(html)).toContain('value="Office of Ada"')
    expect(part(html)).toContain('>30 days net</textarea>')
  })
})
