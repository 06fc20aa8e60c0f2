import { expect, it } from 'vitest'
import { cachedCatalog } from '../../../src/catalog/cached/index.js'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import type { CatalogProduct } from '../../../src/quote/lines/catalog-product.js'
import type { ProductId } from '../../../src/quote/model/product-fields.js'
import { context, engineWith, errorOf } from '../../engine/ports.js'

/** Creates a cached catalog whose calls wait until the test responds. */
function createHeldCatalog() {
  const calls: (PortCallOptions & {
    readonly ids: readonly ProductId[]
    readonly respond: (products: readonly CatalogProduct[]) => void
  })[] = []
  const cached = cachedCatalog({
    findProducts: (_storeId, ids, call) =>
      new Promise((respond) => {
        calls.push({ ids, respond, signal: (call as PortCallOptions).signal })
      }),
  })
  const find = (ids: readonly number[], controller?: AbortController) => {
    const products = Promise.resolve(
      controller === undefined
        ? cached.findProducts('a', ids)
        : cached.findProducts('a', ids, { signal: controller.signal }),
    )
    products.catch(() => {})
    return products
  }
  return { cached, calls, find }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))
const reason = new Error('no longer needed')

it('cachedCatalog fetches again after a call timed out', async () => {
  const { cached, calls } = createHeldCatalog()
  const engine = engineWith({ catalog: cached, timeoutMs: 50 })
  const create = () => engine.createQuote(context, { customer: {}, products: [{ id: 2, qty: 1 }] })
  expect((await errorOf(create)).code).toBe('timeout')
  expect(calls[0]?.signal.reason).toMatchObject({ code: 'timeout' })
  const created = create()
  await soon()
  expect(calls).toHaveLength(2)
  calls[1]?.respond([{ id: 2, price: 7 }])
  expect((await created).quote.quote_total).toBe('7.00')
})

it('cachedCatalog passes a signal that aborts when all callers have aborted', async () => {
  const { calls, find } = createHeldCatalog()
  const [first, second] = [new AbortController(), new AbortController()]
  void find([2], first)
  void find([2, 4], second)
  await soon()
  expect(calls.map(({ ids }) => ids)).toEqual([[2, 4]])
  expect(calls[0]?.signal).toBeInstanceOf(AbortSignal)
  first.abort()
  expect(calls[0]?.signal.aborted).toBe(false)
  second.abort(reason)
  expect(calls[0]?.signal.reason).toBe(reason)
})

it('cachedCatalog never aborts a call that a caller without a signal waits for', async () => {
  const { calls, find } = createHeldCatalog()
  const controller = new AbortController()
  const products = find([2])
  void find([2], controller)
  await soon()
  controller.abort()
  expect(calls[0]?.signal.aborted).toBe(false)
  calls[0]?.respond([{ id: 2, price: 7 }])
  expect(await products).toEqual([{ id: 2, price: 7 }])
})

it('cachedCatalog rejects with the reason when the signal aborts', async () => {
  const { find } = createHeldCatalog()
  const controller = new AbortController()
  const products = find([2], controller)
  controller.abort(reason)
  await expect(products).rejects.toBe(reason)
})

it('cachedCatalog sends nothing if all callers abort at once, or before the call', async () => {
  const { calls, find } = createHeldCatalog()
  const controller = new AbortController()
  void find([2], controller)
  controller.abort(reason)
  await expect(find([2], controller)).rejects.toBe(reason)
  await soon()
  expect(calls).toEqual([])
})

it('cachedCatalog fetches again while other callers wait for a call that timed out', async () => {
  const { calls, find } = createHeldCatalog()
  const controller = new AbortController()
  void find([2], controller)
  const waiting = find([2], new AbortController())
  await soon()
  controller.abort()
  const next = find([2], new AbortController())
  await soon()
  expect(calls).toHaveLength(2)
  calls[1]?.respond([{ id: 2, price: 8 }])
  expect(await next).toEqual([{ id: 2, price: 8 }])
  calls[0]?.respond([{ id: 2, price: 7 }])
  expect(await waiting).toEqual([{ id: 2, price: 7 }])
  expect(await find([2])).toEqual([{ id: 2, price: 8 }])
})

it('cachedCatalog does not read the signal if all products are cached', async () => {
  const { cached, calls, find } = createHeldCatalog()
  const first = find([2])
  await soon()
  calls[0]?.respond([{ id: 2, price: 7 }])
  await first
  const call = {
    get signal(): AbortSignal {
      throw new Error('was read')
    },
  }
  expect(await cached.findProducts('a', [2], call)).toEqual([{ id: 2, price: 7 }])
})
