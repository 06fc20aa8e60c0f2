import { describe, expect, it } from 'vitest'
import { describeValue } from '../../../../src/validation/describe-value.js'
import { context, countingCatalog, engineWith, errorOf, request } from '../../ports.js'

describe('updateQuote', () => {
  it('stores the next version', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const record = await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    expect(record).toMatchObject({ version: 2, updated: 1_002, quote: { tags: ['vip'] } })
    expect(await engine.getQuote(context, quoteId)).toMatchObject(record)
  })

  it('returns the stored record if nothing changes', async () => {
    const engine = engineWith()
    const record = await engine.createQuote(context, request)
    expect(await engine.updateQuote(context, record.quoteId, {})).toEqual(record)
  })

  it('gives a line without a product no price of another one', async () => {
    const engine = engineWith()
    const assembly = { name: 'Assembly', price: '45.00', quote: '40.00', qty: 1, note: 'Tuesday' }
    const { quoteId } = await engine.createQuote(context, { customer: {}, products: [assembly] })
    const van = { id: 0, name: 'Van', price: '20.00', qty: 1 }
    const { quote } = await engine.updateQuote(context, quoteId, { products: [van] })
    expect(quote.products[0]).toMatchObject({ name: 'Van', price: 20, quote: '20.00' })
    expect(quote.products[0]?.note).toBeUndefined()
  })

  it('ends a target for two lines if one of them is removed', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, {
      customer: {},
      products: [
        { id: 1, qty: 1 },
        { id: 2, qty: 1 },
      ],
      discounts: [{ type: 'target', value: '150.00', lines: ['1-1', '1-2'] }],
    })
    const changes = { product_changes: [{ key: '1-2', remove: true }] }
    const { quote } = await engine.updateQuote(context, quoteId, changes)
    expect(quote.discounts).toBeUndefined()
    expect(quote.quote_total).toBe('10.00')
  })

  it('does not call the catalog if no product is new', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 1, qty: 9 }], tag_list: ['a'] })
    expect(requestedIds).toEqual([[1]])
  })

  it('calls the catalog once, with the ids of new products', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ catalog })
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { products: [{ id: 1 }, { id: 2, qty: 1 }] })
    expect(requestedIds).toEqual([[1], [2]])
  })

  it.each([
    ['unknown', context, 'quote-9'],
    ["another store's", { storeId: 'store-2' }, 'quote-1'],
    ['empty', context, ''],
    ['overlong', context, 'x'.repeat(256), `${'x'.repeat(64)}…`],
    ['1 MiB long', context, 'x'.repeat(2 ** 20), `${'x'.repeat(64)}…`],
  ])('rejects a quote id that is %s', async (_, caller, quoteId, shown = quoteId) => {
    const engine = engineWith()
    await engine.createQuote(context, request)
    const error = await errorOf(() => engine.updateQuote(caller, quoteId, {}))
    expect(error).toMatchObject({ code: 'quote_not_found', details: { quoteId: shown } })
  })
})

describe('updateQuote with expectedVersion', () => {
  it('updates that version', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    const options = { expectedVersion: 1 }
    const record = await engine.updateQuote(context, quoteId, { tag_list: ['a'] }, options)
    expect(record.version).toBe(2)
  })

  it.each([{ tag_list: ['a'] }, {}])('rejects %j if another version is stored', async (changes) => {
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

  it.each([[0], [1.5], ['1'], [null], [-1]])(
    'rejects the expectedVersion %j',
    async (expectedVersion) => {
      const engine = engineWith()
      const { quoteId } = await engine.createQuote(context, request)
      const options = { expectedVersion } as never
      const error = await errorOf(() => engine.updateQuote(context, quoteId, {}, options))
      expect(error).toMatchObject({
        code: 'invalid_options',
        details: {
          errors: {
            expectedVersion: `must be an integer of at least 1, received ${describeValue(expectedVersion)}`,
          },
        },
      })
    },
  )

  it('rejects a misspelled option', async () => {
    const options = { version: 1 } as never
    const error = await errorOf(() => engineWith().updateQuote(context, 'q', {}, options))
    expect(error.details).toEqual({
      errors: { version: expect.stringMatching(/^is not a known field/) },
    })
  })
})

describe('updateQuote with the limit maxVersions', () => {
  it('rejects a change beyond it and stores nothing', async () => {
    const engine = engineWith({ limits: { maxVersions: 2 } })
    const { quoteId } = await engine.createQuote(context, request)
    const second = await engine.updateQuote(context, quoteId, { tag_list: ['a'] })
    const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['b'] }))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: { '': 'has reached its maximum of 2 versions: create a new quote instead' },
      },
    })
    expect(await engine.getQuote(context, quoteId)).toEqual(second)
    expect(await engine.updateQuote(context, quoteId, { tag_list: ['a'] })).toEqual(second)
  })

  it('allows any number of versions by default', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    for (let version = 2; version <= 300; version += 1)
      await engine.updateQuote(context, quoteId, { tag_list: [`${version}`] })
    expect((await engine.getQuote(context, quoteId)).version).toBe(300)
  })
})
