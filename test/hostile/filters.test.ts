import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListQuotesOptions } from '../../src/engine/operations/read-quotes.js'
import { isQuoteError } from '../../src/errors.js'
import { context, engineWith, request } from '../engine/ports.js'
import { engineWithQuote, errorsOf, expectCleanPrototype } from './hostile-requests.js'

afterEach(expectCleanPrototype)

/** Expects that both methods reject a filter with the same errors, and returns them. */
async function filterErrors(filter: unknown) {
  const { engine } = await engineWithQuote()
  const errors = await errorsOf(() => engine.listQuotes(context, filter as never))
  const ofCount = await errorsOf(() => engine.countQuotes(context, filter as never))
  expect(withoutKnown(ofCount)).toEqual(withoutKnown(errors))
  return errors
}

/** Lists have more options than counts, so errors of unknown fields list other known ones. */
function withoutKnown(errors: Readonly<Record<string, string>>) {
  const entries = Object.entries(errors)
  return entries.map(([path, message]) => [path, message.replace(/; known: .*/, '')])
}

const stringFields = ['status', 'tag', 'customer'] as const
const rangeFields = ['created', 'updated'] as const

const noStrings = [
  ['null', null],
  ['a number', 5],
  ['NaN', Number.NaN],
  ['a BigInt', 1n],
  ['true', true],
  ['a symbol', Symbol('new')],
  ['a function', () => 'new'],
  ['an object', { toString: () => 'new' }],
  ['a boxed string', Object('new')],
  ['an object without a prototype', Object.create(null)],
  ['an array in an array', ['new', ['new']]],
  ['a RegExp', /new/],
  ['an empty string', ''],
  ['256 characters', 'x'.repeat(256)],
  ['a million characters', 'x'.repeat(1_000_000)],
  ['NUL', 'a\0'],
  ['a lone surrogate', '\ud800'],
] as const

describe('listQuotes and countQuotes with hostile filters', () => {
  describe.each(stringFields)('reject as %s', (field) => {
    it.each(noStrings)('%s', async (_, value) => {
      for (const each of [value, ['new', value]]) {
        const paths = Object.keys(await filterErrors({ [field]: each }))
        expect(paths).toHaveLength(1)
        expect(paths[0]).toMatch(new RegExp(`^${field}\\[[01]\\]`))
      }
    })
  })

  it.each([
    ['0', 0],
    ['−1', -1],
    ['a fraction', 1.5],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['2**53', 2 ** 53],
    ['an empty string', ''],
    ['NUL', '\0'],
    ['a BigInt', 1n],
    ['null', null],
    ['an object', { valueOf: (): number => 1 }],
  ])('reject as product %s', async (_, product) => {
    expect(Object.keys(await filterErrors({ product }))).toEqual(['product[0]'])
    expect(Object.keys(await filterErrors({ product: [1, product] }))).toEqual(['product[1]'])
  })

  it.each([...stringFields, 'product'] as const)(
    'reject an empty list of %s, one of 101 values, and one with a hole',
    async (field) => {
      const value = field === 'product' ? 1 : 'new'
      const message = { [field]: 'must have 1 to 100 values' }
      expect(await filterErrors({ [field]: [] })).toEqual(message)
      expect(await filterErrors({ [field]: Array(101).fill(value) })).toEqual(message)
      const hole = new Array(2).fill(value, 0, 1)
      expect(Object.keys(await filterErrors({ [field]: hole }))).toEqual([`${field}[1]`])
      const { engine } = await engineWithQuote()
      await engine.listQuotes(context, { [field]: Array(100).fill(value) })
    },
  )

  it('reject 100,000 invalid values with one error', async () => {
    for (const field of [...stringFields, 'product'])
      expect(await filterErrors({ [field]: Array(100_000).fill(null) })).toEqual({
        [field]: 'must have 1 to 100 values',
      })
  })

  it.each([
    ['a string', 'new'],
    ['an array', [0, 1]],
    ['null', null],
    ['a number', 5],
    ['a Date', new Date(0)],
    ['a Map', new Map([['from', 1]])],
  ])('reject as a range %s', async (_, range) => {
    for (const field of rangeFields)
      expect(Object.keys(await filterErrors({ [field]: range }))).toEqual([field])
  })

  it.each([
    ['a string', '1'],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['a fraction', 0.5],
    ['2**53', 2 ** 53],
    ['a Date', new Date(0)],
    ['null', null],
    ['a BigInt', 1n],
    ['no day of the calendar', '2026-02-30'],
    ['a day of the year 10000', '10000-01-01'],
    ['a time in ISO 8601', '2026-11-27T00:00:00Z'],
    ['an array of a day', ['2026-11-27']],
  ])('reject as the bounds of a range %s', async (_, time) => {
    for (const field of rangeFields)
      expect(Object.keys(await filterErrors({ [field]: { from: time, to: time } }))).toEqual([
        `${field}.from`,
        `${field}.to`,
      ])
  })

  it('reject an unknown field of a range', async () => {
    expect(await filterErrors({ created: { since: 1 } })).toEqual({
      'created.since': expect.stringMatching(/^is not a known field/),
    })
  })

  it.each([[5], [null], [['a']], [{}], [true]])('reject the text %j', async (text) => {
    expect(Object.keys(await filterErrors({ text }))).toEqual(['text'])
  })

  it.each([['true'], ['ALL'], [1], [0], [null], [[]]])('reject deleted: %j', async (deleted) => {
    expect((await filterErrors({ deleted })).deleted).toMatch(
      /^must be true, false or all, received /,
    )
  })

  it.each(['Status', 'tags', 'email', 'expiry', 'Owner', 'storeId', 'kind', 'offset', ''])(
    'reject the unknown field "%s"',
    async (name) => {
      const path = name === '' ? '[""]' : name
      expect(await filterErrors({ [name]: 'x' })).toEqual({
        [path]: expect.stringMatching(/^is not a known field/),
      })
      expect(await filterErrors({ [name]: undefined })).toEqual({
        [path]: expect.stringMatching(/^is not a known field/),
      })
    },
  )

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
    'reject the field %s',
    async (name) => {
      const filter = JSON.parse(`{"status":"new","${name}":{"deleted":true}}`)
      const errors = await filterErrors(filter)
      expect(Object.entries(errors)).toEqual([
        [name, expect.stringMatching(/^is not a known field/)],
      ])
      const inRange = JSON.parse(`{"created":{"${name}":1}}`)
      expect(Object.keys(await filterErrors(inRange))).toEqual([`created.${name}`])
    },
  )

  it('search for names of prototype members as for any value', async () => {
    const { engine, quoteId } = await engineWithQuote()
    const names = ['__proto__', 'constructor', 'toString']
    for (const name of names) {
      for (const filter of [{ tag: name }, { status: name }, { customer: name }, { text: name }])
        expect((await engine.listQuotes(context, filter)).items).toEqual([])
      await engine.updateQuote(context, quoteId, { tag_list: [name] })
      expect((await engine.listQuotes(context, { tag: name })).items).toHaveLength(1)
    }
  })

  it.each([
    ['a string', 'new'],
    ['an array', ['new']],
    ['a function', () => ({})],
    ['a number', 5],
  ])('reject %s instead of an object', async (_, filter) => {
    expect(Object.keys(await filterErrors(filter))).toEqual([''])
  })

  it('reject an object whose getters or traps throw', async () => {
    const fail = () => {
      throw new Error('secret')
    }
    const throwing = Object.defineProperty({}, 'status', { enumerable: true, get: fail })
    const traps = { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail }
    const filters = [
      throwing,
      new Proxy({ status: 'new' }, traps),
      { created: Object.defineProperty({}, 'from', { enumerable: true, get: fail }) },
      { tag: new Proxy(['a'], { get: fail }) },
      { tag: ['a', new Proxy({}, traps)] },
    ]
    for (const filter of filters) {
      const errors = await filterErrors(filter)
      expect(JSON.stringify(errors)).not.toContain('secret')
    }
  })

  it('read each field once, so that it cannot change after it was checked', async () => {
    const { engine } = await engineWithQuote()
    const values = ['new', 5, 5]
    const filter = Object.defineProperty({}, 'status', {
      enumerable: true,
      get: () => values.shift(),
    })
    expect(await engine.countQuotes(context, filter)).toEqual({ count: 1, isCapped: false })
  })

  it('use the filter as it was when the method was called', async () => {
    const { engine } = await engineWithQuote()
    const filter: { status: string[] } = { status: ['new'] }
    const result = engine.listQuotes(context, filter)
    filter.status[0] = 'sent'
    filter.status.push('sent')
    expect((await result).items).toHaveLength(1)
  })

  it.each([100, 100_000])('reject a depth of %i in any field', async (depth) => {
    let deep: unknown = 'x'
    for (let level = 0; level < depth; level += 1) deep = level % 2 === 0 ? [deep] : { from: deep }
    for (const field of [...stringFields, ...rangeFields, 'product', 'text', 'deleted'])
      expect(Object.keys(await filterErrors({ [field]: deep }))[0]).toMatch(new RegExp(`^${field}`))
  })

  it('reject circular references', async () => {
    const circle: Record<string, unknown> = {}
    for (const field of [...stringFields, ...rangeFields]) circle[field] = circle
    expect(Object.keys(await filterErrors(circle)).length).toBeGreaterThanOrEqual(5)
  })

  it('reject or apply anything, and never fail otherwise', async () => {
    const { engine } = await engineWithQuote()
    const names = [...stringFields, ...rangeFields, 'product', 'text', 'deleted', '__proto__']
    const anything = fc.anything({
      key: fc.oneof(fc.constantFrom(...names, 'from', 'to'), fc.string()),
      withBigInt: true,
      withNullPrototype: true,
      withSparseArray: true,
      withMap: true,
    })
    const fields = fc.dictionary(fc.constantFrom(...names, 'order', 'after', 'limit'), anything)
    const property = fc.asyncProperty(fc.oneof(anything, fields), async (filter) => {
      for (const method of ['listQuotes', 'countQuotes'] as const)
        try {
          await engine[method](context, filter as never)
        } catch (error) {
          if (!isQuoteError(error)) throw error
          expect(error.code).toBe('invalid_request')
        }
    })
    await fc.assert(property)
  })
})

describe('listQuotes with hostile orders, limits and cursors', () => {
  async function withPages() {
    const engine = engineWith()
    for (let created = 0; created < 3; created += 1) await engine.createQuote(context, request)
    const options = { limit: 1, tag: undefined, status: 'new' }
    const { next = '' } = await engine.listQuotes(context, options)
    const errors = (changes: object) =>
      errorsOf(() => engine.listQuotes(context, { ...options, after: next, ...changes }))
    return { engine, next, options, errors }
  }

  const message = 'must be the next of a page that was listed with the same filter and order'

  it.each(['NEWEST', '', 'Expires', 'created desc', 5, null, ['newest']])(
    'rejects the order %j',
    async (order) => {
      const { errors } = await withPages()
      expect((await errors({ order })).order).toMatch(
        /^must be one of newest, oldest, updated, expires, received /,
      )
    },
  )

  it.each([0, -1, 201, 1.5, 2 ** 53, Number.NaN, '10', null])(
    'rejects the limit %j',
    async (limit) => {
      const { errors } = await withPages()
      expect((await errors({ limit })).limit).toMatch(
        /^must be an integer from 1 to 200, received /,
      )
    },
  )

  it.each([5, null, {}, ['x'], true])('rejects the cursor %j', async (after) => {
    const { errors } = await withPages()
    expect((await errors({ after })).after).toMatch(/^must be the next of a page, received /)
  })

  const otherLists: readonly ListQuotesOptions[] = [
    { status: 'sent' },
    { status: undefined },
    { tag: 'a' },
    { customer: 'a' },
    { product: 1 },
    { text: 'ann' },
    { created: { from: 0 } },
    { updated: { to: 5 } },
    { deleted: true },
    { order: 'oldest' },
    { order: 'updated' },
  ]

  it.each(otherLists)('rejects the cursor of another list than %j', async (changes) => {
    const { errors } = await withPages()
    expect(await errors(changes)).toEqual({ after: message })
  })

  it('rejects the cursor of another store', async () => {
    const { engine, next, options } = await withPages()
    const call = () => engine.listQuotes({ storeId: 'store-2' }, { ...options, after: next })
    expect(await errorsOf(call)).toEqual({ after: message })
  })

  it.each(['', '0', 'quote-1', 'x'.repeat(1_000_000), '\0', '\ud800', "' or 1=1 --"])(
    'rejects a forged cursor',
    async (after) => {
      const { errors } = await withPages()
      expect(await errors({ after })).toEqual({ after: message })
    },
  )

  it('accepts the cursor with another limit, and with an equal filter', async () => {
    const { engine, next, options } = await withPages()
    const second = await engine.listQuotes(context, { ...options, after: next })
    expect(second.items).toMatchObject([{ quoteId: 'quote-2' }])
    const equal = { status: ['new', 'new'], deleted: false, after: next, limit: 2 }
    const { items } = await engine.listQuotes(context, equal)
    expect(items.map(({ quoteId }) => quoteId)).toEqual(['quote-2', 'quote-1'])
  })
})
