import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { QuoteError } from '../../src/errors.js'
import { loadInsight } from '../../src/insight/load-insight.js'
import type { InsightOptions } from '../../src/insight/options.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'

const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({}) })
const valid = { from: '2026-06', to: '2026-11' }

const store = { storeId: 's' }

async function errorOf(options: unknown, ...[context]: readonly unknown[]) {
  const loading = loadInsight(engine, context as { storeId: string }, options as InsightOptions)
  const error = await loading.catch((each: unknown) => each)
  expect(error).toBeInstanceOf(QuoteError)
  const { code, details } = error as QuoteError
  return [code, 'errors' in details ? Object.entries(details.errors) : details]
}

const month = 'must be a month from 2000-01 to 2099-12, such as 2026-11'

describe('the options of loadInsight', () => {
  it.each([
    ['from', undefined, 'is required'],
    ['from', '2026-13', `${month}`],
    ['from', '2026-6', `${month}`],
    ['from', '2026-06-01', `${month}`],
    ['from', '1999-12', `${month}`],
    ['to', 202611, `${month}`],
    ['to', '2026-11\n', `${month}`],
    ['to', '2026-05', 'must not be before from, 2026-06'],
    ['to', '2036-06', 'must be at most 120 months from the first one, 2026-06'],
    ['timeZone', 'Mars', 'must be a time zone, such as Europe/Berlin'],
    ['timeZone', '__proto__', 'must be a time zone, such as Europe/Berlin'],
    ['owner', '', 'must be a string, or an array of 1 to 100 strings'],
    ['owner', [], 'must be a string, or an array of 1 to 100 strings'],
    ['tag', {}, 'must be a string, or an array of 1 to 100 strings'],
    ['signal', true, 'must be an AbortSignal'],
  ])('reject %s: %j', async (name, value, message) => {
    expect(await errorOf({ ...valid, [name]: value }, store)).toEqual([
      'invalid_options',
      [[name, expect.stringContaining(message)]],
    ])
  })

  it('reject what is no object, and fields that there are not', async () => {
    const expected = "must be an object, such as { from: '2026-06', to: '2026-11' }"
    expect(await errorOf(undefined, store)).toEqual([
      'invalid_options',
      [['', `${expected}, received undefined`]],
    ])
    const [code, errors] = await errorOf(
      JSON.parse('{ "from": "2026-06", "to": "2026-11", "tags": [] }'),
      store,
    )
    expect([code, errors]).toEqual(['invalid_options', [['tags', expect.stringContaining('tag')]]])
  })

  it('accept 120 months', async () => {
    const { currencies } = await loadInsight(
      engine,
      { storeId: 's' },
      { from: '2026-06', to: '2036-05' },
    )
    expect(currencies).toEqual([])
  })
})

describe('the context of loadInsight', () => {
  it.each([undefined, null, {}, { storeId: '' }, { storeId: 7 }])('is not %j', async (context) => {
    const [code, errors] = await errorOf(valid, context)
    expect([code, errors]).toEqual(['invalid_context', [['storeId', expect.any(String)]]])
  })

  it('is not a buyer, nor a role that there is not', async () => {
    expect(await errorOf(valid, { storeId: 's', role: 'buyer' })).toEqual([
      'not_permitted',
      { operation: 'loadInsight', reason: 'insight is for sellers and the system' },
    ])
    const [code, errors] = await errorOf(valid, { storeId: 's', role: '__proto__' })
    expect([code, errors]).toEqual(['invalid_context', [['role', expect.any(String)]]])
  })

  it('reads nothing once its signal is aborted', async () => {
    expect((await errorOf({ ...valid, signal: AbortSignal.abort() }, store))[0]).toBe('aborted')
  })
})
