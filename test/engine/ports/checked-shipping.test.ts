import { describe, expect, it } from 'vitest'
import type { ShippingProvider } from '../../../src/ports/shipping.js'
import { memoryShipping } from '../../../src/shipping/memory.js'
import { context } from '../ports.js'
import { failingCall, failures, type PricedCall, pathsOf, unreadable } from './priced-quotes.js'

const calls: readonly (readonly [string, PricedCall])[] = [
  ['listShippingOptions', (engine) => engine.listShippingOptions(context, 'quote-1')],
  [
    'updateQuote',
    (engine) => engine.updateQuote(context, 'quote-1', { shipping: { type: 'standard' } }),
  ],
]
const [, updateQuote] = calls[1] as (typeof calls)[number]
const option = { type: 'standard', name: 'Standard', price: '4.90' }
const shipping = memoryShipping([option])

const failWith = (listOptions: ShippingProvider['listOptions'], call = updateQuote) =>
  failingCall(call, { shipping: { listOptions } }, { shipping })

describe.each(calls)('%s, if the shipping provider', (_, call) => {
  it.each(failures)('%s, rejects with shipping_failed, and stores nothing', async (__, fails) => {
    expect(await failWith(fails, call)).toMatchObject({
      code: 'shipping_failed',
      details: { operation: 'listOptions' },
    })
  })

  it('returns garbage, rejects with shipping_invalid_response', async () => {
    const error = await failWith(() => 'none' as never, call)
    expect([error.code, pathsOf(error)]).toEqual(['shipping_invalid_response', ['']])
  })

  it('never responds, rejects with timeout, aborts its signal, and stores nothing', async () => {
    let signal: AbortSignal | undefined
    const listOptions: ShippingProvider['listOptions'] = (__, options) => {
      signal = options.signal
      return new Promise(() => {})
    }
    const error = await failingCall(call, { shipping: { listOptions }, timeoutMs: 1 }, { shipping })
    expect(error).toMatchObject({ code: 'timeout', details: { operation: 'shipping.listOptions' } })
    expect(signal?.aborted).toBe(true)
  })
})

describe('a shipping response with', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['nothing', () => undefined, ''],
    ['an object', () => ({ standard: option }), ''],
    ['a million options', () => Array.from({ length: 1_000_000 }, () => option), ''],
    ['null', () => [null], '[0].type'],
    ['a reserved type', () => [{ ...option, type: 'no_additional' }], '[0].type'],
    ['a long type', () => [{ ...option, type: 'x'.repeat(65) }], '[0].type'],
    ['a type twice', () => [option, option], '[1].type'],
    ['no name', () => [{ ...option, name: undefined }], '[0].name'],
    ['a negative price', () => [{ ...option, price: -1 }], '[0].price'],
    ['a price of NaN', () => [{ ...option, price: Number.NaN }], '[0].price'],
    ['a price of Infinity', () => [{ ...option, price: Number.POSITIVE_INFINITY }], '[0].price'],
    ['a huge price', () => [{ ...option, price: '9'.repeat(40) }], '[0].price'],
    ['a fraction of a cent', () => [{ ...option, price: '1.005' }], '[0].price'],
    ['a tax code that is no string', () => [{ ...option, taxCode: {} }], '[0].taxCode'],
    [
      'an option whose fields are inherited by key',
      () => [JSON.parse('{"__proto__":{"type":"a"}}')],
      '[0].type',
    ],
  ])('%s is rejected, and the field is named', async (_, respond, path) => {
    const error = await failWith(respond as never)
    expect(error.code).toBe('shipping_invalid_response')
    expect(pathsOf(error)).toContain(path)
  })

  it.each(unreadable)('%s is rejected, and nothing is stored', async (_, response) => {
    const error = await failWith(() => response as never)
    expect(error.code).toBe('shipping_invalid_response')
  })
})
