import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { thrownValues, untouchable } from '../../hostile/thrown-values.js'
import { context, countingStorage, engineWith, errorOf, request } from '../ports.js'

const callbacks = [
  'now',
  'generateId',
  'resolveRegion',
] as const satisfies (keyof QuoteEngineOptions)[]

/** A request that needs all callbacks. */
const inCalifornia = { ...request, customer: { state: 'CA' } }

const thenable = (error: Error) =>
  Object.fromEntries([
    [
      'then',
      () => {
        throw error
      },
    ],
  ])

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', onUnhandled))
afterEach(async () => {
  await new Promise(setImmediate)
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled.splice(0)).toEqual([])
})

describe.each(callbacks)('createQuote with an invalid %s', (option) => {
  it.each(thrownValues)('rejects with callback_failed if it throws %s', async (_, thrown) => {
    const { storage, written } = countingStorage()
    const fail = () => {
      throw thrown
    }
    const engine = engineWith({ storage, [option]: fail })
    const error = await errorOf(() => engine.createQuote(context, inCalifornia))
    expect(error.code).toBe('callback_failed')
    expect(error.details).toEqual({ option })
    expect(error.cause === thrown).toBe(true)
    expect(written).toEqual([])
  })

  it.each([
    ['a promise', () => Promise.resolve('x')],
    ['a promise that is rejected', () => Promise.reject(new Error('no'))],
    ['a promise that is rejected with null', () => Promise.reject(null)],
    ['an object whose then throws', () => thenable(new Error('no'))],
    ['an object that throws on every access', () => untouchable],
  ])('rejects with callback_failed if it returns %s', async (name, callback) => {
    const engine = engineWith({ [option]: callback })
    const error = await errorOf(() => engine.createQuote(context, inCalifornia))
    expect(error).toMatchObject({ code: 'callback_failed', details: { option } })
    const expected = 'it must return a value, received a promise; it cannot be async'
    if (!name.startsWith('an object that throws'))
      expect(error.cause).toEqual(new TypeError(expected))
  })
})

it('updateQuote rejects with callback_failed even if now throws a QuoteError', async () => {
  const storage = memoryStorage()
  const { quoteId } = await engineWith({ storage }).createQuote(context, request)
  const thrown = await errorOf(() => engineWith().getQuote(context, 'none'))
  const now = () => {
    throw thrown
  }
  const engine = engineWith({ storage, now, recordCacheSize: 10 })
  await engine.getQuote(context, quoteId)
  const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['x'] }))
  expect(error).toMatchObject({ code: 'callback_failed', cause: thrown })
})

it('listTags rejects an invalid signal', async () => {
  for (const signal of [{ aborted: false }, 5, 'x', null, untouchable] as never[]) {
    const error = await errorOf(() => engineWith().listTags(context, { signal }))
    expect(error.code).toBe('invalid_options')
  }
})

it('isQuoteError never throws', () => {
  for (const [, value] of thrownValues) expect(isQuoteError(value)).toBe(false)
})
