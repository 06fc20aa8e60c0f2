import { Session } from 'node:inspector/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createHttpApp } from '../../src/http/app.js'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { runSize } from '../fault-injection/support/run-size.js'
import { bodyOf, type ExtremeRequest, extremeRequests } from './extreme-requests.js'
import { json, quotes } from './sample-app.js'

const requests = runSize('EXTREME_REQUESTS', 40)
const maxBody = 2 ** 20

const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
const catalog = memoryCatalog({ 'store-1': ids.map((id) => ({ id, price: '10.00' })) })
const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
const app = createHttpApp({ engine, authenticate: tokenAuthenticator({ 'store-1': ['token-a'] }) })

const context = { storeId: 'store-1' }
const longRequest = { customer: {}, products: ids.map((id) => ({ id, qty: 1 })) }
const quoteIds = { short: '', long: '' }

beforeAll(async () => {
  const short = { customer: {}, products: [{ id: 1, qty: 1 }] }
  quoteIds.short = (await engine.createQuote(context, short)).quoteId
  quoteIds.long = (await engine.createQuote(context, longRequest)).quoteId
})

let keys = 0

function requestOf(
  { method, quote, isKeyed }: Omit<ExtremeRequest, 'parts' | 'size'>,
  rawBody: string,
) {
  const body = Buffer.from(rawBody)
  expect(body.length).toBeLessThanOrEqual(maxBody)
  const headers = new Headers({ ...json, 'content-length': String(body.length) })
  keys += 1
  if (isKeyed) headers.set('idempotency-key', `key-${keys}`)
  const path = method === 'POST' ? quotes : `${quotes}/${quoteIds[quote]}`
  return new Request(`http://quotes.test${path}`, { method, headers, body })
}

/**
 * Counts how often a block of JavaScript runs while something does. Unlike time, it does not depend
 * on the machine; it leaves out what native functions do.
 */
async function blocksRun(session: Session, run: () => Promise<unknown>): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ranges = result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges))
  return ranges.reduce((sum, { count }) => sum + count, 0)
}

/** Counts the values and names of JSON, or the characters of what is none. */
function sizeOf(rawBody: string): number {
  let size = 0
  try {
    JSON.parse(rawBody, () => {
      size += 1
    })
  } catch {
    return rawBody.length
  }
  return size
}

it('a request runs at most a small multiple of what its JSON has', async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const fetchOf = (request: Request) => async () => (await app.fetch(request)).arrayBuffer()
  try {
    const ordinary = requestOf(
      { method: 'POST', quote: 'short', isKeyed: false },
      JSON.stringify(longRequest),
    )
    /** What a request runs that is right, with as many lines as a quote can have. */
    const ordinaryBlocks = await blocksRun(session, fetchOf(ordinary))
    await fc.assert(
      fc.asyncProperty(extremeRequests(maxBody - 1_000), async (extreme) => {
        const rawBody = bodyOf(extreme)
        const blocks = await blocksRun(session, fetchOf(requestOf(extreme, rawBody)))
        expect(blocks).toBeLessThanOrEqual(maxBlocksPerValue * sizeOf(rawBody) + 3 * ordinaryBlocks)
      }),
      { numRuns: requests, examples: worstSoFar, endOnFailure: true },
    )
  } finally {
    session.disconnect()
  }
})

const maxBlocksPerValue = 20

/** What ran the most before there was a limit to the errors of a request, and what does now. */
const worstSoFar: [ExtremeRequest][] = [
  ...[
    ['the body', 'fields with names to escape'],
    ['the body', 'fields with names that are cut alike'],
    ['the body', 'fields with numbers for names'],
    ['products', 'lines with unknown fields'],
    ['a line', 'fields with numbers for names'],
    ['shipping', 'fields with numbers for names'],
    ['tags', 'an array of numbers'],
    ['products', 'lines with lists for prices'],
    ['customer', 'fields with numbers for names'],
  ].map(([place = '', filling = '']): [ExtremeRequest] => [
    { method: 'PUT', quote: 'short', isKeyed: true, parts: [{ place, filling }], size: 1_000_000 },
  ]),
  [
    {
      method: 'PUT',
      quote: 'long',
      isKeyed: true,
      parts: [
        { place: 'products', filling: 'a string' },
        { place: 'visible_tags', filling: 'lines of null' },
        { place: 'quote_total', filling: 'an array of numbers' },
      ],
      size: 1_047_576,
    },
  ],
]

it('the response to a rejected request is smaller than 64 KiB', async () => {
  await fc.assert(
    fc.asyncProperty(extremeRequests(maxBody - 1_000), async (extreme) => {
      const response = await app.fetch(requestOf(extreme, bodyOf(extreme, true)))
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(2 ** 16)
    }),
    { numRuns: requests, endOnFailure: true },
  )
})

it('rejected requests leave nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  // Requests and bodies are released in finalizers, which run between the turns of the event loop.
  const heapUsed = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      collectGarbage()
      await nextTurn()
    }
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const sendMany = async (count: number) => {
    const sampled = fc.sample(extremeRequests(2 ** 16), count)
    for (const extreme of sampled) {
      const response = await app.fetch(requestOf(extreme, bodyOf(extreme, true)))
      expect(response.status).toBeGreaterThanOrEqual(400)
      await response.arrayBuffer()
    }
  }
  // What is compiled or cached once takes its place before.
  await sendMany(requests)
  const before = await heapUsed()
  await sendMany(10 * requests)
  expect((await heapUsed()) - before).toBeLessThan(4 * 2 ** 20)
})
