import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { UpdateQuoteRequest } from '../../../src/quote/requests/update-request.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  context,
  countingCatalog,
  countingStorage,
  engineWith,
  errorOf,
  request,
} from '../ports.js'

const once = { idempotencyKey: 'key-1' }
const day = 86_400_000

/** A storage that commits, and then fails to say so, for as long as `isCut` says. */
function cutStorage() {
  const inner = memoryStorage()
  const cut = { isCut: true }
  const storage: QuoteStorage = {
    ...inner,
    commit(change) {
      const outcome = inner.commit(change)
      if (cut.isCut) throw new Error('connection lost')
      return outcome
    },
  }
  return { storage, cut }
}

describe('a creation that is repeated under its key', () => {
  it('has the first answer, to the byte, and creates nothing', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const first = await engine.createQuote(context, request, once)
    const again = await engine.createQuote(context, request, once)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(written).toHaveLength(1)
  })

  it('has the first answer though the quote was updated since', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(context, request, once)
    await engine.updateQuote(context, first.quoteId, { tag_list: ['later'] })
    expect(await engine.createQuote(context, request, once)).toEqual(first)
  })

  it('has the answer that was lost after the commit', async () => {
    const { storage, cut } = cutStorage()
    const engine = engineWith({ storage })
    expect((await errorOf(() => engine.createQuote(context, request, once))).code).toBe(
      'storage_failed',
    )
    cut.isCut = false
    const { quoteId } = await engine.createQuote(context, request, once)
    const { events } = await engine.listEvents(context)
    expect(events.map((event) => event.quoteId)).toEqual([quoteId])
  })

  it('is the same request in another order of fields', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(
      context,
      { customer: { name: 'Ann', city: 'Austin' }, products: [{ id: 1, qty: 2 }] },
      once,
    )
    const again = await engine.createQuote(
      context,
      { products: [{ qty: 2, id: 1 }], customer: { city: 'Austin', name: 'Ann' } },
      once,
    )
    expect(again).toEqual(first)
  })

  it('does not ask the catalog, so a product that is gone since does no harm', async () => {
    const { catalog, asked } = countingCatalog()
    const engine = engineWith({ catalog })
    await engine.createQuote(context, request, once)
    await engine.createQuote(context, request, once)
    expect(asked).toHaveLength(1)
  })

  it('makes one quote where many ask at the same moment, in several engines', async () => {
    const storage = memoryStorage()
    let ids = 0
    const generateId = () => {
      ids += 1
      return `quote-${ids}`
    }
    const engines = [engineWith({ storage, generateId }), engineWith({ storage, generateId })]
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engines[index % 2]?.createQuote(context, request, once),
      ),
    )
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1)
    expect((await engineWith({ storage }).listEvents(context)).events).toHaveLength(1)
  })

  it('may come from another actor of the store', async () => {
    const engine = engineWith()
    const first = await engine.createQuote(context, request, once)
    const again = await engine.createQuote({ ...context, actor: 'bob' }, request, once)
    expect(again).toEqual(first)
  })
})

describe('another request under a key that is in use', () => {
  it.each([
    ['another quantity', { ...request, products: [{ id: 1, qty: 3 }] }],
    ['another customer', { ...request, customer: { name: 'Bob' } }],
  ])('is refused: %s', async (_, other) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    await engine.createQuote(context, request, once)
    const error = await errorOf(() => engine.createQuote(context, other, once))
    expect(error).toMatchObject({
      code: 'idempotency_key_reused',
      details: { idempotencyKey: 'key-1' },
    })
    expect(written).toHaveLength(1)
  })

  it('is refused: another operation, another quote, another expected version', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request, once)
    const other = await engine.createQuote(context, request)
    const changes = { tag_list: ['vip'] }
    const inUse = { idempotencyKey: 'key-2', expectedVersion: 1 }
    await engine.updateQuote(context, quoteId, changes, inUse)
    for (const call of [
      () => engine.updateQuote(context, quoteId, changes, once),
      () => engine.updateQuote(context, other.quoteId, changes, inUse),
      () => engine.updateQuote(context, quoteId, changes, { ...inUse, expectedVersion: 2 }),
      () => engine.updateQuote(context, quoteId, changes, { idempotencyKey: 'key-2' }),
    ])
      expect((await errorOf(call)).code).toBe('idempotency_key_reused')
  })

  it('is another matter in another store', async () => {
    const engine = engineWith()
    const ours = await engine.createQuote(context, request, once)
    const theirs = await engine.createQuote({ storeId: 'store-2' }, request, once)
    expect(theirs.quoteId).not.toBe(ours.quoteId)
    expect(theirs.quote.quote_total).toBe('40.00')
  })
})

describe('null in an update under a key', () => {
  const customerOf = (city: string | null | undefined) => ({ customer: { zipcode: '1', city } })
  const tagsOf = (tag_list: readonly string[] | null | undefined) => ({
    customer: { zipcode: '1' },
    tag_list,
  })
  const orderOf = (product_order: readonly string[] | null | undefined) => ({
    customer: { zipcode: '1' },
    product_order,
  })
  const tagsBack = (tags: unknown) => ({ customer: { zipcode: '1' }, tags: tags as never })
  const lineOf = (key: string | null | undefined) => ({ products: [{ id: 1, key, qty: 7 }] })

  const cases: readonly (readonly [string, UpdateQuoteRequest, readonly UpdateQuoteRequest[]])[] = [
    [
      'a customer field',
      customerOf(null),
      [customerOf(undefined), customerOf(''), customerOf('null'), customerOf('Rome')],
    ],
    ['tag_list', tagsOf(null), [tagsOf(undefined), tagsOf([]), tagsOf(['null'])]],
    ['product_order', orderOf(null), [orderOf(undefined), orderOf([]), orderOf(['1-1'])]],
    ['a computed field', tagsBack(null), [tagsBack(undefined), tagsBack({}), tagsBack([])]],
    ['the key of a line', lineOf(null), [lineOf(undefined), lineOf('null')]],
  ]

  it.each(cases)('is the same request when it is repeated: %s', async (_, changes) => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, changes, once)
    const again = await engine.updateQuote(context, quoteId, { ...changes }, once)
    expect(first.version).toBe(2)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  })

  it.each(cases)(
    'is another request than one without it, or with another value: %s',
    async (_, changes, others) => {
      const engine = engineWith()
      const { quoteId } = await engine.createQuote(context, request)
      await engine.updateQuote(context, quoteId, changes, once)
      for (const other of others) {
        const error = await errorOf(() => engine.updateQuote(context, quoteId, other, once))
        expect(error.code).toBe('idempotency_key_reused')
      }
    },
  )

  it('is the same request with a field that is undefined as without it', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const changes = { customer: { city: null } }
    const first = await engine.updateQuote(context, quoteId, changes, once)
    const undefinedFields = { customer: { city: null, name: undefined }, tag_list: undefined }
    expect(await engine.updateQuote(context, quoteId, undefinedFields, once)).toEqual(first)
  })
})

describe('an update that is repeated under its key', () => {
  it('has the first answer and changes nothing, though others changed the quote since', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, { customer: { city: 'Rome' } }, once)
    await engine.updateQuote(context, quoteId, { customer: { city: 'Oslo' } })
    const again = await engine.updateQuote(context, quoteId, { customer: { city: 'Rome' } }, once)
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    const { version, quote } = await engine.getQuote(context, quoteId)
    expect([version, quote.customer]).toEqual([3, { name: 'Ann', city: 'Oslo' }])
  })

  it('changes nothing later on where it changed nothing at first', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const first = await engine.updateQuote(context, quoteId, { customer: { name: 'Ann' } }, once)
    expect(first.version).toBe(1)
    await engine.updateQuote(context, quoteId, { customer: { name: 'Bob' } })
    const again = await engine.updateQuote(context, quoteId, { customer: { name: 'Ann' } }, once)
    expect(again).toEqual(first)
    expect((await engine.getQuote(context, quoteId)).quote.customer).toEqual({ name: 'Bob' })
  })

  it('has the first answer where its expected version is the past by now', async () => {
    const { storage, cut } = cutStorage()
    cut.isCut = false
    const engine = engineWith({ storage })
    const { quoteId } = await engine.createQuote(context, request)
    const options = { ...once, expectedVersion: 1 }
    const update = () => engine.updateQuote(context, quoteId, { tag_list: ['vip'] }, options)
    cut.isCut = true
    expect((await errorOf(update)).code).toBe('storage_failed')
    cut.isCut = false
    expect((await update()).version).toBe(2)
  })

  it('has the first answer where its twin was first by a moment', async () => {
    const inner = memoryStorage()
    const twin = engineWith({ storage: inner })
    const { quoteId } = await twin.createQuote(context, request)
    const options = { ...once, expectedVersion: 1 }
    const update = (engine: typeof twin) =>
      engine.updateQuote(context, quoteId, { tag_list: ['vip'] }, options)
    let twins = 0
    const storage: QuoteStorage = {
      ...inner,
      async commit(change) {
        twins += 1
        await update(twin)
        return inner.commit(change)
      },
    }
    const record = await update(engineWith({ storage }))
    expect([record.version, twins]).toEqual([2, 1])
    expect((await twin.listHistory(context, quoteId)).entries).toHaveLength(2)
  })

  it('adds to the quote once where many ask at the same moment', async () => {
    const storage = memoryStorage()
    const engines = [engineWith({ storage }), engineWith({ storage })]
    const { quoteId } = await engineWith({ storage }).createQuote(context, request)
    const changes = { products: [{ id: 1 }, { id: 2, qty: 1 }] }
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engines[index % 2]?.updateQuote(context, quoteId, changes, once),
      ),
    )
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1)
    expect(records[0]?.version).toBe(2)
  })
})

describe('a key', () => {
  it.each([
    ['24 hours', {}, day],
    ['as long as the option says', { idempotencyTtlMs: 1_000 }, 1_000],
  ])('holds for %s', async (_, options, lifetime) => {
    let time = 1_700_000_000_000
    const engine = engineWith({ now: () => time, ...options })
    const first = await engine.createQuote(context, request, once)
    time += lifetime - 1
    expect(await engine.createQuote(context, request, once)).toEqual(first)
    time += 1
    const next = await engine.createQuote(context, request, once)
    expect(next.quoteId).not.toBe(first.quoteId)
    expect(await engine.createQuote(context, request, once)).toEqual(next)
  })

  it('is free after a request that was refused or that failed', async () => {
    let isDown = false
    const inner = countingCatalog().catalog
    const engine = engineWith({
      catalog: {
        findProducts(storeId, ids) {
          if (isDown) throw new Error('down')
          return inner.findProducts(storeId, ids)
        },
      },
    })
    const unknown = { ...request, products: [{ id: 99, qty: 1 }] }
    expect((await errorOf(() => engine.createQuote(context, unknown, once))).code).toBe(
      'invalid_request',
    )
    isDown = true
    expect((await errorOf(() => engine.createQuote(context, request, once))).code).toBe(
      'catalog_failed',
    )
    isDown = false
    expect((await engine.createQuote(context, request, once)).version).toBe(1)
  })

  it.each([[''], ['x'.repeat(256)], [5], [null], [{}], ['a\0b'], ['\ud800']])(
    'is refused as %j',
    async (idempotencyKey) => {
      const { storage, written } = countingStorage()
      const options = { idempotencyKey } as never
      const engine = engineWith({ storage })
      for (const call of [
        () => engine.createQuote(context, request, options),
        () => engine.updateQuote(context, 'quote-1', {}, options),
      ]) {
        const error = await errorOf(call)
        expect(error).toMatchObject({ code: 'invalid_options' })
        expect(Object.keys((error.details as { errors: object }).errors)).toEqual([
          'idempotencyKey',
        ])
      }
      expect(written).toEqual([])
    },
  )

  it.each([['__proto__'], ['constructor'], ["'; --"], ['x'.repeat(255)], ['👩‍🚀'], [' ']])(
    'may be %j',
    async (idempotencyKey) => {
      const engine = engineWith()
      const first = await engine.createQuote(context, request, { idempotencyKey })
      expect(await engine.createQuote(context, request, { idempotencyKey })).toEqual(first)
    },
  )

  it('comes with changes that are no JSON: they are refused by name', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const circular: { self?: unknown } = {}
    circular.self = circular
    for (const status of [circular, 1n, () => 1, Symbol('x')] as never[]) {
      const error = await errorOf(() => engine.updateQuote(context, quoteId, { status }, once))
      expect(error.code).toBe('invalid_request')
    }
  })
})

describe('a storage that lies about keys', () => {
  const lies: readonly (readonly [string, unknown])[] = [
    ['another key', { key: 'other' }],
    ['no key', { key: undefined }],
    ['no fingerprint', { fingerprint: undefined }],
    ['a fingerprint that is a number', { fingerprint: 5 }],
    ['version 0', { version: 0 }],
    ['version -1', { version: -1 }],
    ['half a version', { version: 1.5 }],
    ['a version that is a text', { version: '1' }],
    ['a version that is no exact number', { version: 2 ** 53 }],
    ['no version', { version: undefined }],
    ['a quote that is a number', { quoteId: 5 }],
    ['no quote', { quoteId: undefined }],
    ['an empty id of a quote', { quoteId: '' }],
    ['no time', { expiresAt: undefined }],
    ['a time that is a text', { expiresAt: 'tomorrow' }],
    ['a time that is a text of digits', { expiresAt: String(day) }],
    ['a time of half a millisecond', { expiresAt: 1.5 }],
    ['a time that is not a number', { expiresAt: Number.NaN }],
    ['a time that is infinite', { expiresAt: Number.POSITIVE_INFINITY }],
  ]
  it.each([[5], ['record'], [true], [{}], [[]]])('is found out: %j', async (answer) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => answer as never }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: {
        operation: 'findIdempotencyRecord',
        errors: { '': 'must be the record of the key' },
      },
    })
  })

  it.each([[undefined], [null]])('may say %j for a key that it does not know', async (answer) => {
    const storage = { ...memoryStorage(), findIdempotencyRecord: () => answer as never }
    expect((await engineWith({ storage }).createQuote(context, request, once)).version).toBe(1)
  })

  it.each(lies)('is found out: %s', async (_, lie) => {
    const record = {
      key: 'key-1',
      fingerprint: 'x',
      quoteId: 'quote-1',
      version: 1,
      createdAt: 1,
      expiresAt: day,
    }
    const storage = {
      ...memoryStorage(),
      findIdempotencyRecord: () => ({ ...record, ...(lie as object) }),
    }
    const error = await errorOf(() => engineWith({ storage }).createQuote(context, request, once))
    expect(error).toMatchObject({
      code: 'storage_invalid_response',
      details: { operation: 'findIdempotencyRecord' },
    })
  })
})
