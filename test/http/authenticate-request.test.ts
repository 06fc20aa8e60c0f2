import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { thrownValues } from '../hostile/thrown-values.js'
import { json, quotes, request, sampleApp, tags } from './sample-app.js'

const unhandled: unknown[] = []
const keep = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', keep))
afterEach(async () => {
  await new Promise(setImmediate)
  process.off('unhandledRejection', keep)
  expect(unhandled.splice(0)).toEqual([])
})

/** An app that records the errors that onError receives. */
function recordingApp(options: Parameters<typeof sampleApp>[0]) {
  const reported: unknown[] = []
  return { reported, ...sampleApp({ onError: (error) => reported.push(error), ...options }) }
}

const throwing = (thrown: unknown) => () => {
  throw thrown
}
const rejecting = (thrown: unknown) => () => Promise.reject(thrown)

describe.each([
  ['throws', throwing],
  ['rejects with', rejecting],
])('a callback that %s', (_, failing) => {
  it.each(thrownValues)('%s in authenticate: responds 503 and calls onError', async (_, thrown) => {
    const { send, reported } = recordingApp({ authenticate: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'authentication_failed'])
    expect(reported).toHaveLength(1)
    expect((reported[0] as Error).cause === thrown).toBe(true)
  })

  it.each(thrownValues)('%s in rateLimit: responds 503 and calls onError', async (_, thrown) => {
    const { send, reported } = recordingApp({ rateLimit: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'rate_limit_failed'])
    expect(reported).toHaveLength(1)
    expect((reported[0] as Error).cause === thrown).toBe(true)
  })

  it.each(thrownValues)('%s in onError: changes no response', async (_, thrown) => {
    const engine = { ...sampleApp().engine, listTags: () => Promise.reject(new Error('no')) }
    const { send } = sampleApp({ engine, onError: failing(thrown) })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([500, 'internal_error'])
  })
})

it.each(['now', 'generateId', 'resolveRegion'])(
  'responds 500 if the option %s of the engine throws',
  async (option) => {
    const catalog = memoryCatalog({ 'store-1': [118, 119].map((id) => ({ id, price: 1 })) })
    const failing = { [option]: throwing(new Error('no')) }
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog, ...failing })
    const { sendJson, reported } = recordingApp({ engine })
    const { status, body } = await sendJson('POST', quotes, request)
    expect([status, body.code, body.detail]).toEqual([500, 'callback_failed', 'Internal error'])
    expect(reported).toMatchObject([{ code: 'callback_failed', details: { option } }])
  },
)

it.each(thrownValues)('responds 500 if the engine rejects with %s', async (_, thrown) => {
  const engine = { ...sampleApp().engine, listTags: () => Promise.reject(thrown) }
  const { send, reported } = recordingApp({ engine })
  const { status, body } = await send('GET', tags, { headers: json })
  expect([status, body.code]).toEqual([500, 'internal_error'])
  const [error] = reported as [Error]
  expect(error === thrown || error.cause === thrown).toBe(true)
})

describe('rateLimit', () => {
  it.each([
    ['NaN', Number.NaN],
    ['a negative number', -5],
    ['minus infinity', Number.NEGATIVE_INFINITY],
    ['a string', '5'],
    ['true', true],
    ['null', null],
    ['an object', {}],
    ['a BigInt', 5n],
  ])('rejects every request with 503 if it returns %s', async (_, wait) => {
    const { send, reported } = recordingApp({ rateLimit: () => wait as never })
    const { status, body } = await send('GET', tags, { headers: json })
    expect([status, body.code]).toEqual([503, 'rate_limit_failed'])
    expect(reported).toMatchObject([
      {
        cause: { message: 'rateLimit must return undefined or a number of seconds of at least 0' },
      },
    ])
  })

  it.each([undefined, 0, -0])('accepts the request if it returns %s', async (wait) => {
    const { send } = sampleApp({ rateLimit: () => wait })
    expect((await send('GET', tags, { headers: json })).status).toBe(200)
  })
})

describe('authenticate', () => {
  it.each([
    ['a string', 'store-1'],
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
  ])('causes a 500 if it returns %s, and calls onError', async (_, context) => {
    const { sendJson, reported } = recordingApp({ authenticate: () => context as never })
    const { status, body } = await sendJson('POST', quotes, request)
    expect([status, body.code, body.errors]).toEqual([500, 'invalid_context', {}])
    expect(reported).toMatchObject([{ code: 'invalid_context' }])
  })

  it('does not call rateLimit if it returns an invalid context', async () => {
    let calls = 0
    const rateLimit = () => {
      calls += 1
      return 0
    }
    const { send } = sampleApp({ authenticate: () => 'store-1' as never, rateLimit })
    expect((await send('GET', tags, { headers: json })).status).toBe(500)
    expect(calls).toBe(0)
  })
})
