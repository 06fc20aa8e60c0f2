import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { errorOf } from '../ports.js'
import { buyer, seller, shopFields, shopWith } from './shop.js'

const request = {
  customer: { name: 'Ann', segment: 'trade' },
  products: [{ id: 1, qty: 2, fields: { engraving: 'A & B' } }],
  fields: { region: 'west', project: { code: 7, tags: ['x'] } },
  internal_fields: { margin: 0.2 },
} as const

const invalid = (errors: Readonly<Record<string, unknown>>) => ({
  code: 'invalid_request',
  details: { errors },
})

describe('createQuote', () => {
  it('stores own fields of the quote and its lines, those for the store only apart', async () => {
    const { quote } = await shopWith().createQuote(seller, request)
    expect(quote).toMatchObject({
      fields: { region: 'west', project: { code: 7, tags: ['x'] } },
      internal_fields: { margin: 0.2 },
      products: [{ fields: { engraving: 'A & B' }, internal_fields: { cost: '4.00' } }],
      customer: { name: 'Ann', segment: 'trade' },
    })
    expect(verifyQuote(quote)).toEqual([])
    expect(Object.isFrozen(quote.fields?.project)).toBe(true)
  })

  it('stores no field that is not set', async () => {
    const { quote } = await shopWith().createQuote(seller, {
      customer: {},
      products: [{ id: 3, qty: 1, fields: {} }],
      fields: { region: null, project: undefined },
    })
    expect(quote).not.toHaveProperty('fields')
    expect(quote.products[0]).not.toHaveProperty('fields')
    expect(quote.products[0]).not.toHaveProperty('internal_fields')
  })

  it('takes what the line says instead of what the catalog says of its product', async () => {
    const products = [{ id: 1, qty: 1, internal_fields: { cost: '5.00' } }]
    const { quote } = await shopWith().createQuote(seller, { customer: {}, products })
    expect(quote.products[0]?.internal_fields).toEqual({ cost: '5.00' })
  })

  it('names each field that is unknown or invalid, and the one that was meant', async () => {
    const shop = shopWith()
    const error = await errorOf(() =>
      shop.createQuote(seller, {
        customer: { segment: 'whole' },
        products: [
          { id: 1, qty: 1, fields: { engraving: '' } },
          { id: 1, qty: 1, internal_fields: { cost: 4 } },
        ],
        fields: { regoin: 'west', margin: 1 },
        internal_fields: { region: 'west' },
      } as never),
    )
    expect(error).toMatchObject(
      invalid({
        'customer.segment': 'Invalid option: expected one of "retail"|"trade"',
        'products[0].fields.engraving': expect.stringContaining('Too small'),
        'products[1].internal_fields.cost': 'Invalid input: expected string, received number',
        'fields.regoin': 'is not a known field; did you mean region?',
        'fields.margin': 'is for the store only; send it in internal_fields',
        'internal_fields.region': 'is not for the store only; send it in fields',
      }),
    )
  })

  it('names the path below a field that its schema names', async () => {
    const { z } = await import('zod')
    const shop = shopWith({ fields: { quote: { size: { schema: z.object({ cm: z.number() }) } } } })
    const error = await errorOf(() =>
      shop.createQuote(seller, { ...bare, fields: { size: { cm: 'x' } } } as never),
    )
    expect(error).toMatchObject(
      invalid({ 'fields.size.cm': 'Invalid input: expected number, received string' }),
    )
  })

  it('stores what a schema returns, and removes the field if that is null', async () => {
    const { z } = await import('zod')
    const schema = z.string().transform((text) => text.trim() || null)
    const shop = shopWith({ fields: { quote: { a: { schema }, b: { schema } } } })
    const { quote } = await shop.createQuote(seller, { ...bare, fields: { a: ' x ', b: ' ' } })
    expect(quote.fields).toEqual({ a: 'x' })
  })
})

const bare = { customer: {}, products: [{ id: 3, qty: 1 }] }

describe('updateQuote', () => {
  const created = async () => {
    const shop = shopWith()
    const { quoteId } = await shop.createQuote(seller, request)
    return { shop, quoteId }
  }

  it('keeps absent fields, replaces values, and removes a field by null', async () => {
    const { shop, quoteId } = await created()
    const changes = { fields: { region: 'east', project: null }, internal_fields: { margin: null } }
    const { quote } = await shop.updateQuote(seller, quoteId, changes as never)
    expect(quote.fields).toEqual({ region: 'east' })
    expect(quote).not.toHaveProperty('internal_fields')
    expect(quote.products[0]?.fields).toEqual({ engraving: 'A & B' })
    const kept = await shop.updateQuote(seller, quoteId, { tag_list: ['vip'] })
    expect(kept.quote.fields).toEqual({ region: 'east' })
  })

  it('changes nothing if all values are those that are stored', async () => {
    const { shop, quoteId } = await created()
    const { version } = await shop.updateQuote(seller, quoteId, {
      fields: { project: { tags: ['x'], code: 7 } },
      product_changes: [{ id: 1, fields: { engraving: 'A & B' } }],
      customer: { segment: 'trade' },
    })
    expect(version).toBe(1)
  })

  it('merges the fields of lines, in changes of single lines and in lists', async () => {
    const { shop, quoteId } = await created()
    const changed = await shop.updateQuote(seller, quoteId, {
      product_changes: [
        { id: 1, fields: { engraving: null } },
        { id: 2, qty: 1, fields: { engraving: 'new' } },
      ],
    })
    expect(changed.quote.products).toMatchObject([
      { id: 1, internal_fields: { cost: '4.00' } },
      { id: 2, fields: { engraving: 'new' }, internal_fields: { cost: '9.50' } },
    ])
    expect(changed.quote.products[0]).not.toHaveProperty('fields')
    const listed = await shop.updateQuote(seller, quoteId, {
      products: [{ id: 1, internal_fields: { cost: '4.10' } }, { id: 2 }],
    })
    expect(listed.quote.products).toMatchObject([
      { internal_fields: { cost: '4.10' } },
      { fields: { engraving: 'new' }, internal_fields: { cost: '9.50' } },
    ])
  })

  it('accepts a whole quote that is sent back, and one change in it', async () => {
    const { shop, quoteId } = await created()
    const { quote } = await shop.getQuote(seller, quoteId)
    const same = await shop.updateQuote(seller, quoteId, quote)
    expect(same.version).toBe(1)
    const next = { ...quote, fields: { ...quote.fields, region: 'east' as const } }
    expect((await shop.updateQuote(seller, quoteId, next)).quote.fields?.region).toBe('east')
  })

  it('names each field that is unknown or invalid at its path', async () => {
    const { shop, quoteId } = await created()
    const error = await errorOf(() =>
      shop.updateQuote(seller, quoteId, {
        fields: { region: 'north', other: null },
        customer: { segment: 'whole' },
        product_changes: [
          { id: 1, fields: { engravin: 'x' } },
          { id: 2, qty: 1, internal_fields: { cost: 'x' } },
        ],
      } as never),
    )
    expect(error).toMatchObject(
      invalid({
        'fields.region': 'Invalid option: expected one of "west"|"east"',
        'fields.other': 'is not a known field; known: region, project',
        'customer.segment': 'Invalid option: expected one of "retail"|"trade"',
        'product_changes[0].fields.engravin': 'is not a known field; did you mean engraving?',
        'product_changes[1].internal_fields.cost': 'must be a price',
      }),
    )
    expect((await shop.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('removes a line that has fields', async () => {
    const { shop, quoteId } = await created()
    const { quote } = await shop.updateQuote(seller, quoteId, {
      product_changes: [
        { id: 1, remove: true },
        { id: 3, qty: 1 },
      ],
    })
    expect(quote.products.map(({ id }) => id)).toEqual([3])
  })
})

describe('an offer', () => {
  const sent = async () => {
    const shop = shopWith()
    const { quoteId } = await shop.createQuote(seller, request)
    const { quote } = await shop.sendQuote(seller, quoteId)
    return { shop, quoteId, seal: quote.seal }
  }

  it('has a seal of its own fields, except those for the store only', async () => {
    const { shop, quoteId, seal } = await sent()
    const { quote } = await shop.updateQuote(seller, quoteId, {
      internal_fields: { margin: 0.3 },
      product_changes: [{ id: 1, internal_fields: { cost: '4.20' } }],
    })
    expect(quote).toMatchObject({
      seal,
      status: 'sent',
      internal_fields: { margin: 0.3 },
      products: [{ internal_fields: { cost: '4.20' }, key: '1-1' }],
    })
    expect(verifyQuote(quote)).toEqual([])
    const changed = { ...quote, fields: { region: 'east' } }
    expect(verifyQuote(changed).map(({ path }) => path)).toEqual(['seal'])
  })

  it('is locked for changes of what buyers see', async () => {
    const { shop, quoteId } = await sent()
    for (const changes of [
      { fields: { region: 'east' } },
      { product_changes: [{ id: 1, fields: { engraving: null } }] },
    ] as const)
      expect(await errorOf(() => shop.updateQuote(seller, quoteId, changes))).toMatchObject({
        code: 'quote_locked',
      })
  })
})

describe('a buyer', () => {
  const offer = async () => {
    const shop = shopWith()
    const { quoteId } = await shop.createQuote(seller, request)
    return { shop, quoteId }
  }

  it('gets no field for the store only, in quotes, lists and history', async () => {
    const { shop, quoteId } = await offer()
    await shop.updateQuote(seller, quoteId, { internal_fields: { margin: 0.4 } })
    const results = [
      await shop.getQuote(buyer, quoteId),
      await shop.getQuote(buyer, quoteId, { version: 1 }),
      await shop.listQuotes(buyer),
      await shop.listHistory(buyer, quoteId),
      await shop.updateQuote(buyer, quoteId, { customer: { city: 'Rome' } }),
    ]
    for (const result of results) expect(JSON.stringify(result)).not.toMatch(/internal|cost|margin/)
    expect(JSON.stringify(await shop.getQuote(seller, quoteId))).toMatch(/cost.*margin/)
  })

  it('cannot set a field for the store only, whatever its value is', async () => {
    const { shop, quoteId } = await offer()
    const cost = { internal_fields: { cost: '4.00' } }
    const calls = [
      () => shop.createQuote(buyer, { ...bare, internal_fields: { margin: 1 } }),
      () => shop.createQuote(buyer, { customer: {}, products: [{ id: 1, qty: 1, ...cost }] }),
      () => shop.updateQuote(buyer, quoteId, { internal_fields: { margin: 0.2 } }),
      () => shop.updateQuote(buyer, quoteId, { internal_fields: {} }),
      () => shop.updateQuote(buyer, quoteId, { products: [{ id: 1, ...cost }] }),
      () => shop.updateQuote(buyer, quoteId, { product_changes: [{ id: 1, ...cost }] }),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'not_permitted',
        details: { reason: expect.stringContaining('a field for the store only') },
      })
    expect((await shop.getQuote(seller, quoteId)).version).toBe(1)
  })

  it('removes none by sending back a whole quote', async () => {
    const { shop, quoteId } = await offer()
    const { quote } = await shop.getQuote(buyer, quoteId)
    await shop.updateQuote(buyer, quoteId, { ...quote, customer: { city: 'Rome' } })
    expect((await shop.getQuote(seller, quoteId)).quote).toMatchObject({
      customer: { city: 'Rome' },
      internal_fields: { margin: 0.2 },
      products: [{ internal_fields: { cost: '4.00' } }],
    })
  })

  it('sets the fields that buyers see, on lines and the quote', async () => {
    const { shop, quoteId } = await offer()
    const { quote } = await shop.updateQuote(buyer, quoteId, {
      fields: { region: 'east' },
      product_changes: [
        { id: 1, fields: { engraving: 'mine' } },
        { id: 2, qty: 1 },
      ],
    })
    expect(quote.products[0]?.fields).toEqual({ engraving: 'mine' })
    const stored = await shop.getQuote(seller, quoteId)
    expect(stored.quote.products[1]?.internal_fields).toEqual({ cost: '9.50' })
  })
})

describe('copyQuote', () => {
  it('copies own fields, and takes those that the catalog has with its current prices', async () => {
    const storage = memoryStorage()
    const { quoteId } = await shopWith({ storage }).createQuote(seller, request)
    const products = [{ id: 1, price: '11.00', fields: { cost: '4.40' } }]
    const catalog = memoryCatalog({ 'store-1': products })
    const generateId = () => crypto.randomUUID()
    const shop = shopWith({ storage, catalog, generateId })
    const frozen = await shop.copyQuote(seller, quoteId)
    const { fields, internal_fields } = (await shop.getQuote(seller, quoteId)).quote
    expect(frozen.quote).toMatchObject({ fields, internal_fields })
    expect(frozen.quote.products[0]).toMatchObject({
      fields: { engraving: 'A & B' },
      internal_fields: { cost: '4.00' },
    })
    const current = await shop.copyQuote(seller, quoteId, { prices: 'current' })
    expect(current.quote.products[0]).toMatchObject({
      price: 11,
      fields: { engraving: 'A & B' },
      internal_fields: { cost: '4.40' },
    })
  })
})

describe('repriceQuote', () => {
  it('keeps own fields, and takes those that the catalog has now', async () => {
    const storage = memoryStorage()
    const { quoteId } = await shopWith({ storage }).createQuote(seller, request)
    const products = [{ id: 1, price: '10.00', fields: { cost: '4.40' } }]
    const shop = shopWith({ storage, catalog: memoryCatalog({ 'store-1': products }) })
    const { record, changes } = await shop.repriceQuote(seller, quoteId)
    expect(record.quote.products[0]).toMatchObject({
      fields: { engraving: 'A & B' },
      internal_fields: { cost: '4.40' },
    })
    expect(changes).toMatchObject([
      {
        before: { internal_fields: { cost: '4.00' } },
        after: { internal_fields: { cost: '4.40' } },
      },
    ])
  })
})

describe('a catalog', () => {
  it('that has an invalid value is rejected with the field and the product', async () => {
    const products = [{ id: 1, price: '10.00', fields: { cost: 4, color: 'red' } }]
    const shop = shopWith({ catalog: memoryCatalog({ 'store-1': products }) })
    const call = () => shop.createQuote(seller, request)
    expect(await errorOf(call)).toMatchObject({
      code: 'catalog_invalid_response',
      details: {
        errors: {
          '[0].fields.cost': 'Invalid input: expected string, received number, of the product 1',
        },
      },
    })
  })

  it.each([[[]], ['x'], [new Map()]])('that returns %j as fields is rejected', async (fields) => {
    const findProducts = () => [{ id: 1, price: '10.00', fields: fields as never }]
    const call = () => shopWith({ catalog: { findProducts } }).createQuote(seller, request)
    expect(await errorOf(call)).toMatchObject({
      code: 'catalog_invalid_response',
      details: { errors: { '[0].fields': expect.stringContaining('must be an object of values') } },
    })
  })
})

describe('engine.fields', () => {
  it('is what the host has declared, frozen', () => {
    const { fields } = shopWith()
    expect(fields).toEqual(shopFields)
    expect(Object.isFrozen(fields.quote?.region)).toBe(true)
    expect(fields.quote?.region?.schema).toBe(shopFields.quote.region.schema)
  })
})
