import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { FieldTypesOf, OwnFields } from '../../../src/quote/model/own-fields.js'
import type { Quote, QuoteRecord } from '../../../src/quote/model/quote.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import type {
  CreateQuoteRequest,
  UpdateQuoteRequest,
} from '../../../src/quote/operations/requests.js'
import {
  createQuoteEngine,
  type Permit,
  type QuoteEngine,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { errorOf } from '../ports.js'
import { seller } from './shop.js'

const storage = memoryStorage()
const catalog = memoryCatalog({ 'store-1': [{ id: 1, price: '10.00' }] })

const fields = {
  quote: {
    region: { schema: z.enum(['west', 'east']), search: true },
    weight: { schema: v.pipe(v.string(), v.transform(Number), v.number()) },
    parts: { schema: type({ code: 'string', count: 'number > 0' }) },
    anything: { label: 'Anything' },
    margin: { schema: z.number(), internal: true, search: true },
  },
  line: { cost: { schema: z.string(), internal: true }, color: { schema: z.string() } },
  customer: { segment: { schema: z.enum(['retail', 'trade']), search: true } },
} as const satisfies OwnFields

const engine = createQuoteEngine({
  storage,
  catalog,
  fields,
  permit(_, operation, record, next) {
    expectTypeOf(record?.quote.fields?.region).toEqualTypeOf<'west' | 'east' | undefined>()
    expectTypeOf(next?.quote.internal_fields?.margin).toEqualTypeOf<number | undefined>()
    // @ts-expect-error: no such field is declared
    next?.quote.fields?.regoin
    return operation !== 'deleteQuote' || 'no user deletes'
  },
})

type Fields = FieldTypesOf<typeof fields>

const request = { customer: {}, products: [{ id: 1, qty: 1 }] }

describe('the types of an engine with own fields', () => {
  it('are those that the schemas of zod, valibot and arktype accept and return', async () => {
    const { quote, quoteId } = await engine.createQuote(seller, {
      customer: { segment: 'trade', name: 'Ann' },
      products: [{ id: 1, qty: 1, fields: { color: 'red' }, internal_fields: { cost: '4' } }],
      fields: {
        region: 'west',
        weight: '2.5',
        parts: { code: 'a', count: 2 },
        anything: [1, { b: null }],
      },
      internal_fields: { margin: 0.2 },
    })
    expectTypeOf(quote.fields?.region).toEqualTypeOf<'west' | 'east' | undefined>()
    expectTypeOf(quote.fields?.weight).toEqualTypeOf<number | undefined>()
    expectTypeOf(quote.fields?.parts?.count).toEqualTypeOf<number | undefined>()
    expectTypeOf(quote.fields?.anything).toEqualTypeOf<unknown>()
    expectTypeOf(quote.internal_fields?.margin).toEqualTypeOf<number | undefined>()
    expectTypeOf(quote.products[0]?.internal_fields?.cost).toEqualTypeOf<string | undefined>()
    expectTypeOf(quote.customer.segment).toEqualTypeOf<'retail' | 'trade' | undefined>()
    expectTypeOf(quote.customer.email).toEqualTypeOf<string | undefined>()
    expect(quote.fields).toEqual({
      region: 'west',
      weight: 2.5,
      parts: { code: 'a', count: 2 },
      anything: [1, { b: null }],
    })
    const invalid = { parts: { code: 1, count: 0 }, weight: 3 } as never
    const error = await errorOf(() => engine.updateQuote(seller, quoteId, { fields: invalid }))
    expect(error).toMatchObject({
      details: {
        errors: {
          'fields.parts.code': expect.stringContaining('must be a string'),
          'fields.parts.count': expect.stringContaining('must be positive'),
          'fields.weight': expect.stringContaining('Expected string'),
        },
      },
    })
  })

  it('reject fields that are not declared, and values of other types', () => {
    const create = (fields: CreateQuoteRequest<Fields>['fields']) => fields
    const update = (changes: UpdateQuoteRequest<Fields>) => changes
    create({ region: 'west' })
    // @ts-expect-error: no such field is declared
    create({ regoin: 'west' })
    // @ts-expect-error: not a value of the field
    create({ region: 'north' })
    // @ts-expect-error: it is for the store only
    create({ margin: 1 })
    update({ fields: { region: null }, internal_fields: { margin: null } })
    // @ts-expect-error: it is not for the store only
    update({ internal_fields: { region: 'west' } })
    // @ts-expect-error: not a value of the field
    update({ customer: { segment: 'none' } })
    update({ products: [{ id: 1, fields: { color: null } }] })
    // @ts-expect-error: no such field is declared
    update({ products: [{ id: 1, fields: { colour: 'red' } }] })
    // @ts-expect-error: not a value of the field
    update({ product_changes: [{ id: 1, internal_fields: { cost: 4 } }] })
    expect(engine.fields).toBeDefined()
  })

  it('accept filters of fields that are searched only', async () => {
    await engine.listQuotes(seller, { fields: { region: ['west', 'east'], segment: 'trade' } })
    await engine.countQuotes(seller, { fields: { margin: 0.2 } })
    // @ts-expect-error: not a value of the field
    await engine.listQuotes(seller, { fields: { region: 'north' } })
    // @ts-expect-error: the field is not searched
    const list = () => engine.listQuotes(seller, { fields: { anything: 'x' } })
    expect(await errorOf(list)).toMatchObject({ code: 'invalid_request' })
  })

  it('have no fields at a level without declarations', () => {
    const ofQuotes = { quote: { region: { label: 'Region' } } } as const
    const update = (changes: UpdateQuoteRequest<FieldTypesOf<typeof ofQuotes>>) => changes
    // @ts-expect-error: lines have no fields
    update({ products: [{ id: 1, fields: { color: 'red' } }] })
    // @ts-expect-error: the quote has none for the store only
    update({ internal_fields: { cost: 1 } })
    expect(createQuoteEngine({ storage, catalog, fields: ofQuotes }).fields).toEqual(ofQuotes)
  })

  it('are any JSON by name for who does not know the declarations', () => {
    const plain = createQuoteEngine({ storage, catalog })
    expectTypeOf(plain).toEqualTypeOf<QuoteEngine>()
    expectTypeOf<Quote['fields']>().toEqualTypeOf<
      { readonly [name: string]: unknown } | undefined
    >()
    expect(plain.fields).toEqual({})
  })

  it('are those of any engine for functions that take one', async () => {
    const take = (any: QuoteEngine) => any.createQuote(seller, request)
    const record: QuoteRecord = await take(engine)
    const typed: QuoteRecord<Fields> = await engine.createQuote(seller, request)
    const seal: (quote: Quote) => string = sealOf
    expect([seal(typed.quote), seal(record.quote)]).toEqual([
      expect.any(String),
      expect.any(String),
    ])
    const permit: Permit<Fields> = (_, __, ___, next) =>
      next?.quote.fields?.region === 'west' || 'no'
    expect(permit(seller, 'createQuote', undefined, typed, {} as never)).toBe('no')
  })
})

interface Shop extends FieldTypesOf<typeof fields> {}

describe('an interface of the types of own fields', () => {
  it('gives them a name, in an engine and in what it returns', async () => {
    const named: QuoteEngine<Shop> = createQuoteEngine({ storage, catalog, fields })
    const record = await named.createQuote(seller, request)
    expectTypeOf(record).toEqualTypeOf<QuoteRecord<Shop>>()
    expectTypeOf(record.quote.fields?.region).toEqualTypeOf<'west' | 'east' | undefined>()
    const take = (any: QuoteEngine) => any.fields
    expect(take(named)).toEqual(engine.fields)
    // @ts-expect-error: no region has this name
    const wrong: CreateQuoteRequest<Shop>['fields'] = { region: 'north' }
    expect(wrong).toBeDefined()
  })
})

describe('declarations without some of the levels', () => {
  it('leave the customer as it is, and have no fields of those levels', async () => {
    const shop = createQuoteEngine({ storage, catalog, fields: { quote: { region: {} } } })
    const { quote } = await shop.createQuote(seller, {
      customer: { name: 'Ada', own: 'any string' },
      products: [{ id: 1, qty: 1 }],
      fields: { region: 1 },
    })
    expectTypeOf(quote.customer.name).toEqualTypeOf<string | undefined>()
    expect(quote.customer).toEqual({ name: 'Ada', own: 'any string' })
    const line = { id: 1, qty: 1, fields: { color: 'red' } }
    // @ts-expect-error: no field of lines is declared
    const request: Parameters<typeof shop.createQuote>[1] = { customer: {}, products: [line] }
    await expect(shop.createQuote(seller, request)).rejects.toThrow('color')
  })
})
