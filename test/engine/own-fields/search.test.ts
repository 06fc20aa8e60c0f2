import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'
import { errorOf } from '../ports.js'
import { shopWith } from './shop.js'

const fields = {
  quote: {
    region: { search: true },
    rank: { schema: z.number(), search: true },
    isUrgent: { search: true },
    project: {},
    team: { internal: true, search: true },
  },
  line: { color: { search: true } },
  customer: { segment: { search: true } },
} as const

const quotes = {
  west: {
    customer: { segment: 'trade' },
    fields: { region: 'west', rank: 1, isUrgent: true },
    internal_fields: { team: 'a' },
    colors: ['red', 'blue'],
  },
  east: {
    customer: { segment: 'retail' },
    fields: { region: 'east', rank: -2.5, project: 'west' },
    internal_fields: { team: 'b' },
    colors: ['red'],
  },
  none: { customer: {}, fields: { region: { code: 'west' } }, internal_fields: {}, colors: [] },
}

let stores = 0

describeOnEveryStorage('listQuotes by own fields', (opened) => {
  /** Returns a function that finds the names of quotes. */
  const filled = async () => {
    stores += 1
    const { storage } = opened()
    const shop = shopWith({ storage, fields })
    const seller = { storeId: `search-${stores}`, role: 'seller' } as const
    const names = new Map<string, string>()
    for (const [name, { colors, ...quote }] of Object.entries(quotes)) {
      const lines = [undefined, ...colors].map((color) => ({
        name: 'Desk',
        price: 1,
        qty: 1,
        ...(color !== undefined && { fields: { color } }),
      }))
      const { quoteId } = await shop.createQuote(seller, { ...quote, products: lines })
      names.set(quoteId, name)
    }
    const find = async (filter: Parameters<typeof shop.listQuotes>[1]) => {
      const { items } = await shop.listQuotes(seller, { order: 'oldest', ...filter })
      const { count } = await shop.countQuotes(seller, { fields: filter?.fields })
      expect(count).toBe(items.length)
      return items.map(({ quoteId }) => names.get(quoteId))
    }
    return {
      shop,
      seller,
      find,
      storage,
      idOf: (name: string) => [...names].find(([, each]) => each === name)?.[0] ?? '',
    }
  }

  it('finds exact values of quotes, lines and customers', async () => {
    const { find } = await filled()
    expect(await find({ fields: { region: 'west' } })).toEqual(['west'])
    expect(await find({ fields: { region: ['west', 'east'] } })).toEqual(['west', 'east'])
    expect(await find({ fields: { region: 'we' } })).toEqual([])
    expect(await find({ fields: { rank: -2.5 } })).toEqual(['east'])
    expect(await find({ fields: { isUrgent: true } })).toEqual(['west'])
    expect(await find({ fields: { color: 'red' } })).toEqual(['west', 'east'])
    expect(await find({ fields: { segment: 'trade' } })).toEqual(['west'])
    expect(await find({ fields: { team: 'b' } })).toEqual(['east'])
    expect(await find({ fields: { region: ['west', 'east'], color: 'blue' } })).toEqual(['west'])
    expect(await find({ fields: {} })).toEqual(['west', 'east', 'none'])
  })

  it('finds what was changed, and not what it was before', async () => {
    const { shop, seller, find, idOf } = await filled()
    await shop.updateQuote(seller, idOf('west'), { fields: { region: 'north', rank: null } })
    expect(await find({ fields: { region: 'west' } })).toEqual([])
    expect(await find({ fields: { region: 'north' } })).toEqual(['west'])
    expect(await find({ fields: { rank: 1 } })).toEqual([])
    await shop.deleteQuote(seller, idOf('west'))
    expect(await find({ fields: { region: 'north' } })).toEqual([])
    await shop.restoreQuote(seller, idOf('west'))
    expect(await find({ fields: { region: 'north' } })).toEqual(['west'])
  })

  it('pages with a cursor that belongs to the filter', async () => {
    const { shop, seller } = await filled()
    const filter = { fields: { color: ['red'], region: ['west', 'east'] }, limit: 1 }
    const { next } = await shop.listQuotes(seller, filter)
    const same = { fields: { region: ['east', 'west'], color: 'red' }, limit: 1, after: next }
    expect((await shop.listQuotes(seller, same)).items).toHaveLength(1)
    const other = { fields: { region: ['east', 'west'] }, after: next }
    expect(await errorOf(() => shop.listQuotes(seller, other))).toMatchObject({
      details: { errors: { after: expect.stringContaining('same filter') } },
    })
  })

  it('finds stored quotes by a field after rebuildSearch with its declaration', async () => {
    const { shop, seller, storage, idOf } = await filled()
    const { rebuildSearch } = storage as Partial<RebuildableStorage>
    const project = { quote: { project: { search: true } } } as const
    const changed = shopWith({ storage, fields: project })
    const find = async () =>
      (await changed.listQuotes(seller, { fields: { project: 'west' } })).items.length
    expect(await find()).toBe(0)
    // Changed with another declaration than before, and not yet rebuilt.
    await changed.updateQuote(seller, idOf('east'), { fields: { project: 'south' } })
    await changed.updateQuote(seller, idOf('east'), { fields: { project: 'west' } })
    expect(await find()).toBe(1)
    if (rebuildSearch === undefined) return
    await rebuildSearch.call(storage, { fields })
    expect(await find()).toBe(0)
    const filter = { fields: { region: 'east' } }
    expect((await shop.listQuotes(seller, filter)).items).toHaveLength(1)
    await rebuildSearch.call(storage, { fields: project })
    expect(await find()).toBe(1)
    expect((await shop.listQuotes(seller, filter)).items).toHaveLength(0)
    const invalid = { fields: { qoute: {} } } as never
    const error = await errorOf(() => rebuildSearch.call(storage, invalid))
    expect(error).toMatchObject({ code: 'invalid_options' })
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual(['fields.qoute'])
  })
})

interface RebuildableStorage {
  rebuildSearch(options?: { readonly fields?: object }): Promise<void>
}

describe('a filter of own fields', () => {
  const shop = shopWith({ storage: memoryStorage(), fields })
  const seller = { storeId: 'store-1', role: 'seller' } as const

  it.each([
    [{ regoin: 'x' }, 'fields.regoin', 'is not a searched field; did you mean region?'],
    [
      { project: 'x' },
      'fields.project',
      expect.stringContaining('is not a searched field; known: region'),
    ],
    [JSON.parse('{"__proto__":"x"}'), 'fields.__proto__', expect.stringContaining('is not a')],
    [{ constructor: 'x' }, 'fields.constructor', expect.stringContaining('is not a')],
    [{ region: '' }, 'fields.region', expect.stringContaining('must be a string of 1 to 255')],
    [{ region: { a: 1 } }, 'fields.region', expect.stringContaining('must be a string of 1 to')],
    [{ region: null }, 'fields.region', expect.stringContaining('must be a string of 1 to 255')],
    [{ region: [] }, 'fields.region', 'must have 1 to 100 values'],
    [{ rank: Number.NaN }, 'fields.rank', expect.stringContaining('must be a string of 1 to 255')],
    ['west', 'fields', expect.stringContaining('must be an object of values by name')],
    [[], 'fields', expect.stringContaining('must be an object of values by name')],
  ])('rejects %j', async (filter, path, message) => {
    for (const call of [
      () => shop.listQuotes(seller, { fields: filter as never }),
      () => shop.countQuotes(seller, { fields: filter as never }),
    ])
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_request',
        details: { errors: { [path]: message } },
      })
  })

  it('of a buyer does not know those for the store only', async () => {
    const list = () => shop.listQuotes({ ...seller, role: 'buyer' }, { fields: { team: 'a' } })
    const { details } = await errorOf(list)
    expect(details).toEqual({
      errors: {
        'fields.team':
          'is not a searched field; known: region, rank, isUrgent, segment, color; ' +
          'declare it with search: true',
      },
    })
  })
})
