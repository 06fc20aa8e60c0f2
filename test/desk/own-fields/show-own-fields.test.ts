import { describe, expect, it } from 'vitest'
import type { OwnFields } from '../../../src/quote/model/own-fields.js'
import { formFields } from '../edit/form-fields.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'

const fields = {
  quote: {
    region: {
      label: 'Region',
      search: true,
      input: ['west', { value: 'east', label: 'The east' }],
    },
    rush: { label: 'Rush order', search: true, input: 'checkbox' },
    source: { label: 'Source', search: true, internal: true },
    seats: { label: 'Seats', search: true, input: 'number' },
    project: { label: 'Project' },
  },
  line: { engraving: { label: 'Engraving' }, cost: { label: 'Cost price', internal: true } },
  customer: { segment: { label: 'Segment' } },
} as const satisfies OwnFields

async function sampleShop() {
  const engine = sampleEngine({ fields })
  const west = await engine.createQuote(seller, { ...request, fields: { region: 'west' } })
  const east = await engine.createQuote(seller, {
    ...request,
    customer: { name: 'Eve Eastern' },
    fields: { region: 'east', rush: true, seats: 1_250.5 },
    internal_fields: { source: 'fair' },
  })
  return { engine, desk: sampleDesk({ engine }), west, east }
}

describe('the list of quotes with own fields', () => {
  it('has a column and a filter for each that is searched', async () => {
    const { desk } = await sampleShop()
    const { html } = await desk.get('/')
    expect(html).toMatch(/<th [^>]*>Region<\/th>[\s\S]*<th [^>]*>Rush order<\/th>/)
    expect(html).toContain('<td class="own less" data-label="Region">The east</td>')
    expect(html).toContain('<td class="own less" data-label="Rush order">Yes</td>')
    expect(html).not.toContain('>Project<')
    for (const name of ['region', 'rush', 'source']) expect(html).toContain(`name="fields.${name}"`)
  })

  it.each([
    ['fields.region=east', 'Region: The east'],
    ['fields.rush=true', 'Rush order: Yes'],
    ['fields.source=fair&fields.region=', 'Source: fair'],
    ['fields.seats=1,250.50', 'Seats: 1,250.50'],
    ['fields.seats=1250.5', 'Seats: 1250.5'],
  ])('lists the quotes that %s finds, and says so', async (query, filter) => {
    const { desk } = await sampleShop()
    const { status, html } = await desk.get(`/?${query}`)
    expect(status).toBe(200)
    expect(html).toContain('Eve Eastern')
    expect(html).not.toContain('Ada Lovelace')
    expect(textOf(html)).toContain(filter)
  })

  it('finds a number as people write it in the locale of the desk', async () => {
    const { engine } = await sampleShop()
    const desk = sampleDesk({ engine, locale: 'de' })
    const { html } = await desk.get('/?fields.seats=1.250,50')
    expect(html).toContain('Eve Eastern')
    expect(html).not.toContain('Ada Lovelace')
    expect((await desk.get('/?fields.seats=many')).html).not.toContain('Eve Eastern')
  })

  it('keeps the filter in the addresses of the page, and drops it alone', async () => {
    const { desk } = await sampleShop()
    const { html } = await desk.get('/?fields.region=east&text=Eve')
    expect(html).toContain('?text=Eve"')
    expect(html).toContain('?fields.region=east"')
  })

  it('shows no column for fields that no quote has', async () => {
    const { html } = await sampleDesk({ engine: sampleEngine({ fields }) }).get('/')
    expect(html).not.toContain('<th scope="col">Region</th>')
  })
})

describe('the history with own fields', () => {
  it('names the fields that were changed by their labels', async () => {
    const { engine, desk, west } = await sampleShop()
    const { quoteId } = west
    await engine.updateQuote(seller, quoteId, {
      fields: { region: 'east', project: 'Hall' },
      internal_fields: { source: 'fair' },
      customer: { segment: 'trade' },
      product_changes: [{ id: 118, fields: { engraving: 'Ada' }, internal_fields: { cost: '4' } }],
    })
    await engine.updateQuote(seller, quoteId, { internal_fields: { source: null } })
    const history = textOf((await desk.get(`/quotes/${quoteId}/history`)).html)
    expect(history).toMatch(/Region/)
    expect(history).toMatch(/Project/)
    expect(history).toMatch(/Source/)
    expect(history).toMatch(/segment/i)
    const differences = textOf((await desk.get(`/quotes/${quoteId}/differences?from=1&to=2`)).html)
    expect(differences).toMatch(/Region ± changed west The east/)
    expect(differences).toMatch(/Project \+ added none Hall/)
    expect(differences).toMatch(/Engraving \+ added none Ada/)
    expect(differences).toMatch(/Cost price \+ added none 4/)
    expect(differences).toMatch(/Segment \+ added none trade/)
    const version = textOf((await desk.get(`/quotes/${quoteId}/versions/2`)).html)
    for (const text of ['Region The east', 'Source fair', 'Engraving: Ada', 'Segment trade'])
      expect(version).toContain(text)
  })

  it('shows fields that are not declared anymore by their names', async () => {
    const { engine, east } = await sampleShop()
    const desk = sampleDesk({ engine: { ...engine, fields: {} } })
    const { status, html } = await desk.get(`/quotes/${east.quoteId}/versions/1`)
    expect(status).toBe(200)
    expect(textOf(html)).toContain('region east')
    expect((await desk.get(`/quotes/${east.quoteId}`)).status).toBe(200)
  })
})

describe('templates with own fields', () => {
  it('keep them, whatever JSON they are, and change those that are typed', async () => {
    const { engine, desk } = await sampleShop()
    const { templateId } = await engine.createTemplate(seller, {
      name: 'Hall',
      products: [
        { id: 118, qty: 1, fields: { engraving: { text: 'A' } }, internal_fields: { cost: 4 } },
        { id: 204, qty: 2 },
      ],
      fields: { region: 'west', project: ['a', 1] },
    })
    const path = `/templates/${templateId}`
    const { html } = await desk.get(path)
    await desk.post(path, {
      ...formFields(html),
      'products[1].fields.engraving': 'Bob',
      'fields.region': 'east',
      action: 'save',
    })
    const { template } = await engine.getTemplate(seller, templateId)
    expect(template).toMatchObject({
      fields: { region: 'east', project: ['a', 1] },
      products: [
        { fields: { engraving: { text: 'A' } }, internal_fields: { cost: 4 } },
        { fields: { engraving: 'Bob' } },
      ],
    })
  })

  it('take those of the lines from a quote', async () => {
    const { engine, desk, east } = await sampleShop()
    await engine.updateQuote(seller, east.quoteId, {
      product_changes: [{ id: 118, fields: { engraving: 'Eve' } }],
    })
    const from = `/templates/new?from=${encodeURIComponent(east.quoteId)}`
    const { html } = await desk.get(from)
    const created = await desk.post(
      '/templates/new',
      { ...formFields(html), name: 'East', action: 'save' },
      { from },
    )
    const templateId = /templates\/([^?]+)/.exec(created.location ?? '')?.[1] ?? ''
    const { template } = await engine.getTemplate(seller, decodeURIComponent(templateId))
    expect(template.products[0]?.fields).toEqual({ engraving: 'Eve' })
    // As its customer and tags do, they belong to the quote.
    expect(template).not.toHaveProperty('fields')
  })
})

describe('documents of the desk with own fields', () => {
  it('show those for customers only', async () => {
    const { desk, east } = await sampleShop()
    const { html } = await desk.get(`/quotes/${east.quoteId}/document`)
    expect(textOf(html)).toContain('Region The east')
    expect(html).not.toContain('fair')
  })
})
