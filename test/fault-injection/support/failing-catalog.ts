import type { QuoteErrorCode } from '../../../src/errors.js'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import type { CatalogPort } from '../../../src/ports/catalog.js'

export interface CatalogFailure {
  /** The expected error code of the command, or undefined if the response is valid. */
  readonly code: QuoteErrorCode | undefined
  findProducts(id: number, call: PortCallOptions): unknown
}

const price = '12.5'
const cause = new Error('the catalog is down')
const fail = (): never => {
  throw cause
}

function respond(
  code: QuoteErrorCode | undefined,
  response: (id: number) => unknown,
): CatalogFailure {
  return { code, findProducts: response }
}

const invalid = (response: (id: number) => unknown) => respond('catalog_invalid_response', response)
const product = (fields: object) => invalid((id) => [{ id, price, ...fields }])

/** Settles as soon as the call is aborted. */
function late(end: (id: number) => unknown): CatalogFailure {
  return {
    code: 'timeout',
    findProducts: (id, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => {
          try {
            resolve(end(id))
          } catch (error) {
            reject(error)
          }
        })
      }),
  }
}

/** Returns a thenable that is not a Promise. */
const promiseLike = (then: (resolve: (value: unknown) => void) => void): object =>
  Object.defineProperty({}, 'then', { value: then })

/**
 * Returns an object that throws on every access except to `then`, so that promises can resolve to
 * it.
 */
const throwingProxy = (target: object) =>
  new Proxy(target, {
    get: (_, key) => (key === 'then' ? undefined : fail()),
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  })

export const failures = {
  hangs: { code: 'timeout', findProducts: () => new Promise(() => {}) },
  'responds after the timeout': late((id) => [{ id, price }]),
  'responds with a string after the timeout': late(() => 'products'),
  'rejects after the timeout': late(fail),
  throws: respond('catalog_failed', fail),
  'throws undefined': respond('catalog_failed', () => {
    throw undefined
  }),
  rejects: respond('catalog_failed', () => Promise.reject(cause)),
  'returns a thenable that throws': respond('catalog_failed', () => promiseLike(fail)),
  'returns a thenable that resolves twice': respond(undefined, (id) =>
    promiseLike((resolve) => {
      resolve([{ id, price }])
      resolve([])
      throw cause
    }),
  ),
  'returns a thenable that resolves': respond(undefined, (id) =>
    promiseLike((resolve) => queueMicrotask(() => resolve([{ id, price }]))),
  ),
  'returns a throwing proxy': respond('catalog_failed', () => new Proxy({}, { get: fail })),
  'omits the product': respond('invalid_request', () => []),
  'returns another product': respond('invalid_request', (id) => [{ id: id + 1, price }]),
  'returns an additional product': respond(undefined, (id) => [
    { id: id + 1, price },
    { id, price },
  ]),
  'returns an additional invalid product': invalid((id) => [
    { id, price },
    { id: id + 1, price: 'free' },
  ]),
  'returns a product twice': invalid((id) => [
    { id, price },
    { id, price: '1' },
  ]),
  'returns undefined': invalid(() => undefined),
  'returns an object': invalid((id) => ({ length: 1, 0: { id, price } })),
  'returns [null]': invalid(() => [null]),
  'returns a sparse array': invalid(() => new Array(1)),
  'returns no id': product({ id: undefined }),
  'returns a string id': invalid((id) => [{ id: String(id), price }]),
  'returns no price': product({ price: undefined }),
  'returns a negative price': product({ price: '-0.01' }),
  'returns an excessive price': product({ price: 1e300 }),
  'returns an infinite price': product({ price: Number.POSITIVE_INFINITY }),
  'returns NaN as price': product({ price: Number.NaN }),
  'returns an object as price': product({ price: { valueOf: () => 1 } }),
  'returns a negative sale price': product({ salePrice: -1 }),
  'returns a word as sale price': product({ salePrice: 'half' }),
  'returns a price getter that throws': invalid((id) => [
    Object.defineProperty({ id }, 'price', { get: fail }),
  ]),
  'returns a product that throws on access': invalid(() => [throwingProxy({})]),
  'returns an array that throws on access': invalid(async () => throwingProxy([])),
} as const satisfies Record<string, CatalogFailure>

export type FailureName = keyof typeof failures

/**
 * Returns a catalog of which each call requests one product, and fails as that product's id says.
 */
export function failingCatalog(failureOf: (id: number) => CatalogFailure | undefined): CatalogPort {
  return {
    findProducts(_storeId, ids, call) {
      const [id] = ids
      if (typeof id !== 'number' || call === undefined)
        throw new RangeError('expected a call with one number')
      const failure = failureOf(id)
      return (failure === undefined ? [{ id, price }] : failure.findProducts(id, call)) as never
    },
  }
}
