import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { verifyQuote } from '../../src/quote/verify/verify-quote.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../engine/ports.js'
import { created } from '../quote/samples.js'

const more = 'has more errors; only the first 100 are listed'
const many = <T>(part: (index: number) => T) =>
  Array.from({ length: 1_000 }, (_, index) => part(index))
const unknownFields = Object.fromEntries(many((index) => [`field${index}`, 0]))

/** What stands in the errors of what a call rejects with, which must not be large. */
async function errorsOf(call: () => unknown, code = 'invalid_request') {
  const error = await errorOf(call)
  expect(error.code).toBe(code)
  expect(JSON.stringify([error.message, error.details]).length).toBeLessThan(2 ** 16)
  return (error.details as { readonly errors: Readonly<Record<string, string>> }).errors
}

const create = (part: object) =>
  errorsOf(() => engineWith().createQuote(context, { ...request, ...part } as never))

async function update(changes: unknown, limits = {}) {
  const engine = engineWith({ limits })
  const { quoteId } = await engine.createQuote(context, request)
  return errorsOf(() => engine.updateQuote(context, quoteId, changes as never))
}

const record = created()
const { value: quote } = record
const line = quote.products[0]
const readStored = (stored: unknown) => {
  const load = () => [{ ...record, value: stored }, undefined] as never
  const engine = engineWith({ storage: { ...memoryStorage(), load } })
  return errorsOf(() => engine.getQuote(context, record.id), 'storage_invalid_response')
}

describe('no more than 100 errors are listed, and that there are more is said,', () => {
  const rejected: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
    'of unknown fields in createQuote': () => create(unknownFields),
    'of unknown fields in a line': () =>
      create({ products: [{ id: 1, qty: 1, ...unknownFields }] }),
    'of lines in createQuote': () => create({ products: many(() => ({ id: 0, qty: 0 })) }),
    'of unknown products in createQuote': () =>
      create({ products: many((index) => ({ id: index + 10, qty: 1 })) }),
    'of unknown fields in updateQuote': () => update(unknownFields),
    'of lines in updateQuote': () =>
      update({ products: many(() => ({ id: 1, price: [], quote: -1 })) }),
    'of unknown products in updateQuote': () =>
      update({ products: many((index) => ({ id: index + 10, qty: 1 })) }),
    'of unknown line keys': () =>
      update({ products: many((index) => ({ key: `9-${index + 1}` })) }),
    'of discounts': () => update({ products: many(() => ({ id: 1, qty: 1, discount: 1_000 })) }),
    'of tags': () => update({ tag_list: many(() => 0) }, { maxTags: 1_000 }),
    'of the order of lines': () => update({ product_order: many(() => 0) }),
    'of customer fields': () =>
      update(
        { customer: Object.fromEntries(many((index) => [index, 0])) },
        { maxCustomerFields: 1_000 },
      ),
    'of a tag of the store': () =>
      errorsOf(() => engineWith().setTag(context, 'x', unknownFields as never)),
    'of the options of an engine': () =>
      errorsOf(() => engineWith(unknownFields as never), 'invalid_options'),
    'of the options of a call': () =>
      errorsOf(() => engineWith().listTags(context, unknownFields as never), 'invalid_options'),
    'of the products of a catalog': () => {
      const catalog = { findProducts: () => many(() => ({}) as never) }
      return errorsOf(
        () => engineWith({ catalog }).createQuote(context, request),
        'catalog_invalid_response',
      )
    },
    'of the lines of a quote that is loaded': () =>
      readStored({ ...quote, products: many(() => null) }),
    'of the customer of a quote that is loaded': () =>
      readStored({ ...quote, customer: Object.fromEntries(many((index) => [index, 0])) }),
  }

  it.each(Object.entries(rejected))('%s', async (_, call) => {
    const { '': ofWhole, ...listed } = await call()
    expect(ofWhole).toBe(more)
    expect(Object.keys(listed)).toHaveLength(100)
  })

  it('of the products of memoryCatalog, at the store', async () => {
    const create = () => memoryCatalog({ 'store-1': many(() => ({ id: 0, price: 1 })) })
    const { 'store-1': ofStore, ...listed } = await errorsOf(create, 'invalid_options')
    expect(ofStore).toBe(more)
    expect(Object.keys(listed)).toHaveLength(100)
  })

  it('of what verifyQuote finds in the shape, the lines, the keys and the order of a quote', () => {
    const broken = [
      { ...quote, products: many(() => null) },
      { ...quote, products: many(() => ({ ...line, price_total: 1, quote_total: '1.00' })) },
      { ...quote, products: many(() => ({ ...line, key: '1-1' })), product_order: ['1-1'] },
      {
        ...quote,
        products: many((index) => ({ ...line, key: `1-${index + 1}` })),
        product_order: many(() => '2-1'),
      },
      unknownFields,
    ]
    for (const value of broken) {
      const found = verifyQuote(value)
      expect(found).toHaveLength(101)
      expect(found.at(-1)).toEqual({ path: '', message: more })
    }
  })
})

describe('errors quote nothing at full length:', () => {
  const huge = 'x'.repeat(2 ** 20)

  it('names of fields', async () => {
    const path = `["${'x'.repeat(64)}…"]`
    expect(await create({ [huge]: 0 })).toEqual({
      [path]: expect.stringMatching(/^is not a known field/),
    })
    expect(await create({ customer: { [huge]: 0 } })).toHaveProperty([`customer${path}`])
    expect(await update({ products: [{ id: 1, [huge]: 0 }] })).toHaveProperty([
      `products[0]${path}`,
    ])
  })

  it('many names that are cut alike, which are one error', async () => {
    const fields = Object.fromEntries(many((index) => [`${'x'.repeat(64)}${index}`, 0]))
    expect(Object.keys(await create(fields))).toHaveLength(1)
  })

  it('names of control characters, lone surrogates and quotation marks', async () => {
    for (const character of ['\0', '\ud800', '"', '\\', '中']) {
      const fields = Object.fromEntries(many((index) => [`${index}${character.repeat(1_000)}`, 0]))
      expect(Object.keys(await create(fields))).toHaveLength(101)
      expect(
        Object.keys(await update({ customer: fields }, { maxCustomerFields: 1_000 })),
      ).toHaveLength(101)
    }
  })

  it('names of stores and of options', async () => {
    const catalog = () => memoryCatalog({ [huge]: [{ id: 0, price: 1 }] })
    expect(await errorsOf(catalog, 'invalid_options')).toEqual({
      [`["${'x'.repeat(64)}…"][0].id`]:
        'must be an integer of at least 1, or a string of 1 to 255 characters, ' +
        'received the number 0',
    })
    const engine = () => createQuoteEngine({ [huge]: 0 } as never)
    await errorsOf(engine, 'invalid_options')
  })

  it('line keys that an order lacks', () => {
    const key = `1-${'1'.repeat(100_000)}`
    const broken = { ...quote, products: [{ ...line, key }], product_order: [] }
    const message = `must have every line key; missing: 1-${'1'.repeat(62)}…`
    expect(verifyQuote(broken)).toEqual([{ path: 'product_order', message }])
  })

  it('line keys in requests, which have 64 characters at most', async () => {
    const key = 'k'.repeat(65)
    expect(await update({ products: [{ key }], product_order: [key] })).toEqual({
      'products[0].key': 'must have at most 64 characters',
      'product_order[0]': 'must have at most 64 characters',
    })
  })
})
