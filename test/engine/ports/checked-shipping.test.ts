import { describe, expect, it } from 'vitest'
import type { ShippingPort } from '../../../src/ports/shipping.js'
import { memoryShipping } from '../../../src/shipping/memory.js'
import { context } from '../ports.js'
import { describeFailingPort, failingCall, type PricedCall, pathsOf } from './priced-quotes.js'

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

const failWith = (listShippingOptions: ShippingPort['listShippingOptions']) =>
  failingCall(updateQuote, { shipping: { listShippingOptions: listShippingOptions } }, { shipping })

describeFailingPort({
  name: 'shipping',
  method: 'listShippingOptions',
  calls,
  working: { shipping },
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
})
