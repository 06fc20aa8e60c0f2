import { describe, expect, it } from 'vitest'
import type { FieldErrors, QuoteError } from '../../../src/errors.js'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import type { ShippingPort } from '../../../src/ports/shipping.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

/** Everything that a storage returns about `quote-1` and its store. */
async function contentOf(storage: StoragePort): Promise<string> {
  const ref = { kind: 'quote', id: 'quote-1' }
  const page = { limit: 100, maxBytes: 1_000_000 }
  const { storeId } = context
  return JSON.stringify([
    await storage.load(storeId, [ref]),
    await storage.listHistory(storeId, ref, { ...page, afterVersion: 0 }),
    await storage.listEvents(storeId, { ...page, afterPosition: 0 }),
  ])
}

type Engine = ReturnType<typeof engineWith>

/** A call that needs a port. */
export type PricedCall = (engine: Engine) => Promise<unknown>

export interface FailingPorts extends Pick<QuoteEngineOptions, 'timeoutMs' | 'pricing'> {
  readonly shipping?: ShippingPort
  readonly tax?: TaxPort
}

/**
 * Makes a call with ports that fail, and returns its error. Checks that nothing was stored, and
 * that the same call succeeds with ports that work.
 */
export async function failingCall(
  call: PricedCall,
  failing: FailingPorts,
  working: FailingPorts,
): Promise<QuoteError> {
  const storage = memoryStorage()
  await engineWith({ storage }).createQuote(context, request)
  const before = await contentOf(storage)
  const error = await errorOf(() => call(engineWith({ storage, ...failing })))
  expect(await contentOf(storage)).toBe(before)
  await call(engineWith({ storage, ...working }))
  return error
}

/** Returns the paths of the errors of a response. */
export function pathsOf(error: QuoteError): string[] {
  return Object.keys((error.details as { readonly errors: FieldErrors }).errors)
}

interface FailingPort {
  readonly name: 'shipping' | 'tax'
  /** The method of the port. */
  readonly method: string
  /** The calls that need the port, by their names. */
  readonly calls: readonly (readonly [name: string, call: PricedCall])[]
  /** A port that works. */
  readonly working: FailingPorts
}

/** Tests that no call stores anything if its port fails, and that errors say what failed. */
export function describeFailingPort({ name, method, calls, working }: FailingPort): void {
  const failWith = (call: PricedCall, respond: (...args: never[]) => unknown) =>
    failingCall(call, { [name]: { [method]: respond } }, working)

  describe.each(calls)(`%s, if the port ${name}`, (_, call) => {
    it.each(failures)(`%s, rejects with ${name}_failed`, async (__, fail) => {
      expect(await failWith(call, fail)).toMatchObject({
        code: `${name}_failed`,
        details: { operation: method },
      })
    })

    it.each<readonly [string, unknown]>([['returns garbage', 'none'], ...unreadable])(
      `%s, rejects with ${name}_invalid_response`,
      async (__, response) => {
        expect((await failWith(call, () => response)).code).toBe(`${name}_invalid_response`)
      },
    )

    it('never responds, rejects with timeout, and aborts its signal', async () => {
      let signal: AbortSignal | undefined
      const respond = (__: unknown, options: PortCallOptions) => {
        signal = options.signal
        return new Promise(() => {})
      }
      const failing = { [name]: { [method]: respond }, timeoutMs: 1 }
      expect(await failingCall(call, failing, working)).toMatchObject({
        code: 'timeout',
        details: { operation: `${name}.${method}` },
      })
      expect(signal?.aborted).toBe(true)
    })
  })
}

/** Responses of any port that is read, but cannot be. */
export const unreadable: readonly (readonly [name: string, response: unknown])[] = [
  [
    'a proxy that throws',
    new Proxy([], {
      get(_, property) {
        // A promise resolves with an object only if its `then` can be read.
        if (property === 'then') return undefined
        throw new Error('no')
      },
    }),
  ],
  ['an array whose element throws', Object.defineProperty([0], 0, { get: throwError })],
]

function throwError(): never {
  throw new Error('no')
}

/** Ways in which a port fails without a response. */
const failures: readonly (readonly [name: string, fail: () => never])[] = [
  ['throws', throwError],
  ['rejects', (() => Promise.reject(new Error('no'))) as () => never],
  [
    'throws undefined',
    () => {
      throw undefined
    },
  ],
  [
    'returns a thenable whose then throws',
    // biome-ignore lint/suspicious/noThenProperty: the test is about such objects
    (() => ({ then: throwError })) as unknown as () => never,
  ],
]
