import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const cause = new Error('no')
const unreadable = new Proxy([] as never[], {
  get(target, name) {
    // A response without a `then` is synchronous.
    if (name === 'then') return undefined
    if (name === 'map' || name === 'every') return target[name]
    throw cause
  },
})

type Engine = ReturnType<typeof engineWith>
const keyed = { idempotencyKey: 'a' }

it.each([
  ['load', (engine: Engine) => engine.getQuote(context, 'quote-1')],
  ['load', (engine: Engine) => engine.updateQuote(context, 'quote-1', { tag_list: ['a'] })],
  ['listHistory', (engine: Engine) => engine.listHistory(context, 'quote-1')],
  ['listEvents', (engine: Engine) => engine.listEvents(context)],
  ['findIdempotencyRecord', (engine: Engine) => engine.createQuote(context, request, keyed)],
  ['load', (engine: Engine) => engine.listTags(context)],
  ['find', (engine: Engine) => engine.listQuotes(context)],
] as const)(
  'a response of %s that throws while it is read rejects with storage_invalid_response: %o',
  async (operation, call) => {
    const storage: StoragePort = { ...memoryStorage(), [operation]: () => unreadable }
    const error = await errorOf(() => call(engineWith({ storage })))
    expect(error).toMatchObject({ code: 'storage_invalid_response', details: { operation }, cause })
  },
)

const throwsAtOnce = () => {
  throw cause
}

const rejects = () => Promise.reject(cause)

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

/** Creates an engine with one tagged quote, and then replaces these methods of its storage. */
async function engineOf(methods: Partial<StoragePort>) {
  const storage: StoragePort = { ...memoryStorage() }
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  await engineWith({ storage }).updateQuote(context, quoteId, { tag_list: ['vip'] })
  await engineWith({ storage }).setTag(context, 'vip', colors)
  return engineWith({ storage: { ...storage, ...methods } })
}

describe.each([
  ['throws', throwsAtOnce],
  ['rejects', rejects],
])('a storage that %s', (_, fails) => {
  it.each([
    ['load', (engine: Engine) => engine.getQuote(context, 'quote-1')],
    ['load', (engine: Engine) => engine.updateQuote(context, 'quote-1', { tag_list: [] })],
    ['commit', (engine: Engine) => engine.createQuote(context, request)],
    ['commit', (engine: Engine) => engine.updateQuote(context, 'quote-1', { tag_list: [] })],
    ['load', (engine: Engine) => engine.listTags(context)],
    ['load', (engine: Engine) => engine.setTag(context, 'vip', colors)],
    ['load', (engine: Engine) => engine.removeTag(context, 'vip')],
    ['commit', (engine: Engine) => engine.setTag(context, 'new', colors)],
    ['commit', (engine: Engine) => engine.removeTag(context, 'vip')],
    ['find', (engine: Engine) => engine.listQuotes(context)],
    ['load', (engine: Engine) => engine.listQuotes(context)],
    ['count', (engine: Engine) => engine.countQuotes(context)],
    ['listHistory', (engine: Engine) => engine.listHistory(context, 'quote-1')],
    ['listHistory', (engine: Engine) => engine.getQuote(context, 'quote-1', { version: 1 })],
    ['listEvents', (engine: Engine) => engine.listEvents(context)],
  ] as const)(
    'in %s rejects the call with storage_failed and the cause: %o',
    async (operation, call) => {
      const engine = await engineOf({ [operation]: fails })
      const error = await errorOf(() => call(engine))
      expect(error).toMatchObject({ code: 'storage_failed', details: { operation } })
      expect(error.cause).toBe(cause)
    },
  )
})

describe('updateQuote', () => {
  it('succeeds after an earlier call of the quote has failed', async () => {
    let isDown = true
    const inner = memoryStorage()
    const storage: StoragePort = {
      ...inner,
      load: (...ids) => (isDown ? throwsAtOnce() : inner.load(...ids)),
    }
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const failed = errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['a'] }))
    expect((await failed).code).toBe('storage_failed')
    isDown = false
    expect((await engine.updateQuote(context, quoteId, { tag_list: ['b'] })).version).toBe(2)
  })
})
