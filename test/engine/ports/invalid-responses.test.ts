import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { StoredRecord } from '../../../src/quote/stored-record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeValue } from '../../../src/validation/describe-value.js'
import { created } from '../../quote/samples.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** Creates an engine with one tagged quote, and then replaces these methods of its storage. */
async function engineOf(methods: Partial<QuoteStorage>) {
  const storage: QuoteStorage = { ...memoryStorage() }
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  await engineWith({ storage }).updateQuote(context, quoteId, { tag_list: ['vip'] })
  return engineWith({ storage: { ...storage, ...methods } })
}

describe('a response of the storage', () => {
  const { quote } = created()
  const record = { storeId: 'store-1', quoteId: 'quote-1', version: 1, updated: 1, quote }
  const withQuote = (fields: object) => ({ ...record, quote: { ...quote, ...fields } })
  const cycle: Record<string, unknown> = {}
  cycle.name = cycle

  it.each([
    ['a record of another store', { ...record, storeId: 'store-2' }],
    ['a record of another quote', { ...record, quoteId: 'quote-2' }],
    ['a record without a version', { ...record, version: undefined }],
    ['a record of version 0', { ...record, version: 0 }],
    ['a record without a quote', { ...record, quote: undefined }],
    ['a record whose quote is null', { ...record, quote: null }],
    ['a record without a time', { ...record, updated: undefined }],
    ['an empty quote', { ...record, quote: {} }],
    ['a quote without a customer', withQuote({ customer: undefined })],
    ['a quote with a circular customer', withQuote({ customer: cycle })],
    ['a quote without lines', withQuote({ products: [] })],
    ['a quote with a line of null', withQuote({ products: [null] })],
    ['a quote with a line without prices', withQuote({ products: [{ id: 1, qty: 1 }] })],
    ['a quote with tags that are a string', withQuote({ tags: 'abc' })],
    ['a quote with a product_order of numbers', withQuote({ product_order: [5] })],
    ['a quote with an unknown field', withQuote({ blob: Buffer.alloc(2) })],
    ['a number', 5],
    ['a string', 'record'],
  ])('for load with %s is rejected', async (_, response) => {
    const engine = await engineOf({ load: () => response as never })
    for (const call of [
      () => engine.getQuote(context, 'quote-1'),
      () => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }),
    ]) {
      const error = await errorOf(call)
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load' },
      })
    }
  })

  it.each([[undefined], [null], [true], ['ok'], [1], ['Committed'], [['committed']]])(
    'for commit of %j is rejected',
    async (response) => {
      const engine = await engineOf({ commit: () => response as never })
      const error = await errorOf(() => engine.createQuote(context, request))
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'commit' },
      })
    },
  )

  it.each([[undefined], [null], [{}], ['tags'], [[null]], [[5]], [[{}]], [[{ value: 5 }]]])(
    'for listTags of %j is rejected',
    async (response) => {
      const engine = await engineOf({ listTags: () => response as never })
      for (const call of [
        () => engine.listTags(context),
        () => engine.getQuote(context, 'quote-1'),
      ]) {
        const error = await errorOf(call)
        expect(error).toMatchObject({
          code: 'storage_invalid_response',
          details: { operation: 'listTags' },
        })
      }
    },
  )

  const tag = { ...colors, label: 'VIP', value: 'vip' }
  const invalidFields = Object.keys(tag).flatMap((field) =>
    [undefined, null, 5, ['x']].map((value) => [field, value] as const),
  )
  it.each(invalidFields)(
    'for listTags with a tag whose %s is %j is rejected',
    async (field, value) => {
      const engine = await engineOf({ listTags: () => [tag, { ...tag, [field]: value }] as never })
      for (const call of [
        () => engine.listTags(context),
        () => engine.getQuote(context, 'quote-1'),
      ])
        expect(await errorOf(call)).toMatchObject({
          code: 'storage_invalid_response',
          details: {
            operation: 'listTags',
            errors: { [`[1].${field}`]: `must be a string, received ${describeValue(value)}` },
          },
        })
    },
  )

  it.each(Object.keys(tag))('for listTags with a tag without %s is rejected', async (field) => {
    const incomplete = Object.fromEntries(Object.entries(tag).filter(([name]) => name !== field))
    const engine = await engineOf({ listTags: () => [incomplete] as never })
    expect((await errorOf(() => engine.listTags(context))).code).toBe('storage_invalid_response')
  })

  const notBooleans: readonly (readonly [unknown])[] = [
    [undefined],
    [null],
    [0],
    [1],
    [''],
    ['true'],
    [{}],
    [[]],
  ]

  it.each(notBooleans)('for removeTag of %j is rejected', async (response) => {
    const engine = await engineOf({ removeTag: () => response as never })
    expect(await errorOf(() => engine.removeTag(context, 'vip'))).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'removeTag',
        errors: { '': `must be true or false, received ${describeValue(response)}` },
      },
    })
  })

  it.each(notBooleans)('for addIdempotencyRecord of %j is rejected', async (response) => {
    const engine = await engineOf({ addIdempotencyRecord: () => response as never })
    const update = () => engine.updateQuote(context, 'quote-1', {}, { idempotencyKey: 'key-1' })
    expect(await errorOf(update)).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'addIdempotencyRecord',
        errors: { '': `must be true or false, received ${describeValue(response)}` },
      },
    })
  })

  it.each([true, false])('for removeTag may be %j', async (response) => {
    const engine = await engineOf({ removeTag: () => response })
    expect(await engine.removeTag(context, 'vip')).toBe(response)
  })

  it('for load may be null for an unknown quote', async () => {
    const engine = await engineOf({ load: () => null as never })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1'))
    expect(error.code).toBe('quote_not_found')
  })
})

describe('a loaded record', () => {
  it('loses unknown fields', async () => {
    const stored = memoryStorage()
    const load: QuoteStorage['load'] = (...ids) => ({
      ...(stored.load(...ids) as StoredRecord),
      ...{ _id: 7 },
    })
    const engine = engineWith({ storage: { ...stored, load } })
    const { quoteId } = await engine.createQuote(context, request)
    expect(await engine.getQuote(context, quoteId)).not.toHaveProperty('_id')
    expect(await engine.updateQuote(context, quoteId, { tag_list: ['x'] })).not.toHaveProperty(
      '_id',
    )
  })

  it('is frozen before it is returned', async () => {
    const stored = memoryStorage()
    const engine = engineWith({
      storage: { ...stored, load: (...ids) => structuredClone(stored.load(...ids)) },
    })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    for (const part of [quote, quote.customer, quote.products, quote.products[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('is deeply frozen even if the storage froze it shallowly', async () => {
    const stored = memoryStorage()
    const load: QuoteStorage['load'] = (...ids) =>
      Object.freeze(structuredClone(stored.load(...ids)))
    const engine = engineWith({ storage: { ...stored, load } })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(Object.isFrozen(quote.products[0])).toBe(true)
  })
})
