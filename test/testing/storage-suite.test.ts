import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { QuoteRecord } from '../../src/quote/quote.js'
import { memoryStorage } from '../../src/storage/memory.js'
import { storageSuite } from '../../src/testing/storage-suite.js'
import { failingCases } from './suite-outcomes.js'

/** What the suite says of a storage that is sound but for what is replaced. */
function outcomeOf(broken: (sound: QuoteStorage) => Partial<QuoteStorage>) {
  return failingCases((testFunctions) =>
    storageSuite(testFunctions, () => {
      const sound = memoryStorage()
      const storage = { ...sound, ...broken(sound) }
      return { storage, reopen: () => storage }
    }),
  )
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value))

describe('storageSuite', () => {
  it('passes a sound storage', async () => {
    expect(await outcomeOf(() => ({}))).toEqual({ failing: [], total: 24 })
  })

  it('fails a storage that loses a field', async () => {
    const { failing } = await outcomeOf(({ load }) => ({
      async load(storeId, quoteId) {
        const record = await load(storeId, quoteId)
        if (record === undefined) return undefined
        const { city: _lost, ...customer } = record.quote.customer
        return { ...record, quote: { ...record.quote, customer } }
      },
    }))
    expect(failing).toContain('a record comes back as it was committed, to the byte')
  })

  it('fails a storage that ignores the version', async () => {
    const { failing } = await outcomeOf(() => {
      const records = new Map<string, QuoteRecord>()
      return {
        load: (storeId, quoteId) => records.get(JSON.stringify([storeId, quoteId])),
        commit({ record }) {
          records.set(JSON.stringify([record.storeId, record.quoteId]), record)
          return 'committed'
        },
      }
    })
    expect(failing).toEqual([
      'creating a quote that exists is a conflict, and the stored one stays',
      'updating a quote that does not exist is a conflict, and creates nothing',
      'an update of a version that is no longer stored is a conflict, and changes nothing',
      'an update of a version that is not stored yet is a conflict, and changes nothing',
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
    ])
  })

  it('fails a storage that looks at the version and then writes, with other writers between', async () => {
    const { failing } = await outcomeOf(() => {
      const records = new Map<string, QuoteRecord>()
      const key = (storeId: string, quoteId: string) => JSON.stringify([storeId, quoteId])
      return {
        load: (storeId, quoteId) => records.get(key(storeId, quoteId)),
        async commit({ previousVersion, record }) {
          const stored = records.get(key(record.storeId, record.quoteId))
          if ((stored?.version ?? 0) !== previousVersion) return 'conflict'
          await Promise.resolve()
          records.set(key(record.storeId, record.quoteId), record)
          return 'committed'
        },
      }
    })
    expect(failing).toEqual([
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
    ])
  })

  it("fails a storage that leaks another store's quote", async () => {
    const { failing } = await outcomeOf(() => {
      const records = new Map<string, QuoteRecord>()
      return {
        load: (_storeId, quoteId) => records.get(quoteId),
        commit({ previousVersion, record }) {
          if ((records.get(record.quoteId)?.version ?? 0) !== previousVersion) return 'conflict'
          records.set(record.quoteId, record)
          return 'committed'
        },
      }
    })
    expect(failing).toContain("another store's quote of the same id is another quote")
    expect(failing).toContain("an update reaches no other store's quote")
  })

  it('fails a storage that hands out its live object', async () => {
    const { failing } = await outcomeOf(() => {
      const records = new Map<string, QuoteRecord>()
      const key = (storeId: string, quoteId: string) => JSON.stringify([storeId, quoteId])
      return {
        load: (storeId, quoteId) => records.get(key(storeId, quoteId)),
        commit({ previousVersion, record }) {
          const stored = records.get(key(record.storeId, record.quoteId))
          if ((stored?.version ?? 0) !== previousVersion) return 'conflict'
          records.set(key(record.storeId, record.quoteId), copy(record))
          return 'committed'
        },
      }
    })
    expect(failing).toContain('what a caller does to a loaded record never reaches the stored one')
  })

  it('fails a storage that hands out its live tags', async () => {
    const tags = new Map<string, { label: string }>()
    const { failing } = await outcomeOf(() => {
      tags.clear()
      return {
        listTags: () => [...tags.values()] as never,
        setTag: (_storeId, tag) => {
          tags.set(tag.value, { ...tag })
        },
      }
    })
    expect(failing).toContain('what a caller does to a listed tag never reaches the stored one')
  })

  it('fails a storage that folds the case of ids, or turns text into another normal form', async () => {
    const folded = await outcomeOf(({ load, commit }) => ({
      load: (storeId, quoteId) => load(storeId.toLowerCase(), quoteId),
      commit: ({ record, ...change }) =>
        commit({ ...change, record: { ...record, storeId: record.storeId.toLowerCase() } }),
    }))
    expect(folded.failing).toContain(
      'ids are compared exactly: case, spaces, accents, wildcards and all',
    )
    const normalised = await outcomeOf(({ commit }) => ({
      commit: (change) => commit(JSON.parse(JSON.stringify(change).normalize('NFC'))),
    }))
    expect(normalised.failing).toContain('text of any script comes back as it was')
  })

  it('disposes of every fixture, of failed cases, too', async () => {
    let open = 0
    const { total } = await failingCases((testFunctions) =>
      storageSuite(testFunctions, () => {
        open += 1
        const storage = { ...memoryStorage(), load: () => Promise.reject(new Error('no')) }
        const dispose = () => {
          open -= 1
        }
        return { storage, reopen: () => storage, dispose }
      }),
    )
    expect(total).toBeGreaterThan(20)
    expect(open).toBe(0)
  })
})
