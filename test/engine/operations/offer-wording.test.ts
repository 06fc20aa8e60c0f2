import { describe, expect, it } from 'vitest'
import { offeredScalarFieldNames } from '../../../src/quote/model/quote-scalar-fields.js'
import { explainQuote } from '../../../src/quote/verify/explain-quote.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const seller = { ...context, role: 'seller' } as const
const buyer = { ...context, role: 'buyer' } as const

const wording = {
  title: 'Office of the Ärzteteam',
  introduction: 'Dear Ada,\r\n\r\nas discussed.',
  terms: 'Goods remain ours until they are paid.',
  payment_terms: '30 days net.',
  delivery_terms: 'EXW Leipzig',
  valid_days: 30,
}
const others = {
  title: 'Laboratory',
  introduction: 'Dear Bo,',
  terms: 'None.',
  payment_terms: 'In advance.',
  delivery_terms: 'DAP Berlin',
  valid_days: 14,
}
const names = offeredScalarFieldNames
const nothing = Object.fromEntries(names.map((name) => [name, null]))

async function quoteWith(more: object = wording, options: Parameters<typeof engineWith>[0] = {}) {
  const engine = engineWith(options)
  const { quoteId, quote } = await engine.createQuote(seller, { ...request, ...more })
  return { engine, quoteId, quote }
}

describe('the wording of an offer', () => {
  it('is part of a quote only once it is set', async () => {
    const { engine, quoteId, quote } = await quoteWith({})
    expect(Object.keys(quote).filter((name) => name in wording)).toEqual([])
    await engine.updateQuote(seller, quoteId, { title: 'Office', valid_days: 7 })
    const { quote: changed } = await engine.updateQuote(seller, quoteId, nothing)
    expect(changed).toEqual(quote)
  })

  it.each(names)('is merged field by field, and sent back as it was read: %s', async (name) => {
    const { engine, quoteId, quote } = await quoteWith()
    expect(quote).toMatchObject(wording)
    const changed = await engine.updateQuote(seller, quoteId, { [name]: others[name] })
    expect(changed.quote).toEqual({ ...quote, [name]: others[name] })
    const same = await engine.updateQuote(seller, quoteId, changed.quote)
    expect(same.version).toBe(changed.version)
    const { quote: removed } = await engine.updateQuote(seller, quoteId, { [name]: null })
    expect(removed).not.toHaveProperty(name)
    expect({ ...removed, [name]: wording[name] }).toEqual(quote)
  })

  it.each(names)('has %s frozen and sealed once it is sent', async (name) => {
    const { engine, quoteId } = await quoteWith()
    const { quote: sent } = await engine.sendQuote(seller, quoteId)
    const change = { [name]: others[name] }
    const locked = await errorOf(() => engine.updateQuote(seller, quoteId, change))
    expect(locked.code).toBe('quote_locked')
    const { revision = 0, seal } = sent
    const { quote } = await engine.acceptQuote(buyer, quoteId, { revision, seal })
    expect(verifyAcceptance(quote)).toEqual([])
    for (const altered of [change, { [name]: undefined }]) {
      const paths = (broken: readonly { readonly path: string }[]) => broken.map(({ path }) => path)
      const forged = JSON.parse(JSON.stringify({ ...quote, ...altered }))
      expect(paths(verifyAcceptance(forged))).toContain('seal')
      expect(paths(verifyQuote(forged))).toContain('seal')
    }
    expect(explainQuote(quote)).toEqual(explainQuote({ ...quote, ...change }))
  })

  it('stays with revisions and copies, and goes to templates of a quote', async () => {
    const { engine, quoteId } = await quoteWith()
    await engine.sendQuote(seller, quoteId)
    const { quote: revised } = await engine.reviseQuote(seller, quoteId)
    expect(revised).toMatchObject(wording)
    expect(revised).not.toHaveProperty('expires')
    for (const prices of ['frozen', 'current'] as const) {
      const { quote: copy } = await engine.copyQuote(seller, quoteId, { prices })
      expect(copy).toMatchObject(wording)
    }
    const { template } = await engine.createTemplate(seller, {
      name: 'T',
      quote_id: quoteId,
      title: 'Another',
    })
    expect(template).toMatchObject({ ...wording, title: 'Another' })
  })

  it('is searched by its title alone', async () => {
    const { engine, quoteId } = await quoteWith()
    const found = async (text: string) => (await engine.listQuotes(seller, { text })).items.length
    expect([await found('office arzt'), await found('leipzig'), await found('discussed')]).toEqual([
      1, 0, 0,
    ])
    await engine.updateQuote(seller, quoteId, { title: 'Laboratory' })
    expect([await found('office'), await found('labor')]).toEqual([0, 1])
    await engine.updateQuote(seller, quoteId, { title: null })
    expect(await found('labor')).toBe(0)
  })
})

describe('a buyer', () => {
  it.each(names)('reads %s, and does not set it', async (name) => {
    const { engine, quoteId } = await quoteWith()
    const record = await engine.getQuote(buyer, quoteId)
    expect(record.quote[name]).toBe(wording[name])
    const { version } = await engine.updateQuote(buyer, quoteId, {
      customer: record.quote.customer,
      [name]: wording[name],
    })
    expect(version).toBe(record.version)
    for (const value of [others[name], null]) {
      const error = await errorOf(() => engine.updateQuote(buyer, quoteId, { [name]: value }))
      expect(error.code).toBe('not_permitted')
    }
    const created = { ...request, [name]: wording[name] }
    const error = await errorOf(() => engine.createQuote(buyer, created))
    expect(error.code).toBe('not_permitted')
    expect((await engine.countQuotes(seller)).count).toBe(1)
  })
})

describe('valid_days', () => {
  const at = (iso: string) => ({ now: () => Date.parse(iso) })

  it.each([
    // A day with and one without daylight saving time, and a day that is not that of UTC.
    ['Europe/Berlin', '2026-10-20T10:00:00Z', 7, '2026-10-27T23:00:00Z'],
    ['Europe/Berlin', '2026-10-20T22:30:00Z', 1, '2026-10-22T22:00:00Z'],
    ['Pacific/Kiritimati', '2026-12-31T11:00:00Z', 1, '2027-01-02T10:00:00Z'],
    ['UTC', '2024-02-28T23:59:59Z', 1, '2024-03-01T00:00:00Z'],
    ['UTC', '2026-01-01T00:00:00Z', 3_650, '2035-12-31T00:00:00Z'],
  ])('end with a day of the store in %s', async (timeZone, sent, valid_days, expires) => {
    const { engine, quoteId } = await quoteWith({ valid_days }, { timeZone, ...at(sent) })
    const preview = await engine.sendQuote(seller, quoteId, {}, { preview: true })
    expect(preview.quote.expires).toBe(Date.parse(expires))
    const { quote } = await engine.sendQuote(seller, quoteId)
    expect(quote.expires).toBe(Date.parse(expires))
    expect(verifyQuote(quote)).toEqual([])
  })

  it('count if the status sends the quote, also those of the same update', async () => {
    const { engine, quoteId } = await quoteWith({}, { timeZone: 'UTC', ...at('2026-11-27T12:00Z') })
    const changes = { status: 'sent', valid_days: 3 }
    const { quote } = await engine.updateQuote(seller, quoteId, changes)
    expect(quote.expires).toBe(Date.parse('2026-12-01T00:00Z'))
  })

  it('give way to the expires of sendQuote, and to nothing if they are removed', async () => {
    const { engine, quoteId } = await quoteWith({ valid_days: 3 }, at('2026-11-27T12:00Z'))
    const { quote } = await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
    expect(quote.expires).toBe(Date.parse('2027-01-01T00:00Z'))
    await engine.reviseQuote(seller, quoteId)
    await engine.updateQuote(seller, quoteId, { valid_days: null })
    const { quote: endless } = await engine.sendQuote(seller, quoteId)
    expect(endless).not.toHaveProperty('expires')
  })

  it('ask for the time zone of the store only if there are any', async () => {
    const zone = { timeZone: () => 'Mars/Olympus' }
    const { engine, quoteId } = await quoteWith({}, zone)
    await engine.sendQuote(seller, quoteId)
    const other = await quoteWith({ valid_days: 3 }, zone)
    const error = await errorOf(() => other.engine.sendQuote(seller, other.quoteId))
    expect(error.code).toBe('invalid_options')
  })
})

describe('templates', () => {
  const template = { name: 'Office', products: [{ id: 1, qty: 2 }] }

  it('keep wording, merge it, and give it to their quotes', async () => {
    const engine = engineWith()
    const created = await engine.createTemplate(seller, { ...template, ...wording })
    const { templateId } = created
    expect(created.template).toMatchObject(wording)
    const again = await engine.updateTemplate(seller, templateId, created.template)
    expect(again.version).toBe(created.version)
    const changes = { title: null, terms: others.terms }
    const changed = await engine.updateTemplate(seller, templateId, changes)
    const { title: _, ...left } = { ...wording, terms: others.terms }
    expect(changed.template).toMatchObject(left)
    expect(changed.template).not.toHaveProperty('title')
    const { quote } = await engine.createQuoteFromTemplate(seller, templateId)
    expect(quote).toMatchObject(left)
    const own = { title: 'Own', introduction: null, valid_days: 5 }
    const other = await engine.createQuoteFromTemplate(seller, templateId, own)
    expect(other.quote).toMatchObject({ title: 'Own', valid_days: 5, terms: others.terms })
    expect(other.quote).not.toHaveProperty('introduction')
  })

  it('have no fields for what is not set', async () => {
    const engine = engineWith()
    const { template: stored } = await engine.createTemplate(seller, template)
    expect(Object.keys(stored)).toEqual(['name', 'products', 'created'])
  })
})
