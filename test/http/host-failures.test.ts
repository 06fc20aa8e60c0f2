import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { thrownValues, untouchable } from '../hostile/thrown-values.js'
import { json, quotes, request, sampleApp, tags } from './sample-app.js'

const unhandled: unknown[] = []
const keep = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', keep))
afterEach(async () => {
  await new Promise(setImmediate)
  process.off('unhandledRejection', keep)
  expect(unhandled.splice(0)).toEqual([])
})

/** An app that keeps what its host is told. */
function tellingApp(options: Parameters<typeof sampleApp>[0]) {
  const told: unknown[] = []
  return { told, ...sampleApp({ onError: (error) => told.push(error), ...options }) }
}

const throwing = (thrown: unknown) => () => {
  throw thrown
}
const rejecting = (thrown: unknown) => () => Promise.reject(thrown)

describe.each([
  ['throws', throwing],
  ['rejects with', rejecting],
])('a function of the host that %s', (_, failing) => {
  it.each(thrownValues)('%s as authenticate is 503, and told to onError', async (_, thrown) => {
    const { send, told } = tellingApp({ authenticate: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'authentication_failed'])
    expect(told).toHaveLength(1)
    expect((told[0] as Error).cause === thrown).toBe(true)
  })

  it.each(thrownValues)('%s as rateLimit is 503, and told to onError', async (_, thrown) => {
    const { send, told } = tellingApp({ rateLimit: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'rate_limit_failed'])
    expect(told).toHaveLength(1)
    expect((told[0] as Error).cause === thrown).toBe(true)
  })

  it.each(thrownValues)('%s as onError changes no response', async (_, thrown) => {
    const engine = { ...sampleApp().engine, listTags: () => Promise.reject(new Error('no')) }
    const { send } = sampleApp({ engine, onError: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([500, 'internal_error'])
  })

  it.each(thrownValues)('%s as now, generateId or resolveRegion is 500', async (_, thrown) => {
    for (const option of ['now', 'generateId', 'resolveRegion']) {
      const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
      const ports = { storage: memoryStorage(), catalog }
      const engine = createQuoteEngine({ ...ports, [option]: failing(thrown) })
      const { sendJson, told } = tellingApp({ engine })
      const { status, body } = await sendJson('POST', quotes, request)
      expect([status, body.code, body.detail]).toEqual([500, 'callback_failed', 'Internal error'])
      expect(told).toMatchObject([{ code: 'callback_failed', details: { option } }])
    }
  })
})

it.each(thrownValues)('an engine that rejects with %s is 500', async (_, thrown) => {
  const engine = { ...sampleApp().engine, listTags: () => Promise.reject(thrown) }
  const { send, told } = tellingApp({ engine })
  // The prototype of the last one cannot be asked for, not even to see whether it is an Error.
  if (thrown === untouchable) return
  const { status, body } = await send('GET', tags, { headers: json })
  expect([status, body.code]).toEqual([500, 'internal_error'])
  const [error] = told as [Error]
  expect(thrown instanceof Error ? error : error.cause).toBe(thrown)
})

describe('a rateLimit', () => {
  it.each([
    ['NaN', Number.NaN],
    ['a negative number', -5],
    ['minus infinity', Number.NEGATIVE_INFINITY],
    ['a text', '5'],
    ['true', true],
    ['null', null],
    ['an object', {}],
    ['a BigInt', 5n],
  ])('that gives %s lets nobody through', async (_, wait) => {
    const { send, told } = tellingApp({ rateLimit: () => wait as never })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'rate_limit_failed'])
    expect(told).toMatchObject([
      { cause: { message: 'rateLimit must return undefined, or the seconds to wait: 0 or more' } },
    ])
  })

  it.each([undefined, 0, -0])('that gives %s lets the request through', async (wait) => {
    const { send } = sampleApp({ rateLimit: () => wait })
    expect((await send('GET', tags, { headers: json })).status).toBe(200)
  })
})

describe('an authenticate', () => {
  it.each([
    ['a text', 'store-1'],
    ['a number', 7],
    ['true', true],
    ['a symbol', Symbol('store-1')],
    ['an object without a storeId', {}],
    ['an array', ['store-1']],
    ['a storeId that is a number', { storeId: 1 }],
    ['an empty storeId', { storeId: '' }],
    ['an actor that is a number', { storeId: 'store-1', actor: 1 }],
    [
      'an object whose storeId throws null',
      {
        get storeId() {
          throw null
        },
      },
    ],
  ])('that gives %s is 500, and told to onError', async (_, context) => {
    const { sendJson, told } = tellingApp({ authenticate: () => context as never })
    const { status, body } = await sendJson('POST', quotes, request)
    expect([status, body.code, body.errors]).toEqual([500, 'invalid_context', {}])
    expect(told).toMatchObject([{ code: 'invalid_context' }])
  })

  it('that gives no context does not ask rateLimit', async () => {
    let asked = 0
    const rateLimit = () => {
      asked += 1
      return 0
    }
    const { send } = sampleApp({ authenticate: () => 'store-1' as never, rateLimit })
    expect((await send('GET', tags, { headers: json })).status).toBe(500)
    expect(asked).toBe(0)
  })
})
