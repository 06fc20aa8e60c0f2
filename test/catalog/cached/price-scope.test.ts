import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CachedCatalogOptions, cachedCatalog } from '../../../src/catalog/cached/index.js'
import type { CatalogCallOptions, CatalogPort } from '../../../src/ports/catalog.js'
import { errorOf } from '../../engine/ports.js'
import { fieldErrorsOf } from '../../quote/samples.js'

function call(pricing: Omit<CatalogCallOptions, 'signal'> = {}): CatalogCallOptions {
  return { signal: new AbortController().signal, ...pricing }
}

const dealer = { name: 'Ada', 'price-group': 'dealer' }
const guest = { name: 'Bob' }
const byGroup = ({ customer }: Pick<CatalogCallOptions, 'customer'>) =>
  String(customer?.['price-group'] ?? '')

/** Creates a catalog whose prices depend on customer and currency, and that records its calls. */
function createContracts() {
  const calls: Omit<CatalogCallOptions, 'signal'>[] = []
  const catalog = {
    async findProducts(
      _storeId: string,
      ids: readonly (number | string)[],
      { signal: _, ...pricing }: CatalogCallOptions = call(),
    ) {
      calls.push(pricing)
      const price = byGroup(pricing) === 'dealer' ? 80 : 100
      return ids.map((id) => ({ id, price: pricing.currency === 'JPY' ? price * 150 : price }))
    },
  }
  return { catalog, calls }
}

/** Creates a catalog whose prices depend on the currency only, and that records its calls. */
function createCurrencies() {
  const calls: Omit<CatalogCallOptions, 'signal'>[] = []
  const catalog = {
    async findProducts(
      _storeId: string,
      ids: readonly (number | string)[],
      { currency, time }: CatalogCallOptions = call(),
    ) {
      calls.push({ currency, time })
      return ids.map((id) => ({ id, price: currency === 'JPY' ? 15_000 : 100 }))
    },
  }
  return { catalog, calls }
}

describe('cachedCatalog, without priceList', () => {
  it('passes currency and time', async () => {
    const { catalog, calls } = createCurrencies()
    const cached = cachedCatalog(catalog)
    const pricing = { customer: dealer, currency: 'EUR', time: 5 }
    expect(await cached.findProducts('a', [1], call(pricing))).toEqual([{ id: 1, price: 100 }])
    expect(calls).toEqual([{ currency: 'EUR', time: 5 }])
  })

  it.each([
    ['reads the customer', (call: CatalogCallOptions) => call.customer],
    ['copies all fields', (call: CatalogCallOptions) => ({ ...call })],
    ['passes the other fields on', ({ signal: _, ...others }: CatalogCallOptions) => others],
  ])('rejects a catalog that %s', async (_, read) => {
    const cached = cachedCatalog({
      findProducts: (_storeId, ids, options = call()) => {
        read(options)
        return ids.map((id) => ({ id, price: 1 }))
      },
    })
    const error = await errorOf(() => cached.findProducts('a', [1], call({ customer: dealer })))
    expect(error).toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining("if they do not, pass priceList: () => ''"),
    })
  })

  it('does not read the customer', async () => {
    const cached = cachedCatalog(createCurrencies().catalog)
    const withGetter = {
      ...call(),
      get customer(): never {
        throw new Error('was read')
      },
    }
    expect(await cached.findProducts('a', [1], withGetter)).toHaveLength(1)
  })

  it('caches each currency, and quotes without one, on their own', async () => {
    const { catalog, calls } = createCurrencies()
    const cached = cachedCatalog(catalog)
    const find = (currency?: string) => cached.findProducts('a', [1], call({ currency }))
    for (const _ of [1, 2]) {
      expect(await Promise.all([find('EUR'), find('JPY'), find()])).toEqual([
        [{ id: 1, price: 100 }],
        [{ id: 1, price: 15_000 }],
        [{ id: 1, price: 100 }],
      ])
    }
    expect(calls.map(({ currency }) => currency)).toEqual(['EUR', 'JPY', undefined])
  })
})

describe('cachedCatalog, with priceList', () => {
  it('caches each price list on its own, and passes the customer', async () => {
    const { catalog, calls } = createContracts()
    const cached = cachedCatalog(catalog, { priceList: byGroup })
    const find = (customer: object) =>
      cached.findProducts('a', [1], call({ customer: customer as never }))
    for (const _ of [1, 2]) {
      expect(await Promise.all([find(dealer), find(guest), find({ ...dealer })])).toEqual([
        [{ id: 1, price: 80 }],
        [{ id: 1, price: 100 }],
        [{ id: 1, price: 80 }],
      ])
    }
    expect(calls.map(({ customer }) => customer)).toEqual([dealer, guest])
  })

  it('caches each currency of a price list on its own', async () => {
    const cached = cachedCatalog(createContracts().catalog, { priceList: byGroup })
    const find = (currency: string) =>
      cached.findProducts('a', [1], call({ customer: dealer, currency }))
    expect(await find('EUR')).toEqual([{ id: 1, price: 80 }])
    expect(await find('JPY')).toEqual([{ id: 1, price: 12_000 }])
  })

  it('receives what prices can depend on', async () => {
    const received: unknown[] = []
    const cached = cachedCatalog(createContracts().catalog, {
      priceList: (pricing) => {
        received.push(pricing)
        return ''
      },
    })
    await cached.findProducts('a', [1], call({ customer: guest, currency: 'EUR', time: 7 }))
    await cached.findProducts('a', [1])
    expect(received).toEqual([{ customer: guest, currency: 'EUR', time: 7 }, {}])
  })

  it.each([undefined, null, 5, {}, 'a'.repeat(256)])(
    'rejects with callback_failed if it returns %s',
    async (name) => {
      const cached = cachedCatalog(createContracts().catalog, { priceList: () => name as never })
      const error = await errorOf(() => cached.findProducts('a', [1]))
      expect(error).toMatchObject({ code: 'callback_failed', details: { option: 'priceList' } })
      expect((error.cause as Error).message).toContain('must return a string')
    },
  )

  it('rejects with callback_failed if it returns a promise, whose rejection is ignored', async () => {
    const priceList = (async () => {
      throw new Error('late')
    }) as never
    const cached = cachedCatalog(createContracts().catalog, { priceList })
    const error = await errorOf(() => cached.findProducts('a', [1]))
    expect(error.code).toBe('callback_failed')
    expect((error.cause as Error).message).toContain('received a Promise object')
  })

  it('rejects with callback_failed if it throws', async () => {
    const cause = new Error('no group')
    const cached = cachedCatalog(createContracts().catalog, {
      priceList: () => {
        throw cause
      },
    })
    const error = await errorOf(() => cached.findProducts('a', [1]))
    expect(error).toMatchObject({ code: 'callback_failed', cause })
  })

  it('must be a function', () => {
    const { catalog } = createContracts()
    expect(
      fieldErrorsOf(() => cachedCatalog(catalog, { priceList: 'x' as never }), 'invalid_options'),
    ).toEqual({ priceList: 'must be a function, received the string "x"' })
  })
})

describe('cachedCatalog, with prices by the ids of the host', () => {
  const contracts = new Map([
    ['7', 80],
    ['9', 1],
  ])
  const catalog: CatalogPort = {
    findProducts: (_, ids, { customerId = '' } = call()) =>
      ids.map((id) => ({ id, price: contracts.get(customerId) ?? 100 })),
  }
  const priceFor = async (cached: CatalogPort, customerId?: string) =>
    (await cached.findProducts('a', [1], call({ customer: guest, customerId })))[0]?.price

  it('caches each customer on its own if priceList depends on the id', async () => {
    const cached = cachedCatalog(catalog, { priceList: ({ customerId = '' }) => customerId })
    for (const _ of [1, 2]) {
      const found = ['7', '9', undefined, '__proto__'].map((id) => priceFor(cached, id))
      expect(await Promise.all(found)).toEqual([80, 1, 100, 100])
    }
  })

  it.each<[string, CachedCatalogOptions['priceList']]>([
    ['is missing', undefined],
    ['depends on the customer only', byGroup],
    ['depends on the company only', ({ companyId = '' }) => companyId],
    ['depends on nothing', () => ''],
  ])('never returns the price of another customer if priceList %s', async (_, priceList) => {
    const cached = cachedCatalog(catalog, { priceList })
    for (const id of ['7', '9', undefined]) {
      const error = await errorOf(() => priceFor(cached, id))
      expect(error).toMatchObject({
        code: 'invalid_options',
        details: { errors: { priceList: expect.stringContaining('must ') } },
      })
    }
  })

  it.each([
    ['copies all fields', (options: CatalogCallOptions) => ({ ...options })],
    ['passes the other fields on', ({ signal: _, ...others }: CatalogCallOptions) => others],
  ])('accepts a catalog that %s, and gets no id that priceList leaves out', async (_, copy) => {
    const received: unknown[] = []
    const copying: CatalogPort = {
      findProducts: (_storeId, ids, options = call()) => {
        received.push(Object.keys(copy(options)))
        return ids.map((id) => ({ id, price: 1 }))
      },
    }
    const cached = cachedCatalog(copying, { priceList: ({ companyId = '' }) => companyId })
    await cached.findProducts('a', [1], call({ customer: guest, customerId: '7', companyId: 'c' }))
    const copied = received[0] as string[]
    expect(copied.filter((name) => name.endsWith('Id'))).toEqual(['companyId'])
  })

  it('passes the ids inside of a transaction of the host', async () => {
    const cached = cachedCatalog(catalog, { priceList: ({ customerId = '' }) => customerId })
    const inside = { ...call({ customerId: '7' }), client: {} }
    expect(await cached.findProducts('a', [1], inside)).toEqual([{ id: 1, price: 80 }])
    expect(await priceFor(cached)).toBe(100)
  })
})

describe('cachedCatalog, ids and scopes with any characters', () => {
  /** Few characters, among them all that keys are built with, so that collisions are likely. */
  const text = fc.string({ unit: fc.constantFrom('1', '2', ':', '"', 'a'), maxLength: 4 })
  const arbitraryCall = fc.record({
    storeId: text,
    id: fc.oneof(
      fc.integer({ min: 1, max: 22 }),
      text.filter((id) => id !== ''),
    ),
    currency: fc.option(text, { nil: undefined }),
    name: text,
  })

  it('never returns the product of another id, store, currency or price list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryCall, { minLength: 1, maxLength: 12 }), async (calls) => {
        const skuOf = (call: unknown) => JSON.stringify(call)
        const cached = cachedCatalog(
          {
            findProducts: (storeId, ids, call) =>
              ids.map((id) => {
                const { currency, customer } = call ?? {}
                const sku = skuOf([storeId, id, currency ?? null, customer?.name])
                return { id, price: 1, sku }
              }),
          },
          { priceList: ({ customer }) => String(customer?.name) },
        )
        const results = await Promise.all(
          calls.map(({ storeId, id, currency, name }) =>
            cached.findProducts(storeId, [id], call({ currency, customer: { name } })),
          ),
        )
        const expected = calls.map(({ storeId, id, currency, name }) => [
          { id, price: 1, sku: skuOf([storeId, id, currency ?? null, name]) },
        ])
        expect(results).toEqual(expected)
      }),
    )
  })

  it("keeps the number 118 and the string '118' apart", async () => {
    const cached = cachedCatalog({
      findProducts: (_, ids) => ids.map((id) => ({ id, price: typeof id === 'number' ? 1 : 2 })),
    })
    const [numbers, strings] = await Promise.all([
      cached.findProducts('a', [118]),
      cached.findProducts('a', ['118']),
    ])
    expect([numbers, strings]).toEqual([[{ id: 118, price: 1 }], [{ id: '118', price: 2 }]])
    expect(await cached.findProducts('a', ['118', 118])).toHaveLength(2)
  })
})
