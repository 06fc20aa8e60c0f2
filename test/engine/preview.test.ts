import { describe, expect, it } from 'vitest'
import type { CommandOptions } from '../../src/engine/arguments.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { context, countingStorage, engineWith, errorOf, request } from './ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

type Call = (engine: QuoteEngine, options?: CommandOptions) => Promise<unknown>

/** A call of each command, after {@link prepare}. */
const commands: readonly (readonly [string, Call])[] = [
  ['createQuote', (engine, options) => engine.createQuote(context, request, options)],
  [
    'updateQuote',
    (engine, options) => {
      const products = [
        { id: 1, quote: '9.00' },
        { id: 2, qty: 3 },
      ]
      return engine.updateQuote(context, 'live', { products, tag_list: ['a'] }, options)
    },
  ],
  [
    'updateQuote without a change',
    (engine, options) => engine.updateQuote(context, 'live', {}, options),
  ],
  ['deleteQuote', (engine, options) => engine.deleteQuote(context, 'live', options)],
  ['restoreQuote', (engine, options) => engine.restoreQuote(context, 'deleted', options)],
  [
    'restoreQuote without a change',
    (engine, options) => engine.restoreQuote(context, 'live', options),
  ],
  ['eraseQuote', (engine, options) => engine.eraseQuote(context, 'live', options)],
  [
    'addMessage',
    (engine, options) => {
      const message = { text: 'Hello', visibility: 'internal' } as const
      return engine.addMessage(context, 'live', message, options)
    },
  ],
  ['setTag', (engine, options) => engine.setTag(context, 'new', colors, options)],
  ['removeTag', (engine, options) => engine.removeTag(context, 'old', options)],
  ['removeTag without a change', (engine, options) => engine.removeTag(context, 'none', options)],
]

/** Returns an engine whose clock stands still, on a store with two quotes and a tag. */
async function prepare(recordCacheSize = 0) {
  const ids = ['live', 'deleted']
  const { storage, written } = countingStorage()
  const generateId = () => ids.shift() ?? 'next'
  const engine = engineWith({ storage, generateId, now: () => 1_000, recordCacheSize })
  await engine.createQuote(context, request)
  await engine.createQuote(context, request)
  await engine.deleteQuote(context, 'deleted')
  await engine.setTag(context, 'old', colors)
  const everything = async () =>
    JSON.stringify([
      await engine.listEvents(context),
      await engine.listQuotes(context),
      await engine.listQuotes(context, { deleted: true }),
      await engine.listTags(context),
    ])
  return { engine, written, everything }
}

describe.each([0, 10])('preview with a record cache of %i', (recordCacheSize) => {
  it.each(commands)('%s returns the result and writes nothing', async (_, call) => {
    const { engine, written, everything } = await prepare(recordCacheSize)
    const before = await everything()
    const writes = written.length
    const preview = await call(engine, { preview: true })
    expect(written).toHaveLength(writes)
    expect(await everything()).toBe(before)
    expect(JSON.stringify(await call(engine))).toBe(JSON.stringify(preview))
  })

  it.each(commands)('false makes %s write as without it', async (_, call) => {
    const [one, other] = [await prepare(recordCacheSize), await prepare(recordCacheSize)]
    const results = [await call(one.engine, { preview: false }), await call(other.engine)]
    expect(results[0]).toEqual(results[1])
    expect(one.written).toEqual(other.written)
  })
})

describe('preview', () => {
  it.each(commands)('of %s cannot be combined with idempotencyKey', async (_, call) => {
    const { engine, written } = await prepare()
    const writes = written.length
    const options = { preview: true, idempotencyKey: 'key' }
    expect(await errorOf(() => call(engine, options))).toMatchObject({
      code: 'invalid_options',
      details: {
        errors: {
          preview:
            'cannot be combined with idempotencyKey, because a preview has no result to remember',
        },
      },
    })
    expect(written).toHaveLength(writes)
    await call(engine, { preview: false, idempotencyKey: 'key' })
  })

  it.each(commands)('of %s must be a boolean', async (_, call) => {
    const { engine } = await prepare()
    for (const preview of ['true', 1, null, {}])
      expect(await errorOf(() => call(engine, { preview } as never))).toMatchObject({
        code: 'invalid_options',
        details: { errors: { preview: 'must be true or false' } },
      })
  })

  it('rejects what the call itself would reject', async () => {
    const { engine } = await prepare()
    const preview = { preview: true }
    const codeOf = async (call: () => unknown) => (await errorOf(call)).code
    const unknown = { ...request, products: [{ id: 9, qty: 1 }] }
    expect(await codeOf(() => engine.createQuote(context, unknown, preview))).toBe(
      'invalid_request',
    )
    expect(await codeOf(() => engine.updateQuote(context, 'deleted', {}, preview))).toBe(
      'quote_not_found',
    )
    const wrong = { ...preview, expectedVersion: 9 }
    for (const method of ['deleteQuote', 'restoreQuote', 'eraseQuote'] as const)
      expect(await codeOf(() => engine[method](context, 'live', wrong))).toBe('version_mismatch')
  })

  it('shows the change to the option permit', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({
      storage,
      permit: (_, __, ___, next) => next?.quote.tags === null || 'no tags',
    })
    await engine.createQuote(context, request)
    const options = { preview: true }
    const call = () => engine.updateQuote(context, 'quote-1', { tag_list: ['a'] }, options)
    expect(await errorOf(call)).toMatchObject({
      code: 'not_permitted',
      details: { operation: 'updateQuote', reason: 'no tags' },
    })
    expect(written).toHaveLength(1)
  })

  it('does not change a quote that another preview of it has changed', async () => {
    const { engine } = await prepare()
    const tags = await Promise.all(
      [['a'], ['b']].map(async (tag_list) => {
        const { version, quote } = await engine.updateQuote(
          context,
          'live',
          { tag_list },
          { preview: true },
        )
        return [version, quote.tags]
      }),
    )
    expect(tags).toEqual([
      [2, ['a']],
      [2, ['b']],
    ])
  })

  it('is unknown to methods that only read', async () => {
    const { engine } = await prepare()
    const options = { preview: true } as never
    for (const call of [
      () => engine.getQuote(context, 'live', options),
      () => engine.listTags(context, options),
      () => engine.listHistory(context, 'live', options),
    ])
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_options',
        details: { errors: { preview: expect.stringMatching(/^is not a known field/) } },
      })
  })
})
