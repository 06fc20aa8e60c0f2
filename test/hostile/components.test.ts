import { describe, expect, it } from 'vitest'
import { createQuoteEngine, memoryStorage } from '../../src/index.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import { errorOf } from '../engine/ports.js'

const context = { storeId: 's' }
const part = { id: 1, price: '1.00' }

/** Returns what the engine says of a catalog whose bundle has these fields. */
async function errorsOf(fields: object, others: readonly object[] = [part]) {
  const error = await errorOf(() => lineOf(fields, others))
  return { code: error.code, ...(error.details as { readonly errors: Record<string, string> }) }
}

async function lineOf(fields: object, others: readonly object[] = [part]) {
  const bundle = { id: 9, price: '5.00', ...fields }
  const engine = createQuoteEngine({
    storage: memoryStorage(),
    catalog: {
      findProducts: (_, ids) =>
        [bundle, ...others].filter(({ id }: { id?: unknown }) =>
          ids.includes(id as never),
        ) as never,
    },
  })
  const products = [{ id: 9, qty: 1 }]
  const { quote } = await engine.createQuote(context, { customer: {}, products })
  expect(verifyQuote(quote)).toEqual([])
  return quote.products[0]
}

const ofOne = (component: unknown) => ({ components: [component] })

describe('a catalog with hostile components', () => {
  it.each<readonly [what: string, fields: object, path: string]>([
    ['no array', { components: { length: 1 } }, '[0].components'],
    ['a string', { components: '1:1' }, '[0].components'],
    ['101 of them', { components: components(101) }, '[0].components'],
    ['a million of them', { components: new Array(1_000_000) }, '[0].components'],
    ['null', ofOne(null), '[0].components[0].id'],
    ['a number', ofOne(7), '[0].components[0].id'],
    ['the id 0', ofOne({ id: 0, qty: 1 }), '[0].components[0].id'],
    ['the id 1.5', ofOne({ id: 1.5, qty: 1 }), '[0].components[0].id'],
    ['an id with a NUL', ofOne({ id: 'a\0', qty: 1 }), '[0].components[0].id'],
    ['the id of the bundle', ofOne({ id: 9, qty: 1 }), '[0].components[0].id'],
    ['one id twice', { components: [...components(1), ...components(1)] }, '[0].components[1].id'],
    ...[0, -1, Number.NaN, 1e300, Number.POSITIVE_INFINITY, 0.0001, '1', null, undefined, {}].map(
      (qty) =>
        [`the quantity ${String(qty)}`, ofOne({ id: 1, qty }), '[0].components[0].qty'] as const,
    ),
    [
      'a mode of another name',
      { ...ofOne(part), componentPrices: 'toString' },
      '[0].componentPrices',
    ],
    [
      'a mode of another type',
      { ...ofOne(part), componentPrices: ['shown'] },
      '[0].componentPrices',
    ],
    ...[-1, 101, '95 %', Number.NaN, '12.34567', {}, true].map(
      (componentPercent) =>
        [
          `${String(componentPercent)} percent`,
          { ...ofOne({ id: 1, qty: 1 }), componentPrices: 'summed', componentPercent },
          '[0].componentPercent',
        ] as const,
    ),
    [
      'a percentage of hidden prices',
      { ...ofOne({ id: 1, qty: 1 }), componentPercent: 50 },
      '[0].componentPercent',
    ],
  ])('is rejected with %s', async (_, fields, path) => {
    const { code, errors } = await errorsOf(fields)
    expect(code).toBe('catalog_invalid_response')
    expect(Object.keys(errors)).toContain(path)
  })

  it('is rejected if their sum is no price', async () => {
    const dear = { id: 1, price: '100000000000' }
    const summed = { ...ofOne({ id: 1, qty: 2 }), componentPrices: 'summed' }
    expect(await errorsOf(summed, [dear])).toEqual({
      code: 'catalog_invalid_response',
      errors: { '[0].components': 'must have prices whose sum is at most 100000000000' },
    })
  })

  it('ends with products that are components of each other', async () => {
    const back = { id: 1, price: '2.00', components: [{ id: 9, qty: 1 }] }
    const line = await lineOf(ofOne({ id: 1, qty: 1 }), [back])
    expect(line?.components).toEqual([{ id: 1, qty: 1 }])
  })

  it('keeps names of prototypes as names', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    const line = await lineOf(
      { components: names.map((id) => ({ id, qty: 1 })) },
      names.map((id, index) => ({ id, price: '1.00', name: id, taxCode: names[index] })),
    )
    expect(line?.components?.map(({ id, tax_code: code }) => [id, code])).toEqual(
      names.map((name) => [name, name]),
    )
    expect(line?.tax_shares?.map(({ tax_code: code }) => code)).toEqual(names)
  })

  it('ignores other fields of components, and reads each once', async () => {
    let reads = 0
    const component = {
      id: 1,
      get qty() {
        reads += 1
        return reads
      },
      price: '0.01',
    }
    const line = await lineOf(ofOne(component))
    expect(line?.components).toEqual([{ id: 1, qty: 1 }])
    expect(reads).toBe(1)
  })

  it('takes the largest quantities and 100 tax codes', async () => {
    const all = components(100).map(({ id }) => ({ id, price: '0.0001', taxCode: `code ${id}` }))
    const line = await lineOf(
      { components: components(100).map((each) => ({ ...each, qty: 2 ** 53 - 1 })) },
      all,
    )
    expect(line?.tax_shares?.map(({ percent }) => percent)).toEqual(new Array(100).fill('1'))
  })
})

function components(count: number): readonly { id: number; qty: number }[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 100, qty: 1 }))
}

describe('an update with hostile components', () => {
  it.each([
    ['another list', [{ id: 1, qty: 2 }]],
    ['none', []],
    ['null', null],
    ['a string', 'x'.repeat(1_000_000)],
    ['1,000,000 of them', new Array(1_000_000).fill({ id: 1, qty: 1 })],
    ['a deep list', nested(5_000)],
  ])('is rejected with %s', async (_, sent) => {
    const catalog = {
      findProducts: (__: string, ids: readonly unknown[]) =>
        [{ id: 9, price: '5.00', components: [{ id: 1, qty: 1 }] }, part].filter(({ id }) =>
          ids.includes(id),
        ),
    }
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    const products = [{ id: 9, qty: 1 }]
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    for (const field of ['components', 'component_prices', 'tax_shares']) {
      const update = { products: [{ id: 9, [field]: sent }] }
      const error = await errorOf(() => engine.updateQuote(context, quoteId, update as never))
      expect(error.details).toEqual({
        errors: { [`products[0].${field}`]: expect.stringContaining('is that of the product') },
      })
    }
  })
})

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}
