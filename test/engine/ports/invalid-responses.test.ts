import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { RecordRef, StoredRecord } from '../../../src/record/record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeValue } from '../../../src/validation/describe-value.js'
import { created } from '../../quote/samples.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** Creates an engine with one tagged quote, and then replaces these methods of its storage. */
async function engineOf(methods: Partial<StoragePort>) {
  const storage: StoragePort = { ...memoryStorage() }
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  await engineWith({ storage }).updateQuote(context, quoteId, { tag_list: ['vip'] })
  return engineWith({ storage: { ...storage, ...methods } })
}

describe('a response of the storage', () => {
  const record = created()
  const withQuote = (fields: object) => ({ ...record, value: { ...record.value, ...fields } })
  const cycle: Record<string, unknown> = {}
  cycle.name = cycle

  it.each([
    ['a record of another kind', { ...record, kind: 'tags' }],
    ['a record without a kind', { ...record, kind: undefined }],
    ['a record of another quote', { ...record, id: 'quote-2' }],
    ['a record without a version', { ...record, version: undefined }],
    ['a record of version 0', { ...record, version: 0 }],
    ['a record without a quote', { ...record, value: undefined }],
    ['a record whose quote is null although it is not deleted', { ...record, value: null }],
    ['a deletion that is not a time', { ...record, deleted: 'yes' }],
    ['a deletion of null', { ...record, deleted: null }],
    ['a record without a time', { ...record, updated: undefined }],
    ['an empty quote', { ...record, value: {} }],
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
    const engine = await engineOf({ load: (_, refs) => refs.map(() => response) as never })
    for (const call of [
      () => engine.getQuote(context, 'quote-1'),
      () => engine.updateQuote(context, 'quote-1', { tag_list: ['x'] }),
    ]) {
      const error = await errorOf(call)
      expect(error).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load' },
      })
      expect(Object.keys((error.details as { errors: object }).errors)[0]).toMatch(/^\[0\]/)
    }
  })

  it.each([[undefined], [null], [{}], [record], [5], ['record'], [[]], [[record, record, record]]])(
    'for load of %j instead of a list is rejected',
    async (response) => {
      const engine = await engineOf({ load: () => response as never })
      const shown = describeValue(Array.isArray(response) ? response.length : response)
      expect(await errorOf(() => engine.getQuote(context, 'quote-1'))).toMatchObject({
        code: 'storage_invalid_response',
        details: {
          operation: 'load',
          errors: { '': `must be an array of 2 records, received ${shown}` },
        },
      })
    },
  )

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

  const tag = { ...colors, label: 'VIP', value: 'vip' }
  const replay = { base: 1, size: 0 }
  const tagsOf = (value: unknown) =>
    ({ kind: 'tags', id: 'tags', version: 1, updated: 1, replay, value }) as StoredRecord

  /** Creates an engine whose storage has these tags. */
  const engineWithTags = (value: unknown) => {
    const inner = memoryStorage()
    const loadOne = async ({ kind, id }: RecordRef) =>
      kind === 'tags' ? tagsOf(value) : (await inner.load('store-1', [{ kind, id }]))[0]
    return engineOf({ load: (_, refs) => Promise.all(refs.map(loadOne)) })
  }

  const expectInvalidTags = async (value: unknown, path: string, message: string) => {
    const engine = await engineWithTags(value)
    for (const [call, index] of [
      [() => engine.listTags(context), 0],
      [() => engine.setTag(context, 'new', colors), 0],
      [() => engine.removeTag(context, 'vip'), 0],
      [() => engine.getQuote(context, 'quote-1'), 1],
      [() => engine.listQuotes(context), 0],
    ] as const)
      expect(await errorOf(call)).toMatchObject({
        code: 'storage_invalid_response',
        details: { operation: 'load', errors: { [`[${index}].value${path}`]: message } },
      })
  }

  it.each([
    [undefined, '', 'must be an array of tags, received undefined'],
    [{}, '', 'must be an array of tags, received an object'],
    ['tags', '', 'must be an array of tags, received a string'],
    [[null], '[0]', 'must be a tag, received null'],
    [[5], '[0]', 'must be a tag, received the number 5'],
    [[{}], '[0].value', 'must be a string, received undefined'],
    [new Array(1), '[0]', 'must be a tag, received undefined'],
  ])('for the tags %j is rejected', expectInvalidTags)

  it.each(
    Object.keys(tag).flatMap((field) =>
      [undefined, null, 5, ['x']].map((value) => [field, value] as const),
    ),
  )('for a tag whose %s is %j is rejected', (field, value) =>
    expectInvalidTags(
      [tag, { ...tag, [field]: value }],
      `[1].${field}`,
      `must be a string, received ${describeValue(value)}`,
    ),
  )

  it.each(Object.keys(tag))('for a tag without %s is rejected', (field) =>
    expectInvalidTags(
      [Object.fromEntries(Object.entries(tag).filter(([name]) => name !== field))],
      `[0].${field}`,
      'must be a string, received undefined',
    ),
  )

  it('for tags loses unknown fields', async () => {
    const engine = await engineWithTags([{ ...tag, _id: 7 }])
    expect(await engine.listTags(context)).toEqual({ vip: tag })
  })

  it('for load may be null for an unknown quote', async () => {
    const engine = await engineOf({ load: () => [null, null] as never })
    const error = await errorOf(() => engine.getQuote(context, 'quote-1'))
    expect(error.code).toBe('quote_not_found')
  })
})

describe('a loaded record', () => {
  it('loses unknown fields', async () => {
    const stored = memoryStorage()
    const load: StoragePort['load'] = async (...args) => {
      const records = await stored.load(...args)
      return records.map((record) => record && { ...record, _id: 7 })
    }
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
      storage: { ...stored, load: (...args) => structuredClone(stored.load(...args)) },
    })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    for (const part of [quote, quote.customer, quote.products, quote.products[0]])
      expect(Object.isFrozen(part)).toBe(true)
  })

  it('is deeply frozen even if the storage froze it shallowly', async () => {
    const stored = memoryStorage()
    const load: StoragePort['load'] = async (...args) => {
      const records = await stored.load(...args)
      return records.map((record) => Object.freeze(structuredClone(record)))
    }
    const engine = engineWith({ storage: { ...stored, load } })
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.getQuote(context, quoteId)
    expect(Object.isFrozen(quote.products[0])).toBe(true)
  })
})
