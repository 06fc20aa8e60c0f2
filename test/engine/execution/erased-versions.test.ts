import { expect, it } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const limits = { maxPageBytes: 1 }
const once = { idempotencyKey: 'key-1' }

/**
 * Creates a quote with three versions, and an engine whose storage erases the quote after it has
 * listed this many pages of its history.
 */
async function quoteErasedAfter(pages: number) {
  const inner = memoryStorage()
  const other = engineWith({ storage: inner })
  const { quoteId } = await other.createQuote(context, request, once)
  for (const tag of ['a', 'b']) await other.updateQuote(context, quoteId, { tag_list: [tag] })
  let listed = 0
  const listHistory: StoragePort['listHistory'] = async (...args) => {
    if (listed === pages) await other.eraseQuote(context, quoteId)
    listed += 1
    return inner.listHistory(...args)
  }
  return { engine: engineWith({ storage: { ...inner, listHistory }, limits }), quoteId }
}

it.each([1, 2, 3])('getQuote of version %i of an erased quote finds no quote', async (version) => {
  const { engine, quoteId } = await quoteErasedAfter(9)
  await engine.eraseQuote(context, quoteId)
  const error = await errorOf(() => engine.getQuote(context, quoteId, { version }))
  expect(error.code).toBe('quote_not_found')
})

it.each([0, 1, 2])(
  'getQuote finds no version if the quote is erased after it has read %i pages',
  async (pages) => {
    const { engine, quoteId } = await quoteErasedAfter(pages)
    const error = await errorOf(() => engine.getQuote(context, quoteId, { version: 3 }))
    expect(error).toMatchObject({ code: 'version_not_found', details: { quoteId } })
  },
)

it('createQuote finds no quote if its first result is erased while it is read', async () => {
  const { engine } = await quoteErasedAfter(0)
  const error = await errorOf(() => engine.createQuote(context, request, once))
  expect(error.code).toBe('quote_not_found')
  const { items } = await engine.listEvents(context)
  expect(new Set(items.map(({ id }) => id)).size).toBe(1)
})
