import { describe, expect, it } from 'vitest'
import { createRequestPage } from '../../src/customer-page/request/app.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import { createUblQuotation } from '../../src/document/ubl/create-ubl-quotation.js'
import { links, samplePage, secrets, seller } from './sample-page.js'

const contact = { name: 'Grace Hopper', phone: '+1 512 555 0100', email: 'grace@chairs.example' }
const lines = ['Chairs Ltd', '+44 20 7946 0000']

describe('the person to ask', () => {
  it('stands on the first screen instead of the lines of the seller', async () => {
    const { send, get } = samplePage({ document: { seller: lines, contact } })
    const { text } = await get(links.createUrl(await send()))
    const [card = ''] = /<section class="card said">.*?<\/section>/s.exec(text) ?? []
    expect(card).toContain('Grace Hopper')
    expect(card).toContain('href="tel:+15125550100"')
    expect(card).toContain('href="mailto:grace@chairs.example"')
    expect(card).not.toContain('7946')
  })

  it('can be one of each owner', async () => {
    const people = new Map([['ann', { ...contact, name: 'Ann Archer' }]])
    const { engine, send, get } = samplePage({
      document: ({ quote }) => ({ contact: people.get(quote.owner ?? '') ?? contact }),
    })
    await engine.setUser(seller, 'ann', { name: 'Ann', email: 'ann@a.example', position: 'editor' })
    await engine.setUser(seller, 'eve', { name: 'Eve', email: 'eve@a.example', position: 'editor' })
    const shown = async (owner: string) => (await get(links.createUrl(await send({ owner })))).text
    expect(await shown('ann')).toContain('Ann Archer')
    expect(await shown('eve')).toContain('Grace Hopper')
  })

  it('is a fact of documents, with numbers that are read from left to right', async () => {
    const { quote } = await samplePage().send()
    const factOf = (options: DocumentOptions) =>
      createDocument(quote, options).facts.find(({ value }) => value.includes('Grace'))
    expect(factOf({ contact })).toEqual({
      label: 'Contact',
      value: 'Grace Hopper, +1 512 555 0100, grace@chairs.example',
    })
    expect(factOf({ contact: { name: 'Grace' }, locale: 'de' })?.label).toBe('Ansprechperson')
    expect(factOf({ contact, locale: 'ar' })?.value).toContain('\u200e+1 512')
    expect(createDocument(quote)).not.toHaveProperty('contact')
  })

  it('is the contact of the seller in UBL, unless the seller has one', async () => {
    const record = await samplePage().send()
    const document = { contact }
    const xml = createUblQuotation(record, { seller: { company: 'Chairs Ltd' }, document })
    expect(xml).toContain('Grace Hopper')
    expect(xml).toContain('grace@chairs.example')
    const own = { company: 'Chairs Ltd', name: 'Ann' }
    expect(createUblQuotation(record, { seller: own, document })).not.toContain('Grace')
  })

  it('stands beside the form for requests', async () => {
    const { engine } = samplePage()
    const options = { engine, secrets, storeId: 's' }
    for (const source of [contact, () => contact]) {
      const page = createRequestPage({ ...options, contact: source })
      expect(await (await page.request('/request')).text()).toContain('href="tel:+15125550100"')
    }
    const page = createRequestPage({ ...options, contact: () => ({ name: '' }), onError: () => 0 })
    expect((await page.request('/request')).status).toBe(500)
  })

  it.each<[string, unknown, string]>([
    ['no object', 'Grace', 'contact'],
    ['no name', {}, 'contact.name'],
    ['a blank name', { name: ' ' }, 'contact.name'],
    ['a name of two lines', { name: 'Grace\nBcc: x' }, 'contact.name'],
    ['a long name', { name: 'x'.repeat(101) }, 'contact.name'],
    ['a name that is no string', { name: 1e308 }, 'contact.name'],
    ['words for a number', { name: 'Grace', phone: 'call me' }, 'contact.phone'],
    ['a number that is no string', { name: 'Grace', phone: 123456 }, 'contact.phone'],
    ['no address', { name: 'Grace', email: 'a@b>, c@d' }, 'contact.email'],
    ['a long address', { name: 'Grace', email: `${'x'.repeat(250)}@b.example` }, 'contact.email'],
    ['an unknown field', { name: 'Grace', fax: '1' }, 'contact'],
    ['a key of prototypes', JSON.parse('{"name":"Grace","__proto__":{"phone":"1"}}'), 'contact'],
  ])('is rejected for %s', (_, invalid, field) => {
    const document = { contact: invalid } as DocumentOptions
    const create = () => samplePage({ document })
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_options' }))
    expect(create).toThrow(field)
  })
})
