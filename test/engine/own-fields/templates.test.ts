import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { errorOf } from '../ports.js'
import { seller, shopWith } from './shop.js'

const template = {
  name: 'Office',
  customer: { segment: 'trade' },
  products: [{ id: 1, qty: 2, fields: { engraving: 'A & B' } }],
  fields: { region: 'west', project: 7 },
  internal_fields: { margin: 0.2 },
} as const

describe('a template', () => {
  it('gives its own fields to quotes, with what the catalog has now', async () => {
    const shop = shopWith()
    const { templateId, template: stored } = await shop.createTemplate(seller, template)
    const { fields, internal_fields } = template
    expect(stored).toMatchObject({ fields, internal_fields, products: template.products })
    const { quote } = await shop.createQuoteFromTemplate(seller, templateId)
    expect(quote).toMatchObject({
      fields,
      internal_fields,
      products: [{ fields: { engraving: 'A & B' }, internal_fields: { cost: '4.00' } }],
      customer: { segment: 'trade' },
    })
  })

  it('has fields merged in by the request of a quote, and removed by null', async () => {
    const shop = shopWith()
    const { templateId } = await shop.createTemplate(seller, template)
    const { quote } = await shop.createQuoteFromTemplate(seller, templateId, {
      customer: { segment: 'retail' },
      fields: { region: 'east', project: null },
      products: [{ id: 2, qty: 1, internal_fields: { cost: '9.00' } }],
    })
    expect(quote.fields).toEqual({ region: 'east' })
    expect(quote.customer.segment).toBe('retail')
    expect(quote.products[0]?.internal_fields).toEqual({ cost: '9.00' })
  })

  it('is updated field by field, and can be sent back as it was read', async () => {
    const shop = shopWith()
    const { templateId } = await shop.createTemplate(seller, template)
    const changes = { fields: { project: null }, internal_fields: { margin: 0.3 } }
    const changed = await shop.updateTemplate(seller, templateId, changes)
    expect(changed.template).toMatchObject({
      fields: { region: 'west' },
      internal_fields: { margin: 0.3 },
    })
    expect(changed.template.fields).not.toHaveProperty('project')
    const same = await shop.updateTemplate(seller, templateId, changed.template)
    expect(same.version).toBe(2)
  })

  it('names fields that are unknown or invalid', async () => {
    const shop = shopWith()
    const { templateId } = await shop.createTemplate(seller, template)
    const fields = { fields: { region: 'north' }, customer: { segment: 'x' } } as never
    for (const call of [
      () => shop.createTemplate(seller, { ...template, ...(fields as object) }),
      () => shop.updateTemplate(seller, templateId, fields),
      () => shop.createQuoteFromTemplate(seller, templateId, fields),
    ])
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_request',
        details: {
          errors: { 'customer.segment': expect.stringContaining('expected one of "retail"') },
        },
      })
    const call = () => shop.updateTemplate(seller, templateId, { fields: { a: 1 } } as never)
    expect(await errorOf(call)).toMatchObject({
      details: { errors: { 'fields.a': expect.stringContaining('is not a known field') } },
    })
  })

  it('of a quote has the fields of its lines, and takes those of the catalog later', async () => {
    const storage = memoryStorage()
    const shop = shopWith({ storage })
    const { quoteId } = await shop.createQuote(seller, {
      customer: {},
      products: [{ id: 1, qty: 1, fields: { engraving: 'X' } }],
    })
    const made = await shop.createTemplate(seller, { name: 'Copy', quote_id: quoteId })
    expect(made.template.products).toMatchObject([
      { fields: { engraving: 'X' }, internal_fields: { cost: '4.00' } },
    ])
    const products = [{ id: 1, price: '10.00', fields: { cost: '4.80' } }]
    const later = shopWith({
      storage,
      catalog: memoryCatalog({ 'store-1': products }),
      generateId: () => 'later',
    })
    const { quote } = await later.createQuoteFromTemplate(seller, made.templateId)
    expect(quote.products).toMatchObject([
      { fields: { engraving: 'X' }, internal_fields: { cost: '4.80' } },
    ])
  })
})
