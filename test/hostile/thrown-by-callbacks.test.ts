import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engineOptionsSchema } from '../../src/engine/options.js'
import { isQuoteError } from '../../src/errors.js'
import { exportQuotes } from '../../src/files/index.js'
import {
  createQuoteEngine,
  memoryCatalog,
  memoryStorage,
  type QuoteEngineOptions,
} from '../../src/index.js'
import { type MailerOptions, mailer } from '../../src/mail/index.js'
import { createMcpApp } from '../../src/mcp/index.js'
import { eraseCustomer } from '../../src/quote-engine/customers.js'
import { createRelay, jetStream, type RelayOptions, webhook } from '../../src/relay/index.js'
import { type MoveStoreOptions, moveStore } from '../../src/storage/moving/index.js'
import { thrownValues } from './thrown-values.js'

/** A function of the host that fails with a value, at once or by its promise. */
type Fail = () => never

const catalog = memoryCatalog({ s: [{ id: 1, price: '12.50' }] })
const seller = { storeId: 's', actor: 'ann', role: 'seller' } as const
const request = {
  customer: { name: 'Ada', email: 'ada@example.com', state: 'CA', country: 'US' },
  products: [{ id: 1, qty: 1 }],
}

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
beforeEach(() => process.on('unhandledRejection', onUnhandled))
afterEach(async () => {
  await new Promise(setImmediate)
  process.off('unhandledRejection', onUnhandled)
  expect(unhandled.splice(0)).toEqual([])
})

/** Ports without which functions among the options of an engine are not called. */
const ports = {
  shipping: { listShippingOptions: () => [] },
  tax: { calculateTaxes: () => ({ rates: [] }) },
  orders: { placeOrder: () => ({ orderId: '1' }) },
}

/** Creates and sends a quote in a shop whose engine has the option. */
async function useEngine(options: Partial<QuoteEngineOptions>) {
  const engine = createQuoteEngine({ storage: memoryStorage(), catalog, ...ports, ...options })
  engine.storeSettings('s')
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.listShippingOptions(seller, quoteId)
  if (options.approvals?.mayApprove !== undefined) {
    await engine.requestApproval(seller, quoteId)
    await engine.approveQuote(seller, quoteId, { requirement: 'all' })
  }
  await engine.sendQuote(seller, quoteId, { expires: '2999-12-31' })
  await engine.acceptQuote({ ...seller, role: 'buyer' }, quoteId, { revision: 1 })
  await engine.orderQuote(seller, quoteId)
}

const always = { require: () => [{ id: 'all', label: 'All', covers: 1 }] }
const storageWith = (methods: object) => ({ ...memoryStorage(), ...methods })
type Engine = Partial<QuoteEngineOptions>

const engineCallbacks: Readonly<Record<string, (fail: Fail) => Engine>> = {
  permit: (fail) => ({ permit: fail }),
  scope: (fail) => ({ scope: fail }),
  'approvals.require': (fail) => ({ approvals: { require: fail } }),
  'approvals.mayApprove': (fail) => ({ approvals: { ...always, mayApprove: fail } }),
  'orders.placeOrder': (fail) => ({ orders: { placeOrder: fail } }),
  'catalog.findProducts': (fail) => ({ catalog: { findProducts: fail } }),
  'shipping.listShippingOptions': (fail) => ({ shipping: { listShippingOptions: fail } }),
  'tax.calculateTaxes': (fail) => ({ tax: { calculateTaxes: fail } }),
  'lifecycle.guard': (fail) => ({ lifecycle: { guard: fail } }),
  currency: (fail) => ({ currency: fail }),
  shipFrom: (fail) => ({ shipFrom: fail }),
  now: (fail) => ({ now: fail }),
  generateId: (fail) => ({ generateId: fail }),
  resolveRegion: (fail) => ({ resolveRegion: fail }),
  timeZone: (fail) => ({ timeZone: fail }),
  locale: (fail) => ({ locale: fail }),
  'pricing.pricesIncludeTax': (fail) => ({ pricing: { pricesIncludeTax: fail } }),
  'pricing.taxExemptPrices': (fail) => ({
    pricing: { pricesIncludeTax: true, taxExemptPrices: fail },
  }),
  'orders.transaction': (fail) => ({ orders: { ...ports.orders, transaction: fail } }),
  'numbers.format': (fail) => ({ numbers: { format: fail } }),
  'storage.load': (fail) => ({ storage: storageWith({ load: fail }) }),
  'storage.commit': (fail) => ({ storage: storageWith({ commit: fail }) }),
}

const failing = (thrown: unknown): readonly Fail[] => [
  () => {
    throw thrown
  },
  (() => Promise.reject(thrown)) as Fail,
]

/** A schema, and what it is made of. */
interface Schema {
  readonly def: {
    readonly innerType?: Schema
    readonly in?: Schema
    readonly shape?: Readonly<Record<string, Schema>>
  }
  safeParse(value: unknown): { readonly success: boolean }
}

/** Returns the paths of the options that accept a function. */
function functionsOf(schema: Schema, path = ''): readonly string[] {
  const { innerType, in: input, shape } = schema.def
  const inner = innerType ?? input
  if (inner !== undefined) return functionsOf(inner, path)
  if (shape === undefined) return schema.safeParse(() => undefined).success ? [path] : []
  return Object.entries(shape).flatMap(([name, each]) =>
    functionsOf(each, path === '' ? name : `${path}.${name}`),
  )
}

describe('the options of an engine that are functions', () => {
  it('are all here, with those of its ports', () => {
    const known = Object.keys(engineCallbacks)
    const found = functionsOf(engineOptionsSchema() as unknown as Schema)
    expect(found.length).toBeGreaterThan(12)
    expect(found.filter((each) => !known.includes(each))).toEqual([])
  })
})

describe.each(Object.entries(engineCallbacks))(
  'a call of an engine whose %s',
  (_name, toOptions) => {
    it.each(thrownValues)('fails with %s rejects with a QuoteError', async (_thrown, thrown) => {
      for (const fail of failing(thrown)) {
        const error = await useEngine(toOptions(fail)).then(
          () => undefined,
          (rejected: unknown) => ({ rejected }),
        )
        expect(isQuoteError(error?.rejected)).toBe(true)
        // Not invalid_options: the function was called.
        expect(Object(error?.rejected).code).toMatch(/_failed$/)
        expect(Object(error?.rejected).message).toMatch(/./)
      }
    })
  },
)

function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (rejected: unknown) => rejected,
  )
}

// test/http/authenticate-request.test.ts has those of createHttpApp.
describe.each(['authenticate', 'rateLimit', 'onError'])('an app of MCP whose %s', (option) => {
  it.each(thrownValues)('fails with %s responds', async (_thrown, thrown) => {
    for (const fail of failing(thrown)) {
      const engine = createQuoteEngine({ storage: storageWith({ load: fail }), catalog })
      const options = { engine, authenticate: () => seller, [option]: fail }
      const app = createMcpApp(options as never)
      const { status } = await app.request('/mcp', { method: 'POST', body: '{}' })
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })
})

/** Runs a relay on one sent quote, and returns what it has done. */
async function runRelay(toOptions: (engine: MailerOptions['engine']) => Partial<RelayOptions>) {
  const storage = memoryStorage()
  const engine = createQuoteEngine({ storage, catalog })
  const { quoteId } = await engine.createQuote(seller, request)
  await engine.sendQuote(seller, quoteId)
  const stores = ['s']
  const options = { engine, storage, stores, destinations: {}, ...toOptions(engine) }
  const relay = createRelay(options as RelayOptions)
  return { report: await relay.run(), health: await relay.health() }
}

const mailCallbacks = ['send', 'address', 'link', 'locale', 'document', 'attachments', 'change']

describe.each(mailCallbacks)('a relay with a mailer whose %s', (option) => {
  it.each(thrownValues)('fails with %s counts the attempt', async (_thrown, thrown) => {
    for (const fail of failing(thrown)) {
      const { report, health } = await runRelay((engine) => ({
        destinations: {
          mail: mailer({ engine, start: 'beginning', send: () => ({}), [option]: fail }),
        },
      }))
      expect(report.failed).toBe(1)
      expect(health[0]).toMatchObject({ attempts: 1, lastError: expect.stringMatching(/./) })
    }
  })
})

describe('a relay', () => {
  it.each(thrownValues)('whose reporters fail with %s delivers', async (_name, thrown) => {
    for (const fail of failing(thrown)) {
      const { report } = await runRelay((engine) => ({
        onError: fail,
        destinations: {
          failing: { deliver: fail },
          mail: mailer({ engine, start: 'beginning', send: () => ({}), onOutcome: fail }),
        },
      }))
      expect(report).toEqual({ delivered: 1, failed: 1, deadLetters: 0 })
    }
  })

  it.each(thrownValues)(
    'whose client of JetStream fails with %s counts it',
    async (_name, thrown) => {
      const client = { publish: async () => Promise.reject(thrown) }
      const { health } = await runRelay(() => ({ destinations: { nats: jetStream({ client }) } }))
      expect(health).toMatchObject([
        { attempts: 1, lastError: expect.stringMatching(/^JetStream: ./) },
      ])
    },
  )

  it.each(thrownValues)('whose lookup fails with %s counts it', async (_name, thrown) => {
    const lookup = () => {
      throw thrown
    }
    const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
    const erp = webhook({ url: 'http://erp.example/', secret, lookup })
    const { health } = await runRelay(() => ({ destinations: { erp } }))
    expect(health).toMatchObject([{ attempts: 1, lastError: expect.stringMatching(/./) }])
  })
})

describe('exportQuotes', () => {
  it.each(thrownValues)('whose onProgress fails with %s rejects', async (_name, thrown) => {
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    await engine.createQuote(seller, request)
    for (const onProgress of failing(thrown)) {
      const file = exportQuotes(engine, seller, { format: 'jsonl', onProgress })
      expect(isQuoteError(await rejectionOf(text(file)))).toBe(true)
    }
  })
})

describe('moveStore', () => {
  /** Returns what a move of a store with one quote rejects with. */
  async function move(options: Partial<MoveStoreOptions>): Promise<unknown> {
    const from = memoryStorage()
    await createQuoteEngine({ storage: from, catalog }).createQuote(seller, request)
    const shared = { storeId: 's', from, to: memoryStorage(), switchStore: () => undefined }
    return rejectionOf(moveStore({ ...shared, ...options }))
  }

  it.each(thrownValues)('whose functions fail with %s rejects', async (_name, thrown) => {
    for (const switchStore of failing(thrown))
      expect(isQuoteError(await move({ switchStore }))).toBe(true)
    for (const onProgress of failing(thrown))
      expect(isQuoteError(await move({ onProgress }))).toBe(true)
  })
})

describe('eraseCustomer', () => {
  it.each(thrownValues)(
    'whose keep fails with %s rejects, and erases nothing',
    async (_name, thrown) => {
      const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
      await engine.createQuote(seller, request)
      for (const keep of failing(thrown)) {
        const erasing = eraseCustomer(engine, seller, { email: 'ada@example.com' }, { keep })
        const error = await erasing.then(
          () => undefined,
          (rejected: unknown) => ({ rejected }),
        )
        expect(isQuoteError(error?.rejected)).toBe(true)
        expect((await engine.countQuotes(seller)).count).toBe(1)
      }
    },
  )
})
