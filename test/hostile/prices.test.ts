import { describe, expect, it } from 'vitest'
import { credentials, quotes, request, sampleApp } from '../http/sample-app.js'

const custom = { name: 'Trade-in', price: '-5.00', qty: 1 }
const charge = { label: 'Fee', type: 'amount', value: '1.00' }
const proto = (fields: object) => JSON.parse(JSON.stringify(fields).replace('"own"', '"__proto__"'))

/** What is sent, and the fields that the errors name. */
const invalid: readonly (readonly [what: string, body: object, fields: readonly string[]])[] = [
  ...[1e9, '1e9', '1000.0001', -1, 'NaN', null, {}, [1], true].map(
    (value) =>
      [
        `a charge of ${JSON.stringify(value)} percent`,
        { charges: [{ ...charge, type: 'percent', value }] },
        ['charges[0].value'],
      ] as const,
  ),
  ...['-1.00', '1.001', 1e300, ' 1', '0x10', ''].map(
    (value) =>
      [
        `a charge of ${JSON.stringify(value)}`,
        { charges: [{ ...charge, value }] },
        ['charges[0].value'],
      ] as const,
  ),
  ['a charge without a label', { charges: [{ type: 'amount', value: 1 }] }, ['charges[0].label']],
  ['a charge of another type', { charges: [{ ...charge, type: 'each' }] }, ['charges[0].type']],
  [
    'a charge of a line that the quote does not have',
    { charges: [{ ...charge, lines: ['9-9'] }] },
    ['charges[0].lines[0]'],
  ],
  [
    'a charge of the key __proto__',
    { charges: [{ ...charge, key: '__proto__' }] },
    ['charges[0].key'],
  ],
  [
    'a charge with a field __proto__',
    { charges: [proto({ ...charge, own: { value: 1 } })] },
    ['charges[0].__proto__'],
  ],
  ['a charge with an amount', { charges: [{ ...charge, amount: '0.01' }] }, ['charges[0].amount']],
  ['charges that are nested deeply', { charges: nested(2_000) }, ['charges[0]']],
  [
    'a discount on taxes',
    { discounts: [{ type: 'percent', value: 1, on: 'taxes' }] },
    ['discounts[0].on'],
  ],
  [
    'a discount on shipping and on lines',
    { discounts: [{ type: 'percent', value: 1, on: 'shipping', lines: ['1-1'] }] },
    ['discounts[0].lines'],
  ],
  ...[0, -1, 1e10, 0.0001, '100', Number.MAX_VALUE, []].map(
    (per) =>
      [
        `a price per ${JSON.stringify(per)}`,
        { products: [{ ...custom, price: 1, price_quantity: per }] },
        ['products[0].price_quantity'],
      ] as const,
  ),
  ['a line of −10¹² ', { products: [{ ...custom, price: -1e12 }] }, ['products[0].price']],
  ['a line of −0.001', { products: [{ ...custom, price: '-0.001' }] }, ['products[0].price']],
  [
    'a line below 0 at a price above it',
    { products: [{ ...custom, quote: '1.00' }] },
    ['products[0].quote'],
  ],
  [
    'a line above 0 at a price below it',
    { products: [{ ...custom, price: 1, quote: '-1.00' }] },
    ['products[0].quote'],
  ],
  ...[{ interval: 'decade' }, { interval: 'month', count: 0 }, { count: 2 }, 'month', [], 1].map(
    (billing) =>
      [
        `billing of ${JSON.stringify(billing)}`,
        { products: [{ ...custom, price: 1, billing }] },
        [expect.stringMatching(/^products\[0\]\.billing/)],
      ] as const,
  ),
  ['a currency of two', { currency: ['EUR', 'USD'] }, ['currency']],
]

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

describe('POST and PUT of quotes with invalid prices', () => {
  it.each(invalid)('reject %s, name its field and store nothing', async (_, body, fields) => {
    const { send, sendJson } = sampleApp()
    const created = await sendJson('POST', quotes, { ...request, ...body })
    expect(created.status).toBe(422)
    expect(Object.keys(created.body.errors)).toEqual(fields)
    const { body: stored } = await send('GET', quotes, { headers: credentials })
    expect(stored.quotes).toEqual([])
    if ('currency' in body) return
    const { body: quote } = await sendJson('POST', quotes, request)
    const path = `${quotes}/${quote.quote_id}`
    const updated = await sendJson('PUT', path, body)
    expect(updated.status).toBe(422)
    const read = await send('GET', path, { headers: credentials })
    expect(read.headers.get('etag')).toBe('"1"')
  })
})
