import { expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
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
    const storage: QuoteStorage = { ...memoryStorage(), [operation]: () => unreadable }
    const error = await errorOf(() => call(engineWith({ storage })))
    expect(error).toMatchObject({ code: 'storage_invalid_response', details: { operation }, cause })
  },
)
