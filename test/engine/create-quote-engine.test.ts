import { describe, expect, it } from 'vitest'
import { createQuoteEngine } from '../../src/engine/create-quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { catalog, context, countingCatalog, engineWith, errorOf, request } from './ports.js'

const colours = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

describe('createQuote', () => {
  it('stores the quote that it gives', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    expect(record).toMatchObject({
      storeId: 'store-1',
      quoteId: 'quote-1',
      version: 1,
      updated: 1_001,
      quote: { quote_total: '20.00', created: 1_001 },
    })
    expect(await engine.getQuote(context, 'quote-1')).toEqual(record)
  })

  it("takes the prices of the caller's own store", async () => {
    const record = await engineWith().createQuote({ storeId: 'store-2' }, request)
    expect(record.quote.quote_total).toBe('40.00')
  })

  it('makes ids of its own, which are UUIDs of version 7 in the order of creation', async () => {
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    const { quoteId: first } = await engine.createQuote(context, request)
    const { quoteId: second } = await engine.createQuote(context, request)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first < second).toBe(true)
  })

  it('asks the catalog once, for each product once', async () => {
    const { catalog, asked } = countingCatalog()
    const products = [1, 2, 1, 2].map((id) => ({ id, qty: 1 }))
    await engineWith({ catalog }).createQuote(context, { customer: {}, products })
    expect(asked).toEqual([[1, 2]])
  })

  it('does not ask the catalog for a request that is refused', async () => {
    const { catalog, asked } = countingCatalog()
    await errorOf(() => engineWith({ catalog }).createQuote(context, { ...request, products: [] }))
    expect(asked).toEqual([])
  })
})

describe('updateQuote', () => {
  it('stores the next version', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const record = await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect(record).toMatchObject({ version: 2, updated: 1_002, quote: { tags: ['vip'] } })
    expect(await engine.getQuote(context, quoteId)).toMatchObject(record)
  })

  it('gives the stored record where nothing changes', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    expect(await engine.updateQuote(context, record.quoteId, {})).toEqual(record)
  })

  it('does not ask the catalog where there is no new product', async () => {
    const { catalog, asked } = countingCatalog()
    const engine = engineWith({ catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 9 }], tag_list: ['a'] })
    expect(asked).toEqual([[1]])
  })

  it('asks the catalog once, for the new products alone', async () => {
    const { catalog, asked } = countingCatalog()
    const engine = engineWith({ catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 1 }, { id: 2, qty: 1 }] })
    expect(asked).toEqual([[1], [2]])
  })

  it.each([
    ['unknown', context, 'quote-9'],
    ["another store's", { storeId: 'store-2' }, 'quote-1'],
    ['empty', context, ''],
    ['overlong', context, 'x'.repeat(256), `${'x'.repeat(64)}…`],
    ['1 MiB long', context, 'x'.repeat(2 ** 20), `${'x'.repeat(64)}…`],
  ])('finds no quote of an id that is %s', async (_, caller, quoteId, shown = quoteId) => {
    const engine = engineWith()
    await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(caller, quoteId, {}))
    expect(error).toMatchObject({ code: 'quote_not_found', details: { quoteId: shown } })
  })
})

describe('expectedVersion', () => {
  it('lets an update of that version through', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 1 }
    const record = await engine.updateQuote(context, quoteId, { tag_list: ['a'] }, options)
    expect(record.version).toBe(2)
  })

  it.each([{ tag_list: ['a'] }, {}])('refuses %j made on another version', async (changes) => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 2 }
    const error = await errorOf(() => engine.updateQuote(context, quoteId, changes, options))
    expect(error).toMatchObject({
      code: 'version_mismatch',
      details: { quoteId, expectedVersion: 2, currentVersion: 1 },
    })
    expect((await engine.getQuote(context, quoteId)).version).toBe(1)
  })

  it.each([[0], [1.5], ['1'], [null], [-1]])('is refused as %j', async (expectedVersion) => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion } as never
    const error = await errorOf(() => engine.updateQuote(context, quoteId, {}, options))
    expect(error).toMatchObject({
      code: 'invalid_options',
      details: {
        errors: {
          expectedVersion: `must be an integer of at least 1, but was ${JSON.stringify(expectedVersion)}`,
        },
      },
    })
  })

  it('is noticed where it is misspelt', async () => {
    const options = { version: 1 } as never
    const error = await errorOf(() => engineWith().updateQuote(context, 'q', {}, options))
    expect(error.details).toEqual({ errors: { version: 'is not a known field' } })
  })
})

describe('getQuote', () => {
  it('shows the tags of the quote that the store has', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip', 'unknown'] })
    const tag = await engine.setTag(context, 'vip', colours)
    expect((await engine.getQuote(context, quoteId)).visibleTags).toEqual([tag])
  })

  it("does not find another store's quote", async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const error = await errorOf(() => engine.getQuote({ storeId: 'store-2' }, quoteId))
    expect(error.code).toBe('quote_not_found')
  })
})

describe('the tags of a store', () => {
  it('are listed by name, in the order in which they were first set', async () => {
    const engine = engineWith()
    for (const name of ['vip', 'new', 'vip']) await engine.setTag(context, name, colours)
    const tags = await engine.listTags(context)
    expect(Object.keys(tags)).toEqual(['vip', 'new'])
    expect(tags.vip).toEqual({ ...colours, label: 'vip', value: 'vip' })
  })

  it('are those of the store alone', async () => {
    const engine = engineWith()
    await engine.setTag(context, 'vip', colours)
    expect(await engine.listTags({ storeId: 'store-2' })).toEqual({})
    expect(await engine.removeTag({ storeId: 'store-2' }, 'vip')).toBe(false)
    expect(Object.keys(await engine.listTags(context))).toEqual(['vip'])
  })

  it('can be removed, once, and stay on the quotes', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    await engine.setTag(context, 'vip', colours)
    expect(await engine.removeTag(context, 'vip')).toBe(true)
    expect(await engine.removeTag(context, 'vip')).toBe(false)
    const shown = await engine.getQuote(context, quoteId)
    expect(shown.quote.tags).toEqual(['vip'])
    expect('visibleTags' in shown).toBe(false)
  })

  it.each([[''], [5], [null], ['x'.repeat(300)]])('have none called %j to remove', async (name) => {
    expect(await engineWith().removeTag(context, name as never)).toBe(false)
  })
})

it('every method works without its object', async () => {
  const { createQuote, updateQuote, getQuote, listTags, setTag, removeTag } = engineWith()
  const { quoteId } = await createQuote(context, request)
  await updateQuote(context, quoteId, { tag_list: ['vip'] })
  await setTag(context, 'vip', colours)
  expect((await getQuote(context, quoteId)).visibleTags).toHaveLength(1)
  expect(Object.keys(await listTags(context))).toEqual(['vip'])
  expect(await removeTag(context, 'vip')).toBe(true)
})

it('every result is frozen all the way down', async () => {
  const engine = engineWith()
  const record = await engine.createQuote(context, request)
  const updated = await engine.updateQuote(context, record.quoteId, { tag_list: ['vip'] })
  const tag = await engine.setTag(context, 'vip', colours)
  const shown = await engine.getQuote(context, record.quoteId)
  for (const result of [record, updated, tag, shown, await engine.listTags(context)])
    expectFrozen(result)
})

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(Object.isFrozen(value)).toBe(true)
  for (const element of Object.values(value)) expectFrozen(element)
}
