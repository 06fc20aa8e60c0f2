import type { QuoteErrorCode } from '../../src/errors.js'
import type { PortCallOptions } from '../../src/ports/call-options.js'
import type { Catalog } from '../../src/ports/catalog.js'

export interface Fault {
  /** What becomes of the command; undefined where the answer is to be used as it is. */
  readonly code: QuoteErrorCode | undefined
  findProducts(id: number, call: PortCallOptions): unknown
}

const price = '12.5'
const cause = new Error('the catalog is down')
const fail = (): never => {
  throw cause
}

function answered(code: QuoteErrorCode | undefined, answer: (id: number) => unknown): Fault {
  return { code, findProducts: answer }
}

const lie = (answer: (id: number) => unknown) => answered('catalog_invalid_response', answer)
const product = (fields: object) => lie((id) => [{ id, price, ...fields }])

/** Comes to its end as soon as nobody waits for it any more. */
function late(end: (id: number) => unknown): Fault {
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

/** What can be awaited, and is no promise. */
const promiseLike = (then: (resolve: (answer: unknown) => void) => void): object =>
  Object.defineProperty({}, 'then', { value: then })

/** An object that throws at whatever is done with it, `then` excepted, so that it can be the answer of a promise. */
const thorns = (answer: object) =>
  new Proxy(answer, {
    get: (_, key) => (key === 'then' ? undefined : fail()),
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  })

export const faults = {
  hangs: { code: 'timeout', findProducts: () => new Promise(() => {}) },
  'answers too late': late((id) => [{ id, price }]),
  'answers nonsense too late': late(() => 'products'),
  'rejects too late': late(fail),
  throws: answered('catalog_failed', fail),
  'throws nothing': answered('catalog_failed', () => {
    throw undefined
  }),
  rejects: answered('catalog_failed', () => Promise.reject(cause)),
  'gives a promise that throws': answered('catalog_failed', () => promiseLike(fail)),
  'gives a promise that answers twice': answered(undefined, (id) =>
    promiseLike((resolve) => {
      resolve([{ id, price }])
      resolve([])
      throw cause
    }),
  ),
  'gives a promise of its own kind': answered(undefined, (id) =>
    promiseLike((resolve) => queueMicrotask(() => resolve([{ id, price }]))),
  ),
  'gives a promise of thorns': answered('catalog_failed', () => new Proxy({}, { get: fail })),
  'leaves the product out': answered('invalid_request', () => []),
  'gives another product': answered('invalid_request', (id) => [{ id: id + 1, price }]),
  'gives more than was asked for': answered(undefined, (id) => [
    { id: id + 1, price },
    { id, price },
  ]),
  'gives unsound products besides': lie((id) => [
    { id, price },
    { id: id + 1, price: 'free' },
  ]),
  'gives a product twice': lie((id) => [
    { id, price },
    { id, price: '1' },
  ]),
  'gives nothing': lie(() => undefined),
  'gives an object': lie((id) => ({ length: 1, 0: { id, price } })),
  'gives null': lie(() => [null]),
  'gives a hole': lie(() => new Array(1)),
  'gives no id': product({ id: undefined }),
  'gives an id of text': lie((id) => [{ id: String(id), price }]),
  'gives no price': product({ price: undefined }),
  'gives a negative price': product({ price: '-0.01' }),
  'gives an absurd price': product({ price: 1e300 }),
  'gives an endless price': product({ price: Number.POSITIVE_INFINITY }),
  'gives a price that is no number': product({ price: Number.NaN }),
  'gives a price of thin air': product({ price: { valueOf: () => 1 } }),
  'gives a negative sale price': product({ salePrice: -1 }),
  'gives a sale price of text': product({ salePrice: 'half' }),
  'gives a price that throws': lie((id) => [Object.defineProperty({ id }, 'price', { get: fail })]),
  'gives a product of thorns': lie(() => [thorns({})]),
  'gives products of thorns': lie(async () => thorns([])),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

/** A catalog that is asked for one product at a time, and has the fault that stands at its id, if any. */
export function faultyCatalog(faultAt: (id: number) => Fault | undefined): Catalog {
  return {
    findProducts(_storeId, ids, call) {
      const [id] = ids
      if (id === undefined || call === undefined) throw new RangeError('asked for nothing')
      const fault = faultAt(id)
      return (fault === undefined ? [{ id, price }] : fault.findProducts(id, call)) as never
    },
  }
}
