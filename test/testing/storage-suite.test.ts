import { describe, expect, it } from 'vitest'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { HistoryEntry } from '../../src/quote/history.js'
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

/** The parts of a plain storage, each of which a test can break. */
interface Parts {
  keyOf(storeId: string, quoteId: string): string
  isCurrent(stored: QuoteRecord | undefined, previousVersion: number): boolean
  /** What happens between the look at the version and the write. */
  between(): unknown
  keep(record: QuoteRecord): QuoteRecord
}

const soundParts: Parts = {
  keyOf: (storeId, quoteId) => JSON.stringify([storeId, quoteId]),
  isCurrent: (stored, previousVersion) => (stored?.version ?? 0) === previousVersion,
  between: () => undefined,
  keep: (record) => record,
}

function plainStorage(broken: Partial<Parts>): Partial<QuoteStorage> {
  const { keyOf, isCurrent, between, keep } = { ...soundParts, ...broken }
  const records = new Map<string, QuoteRecord>()
  const histories = new Map<string, HistoryEntry[]>()
  return {
    load: (storeId, quoteId) => records.get(keyOf(storeId, quoteId)),
    async commit({ previousVersion, record, entry }) {
      const key = keyOf(record.storeId, record.quoteId)
      if (!isCurrent(records.get(key), previousVersion)) return 'conflict'
      const pause = between()
      if (pause !== undefined) await pause
      records.set(key, keep(record))
      histories.set(key, [...(histories.get(key) ?? []), entry])
      return 'committed'
    },
    listHistory: (storeId, quoteId, { afterVersion, limit }) =>
      (histories.get(keyOf(storeId, quoteId)) ?? [])
        .filter(({ version }) => version > afterVersion)
        .slice(0, limit),
  }
}

describe('storageSuite', () => {
  it('passes a sound storage', async () => {
    expect(await outcomeOf(() => ({}))).toEqual({ failing: [], total: 31 })
  })

  it('passes a plain storage with sound parts', async () => {
    expect((await outcomeOf(() => plainStorage({}))).failing).toEqual([])
  })

  it('fails a storage that keeps no history, or that of conflicts, too', async () => {
    const none = await outcomeOf(() => ({ listHistory: () => [] }))
    expect(none.failing).toContain('every version has its entry, in order, to the byte')
    const { failing } = await outcomeOf(({ commit, listHistory }) => {
      const tried: HistoryEntry[] = []
      return {
        commit(change) {
          tried.push(change.entry)
          return commit(change)
        },
        listHistory: async (storeId, quoteId, range) =>
          (await listHistory(storeId, quoteId, range)).length === 0
            ? []
            : tried.slice(range.afterVersion, range.afterVersion + range.limit),
      }
    })
    expect(failing).toContain('a conflict adds nothing to it')
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
    const { failing } = await outcomeOf(() => plainStorage({ isCurrent: () => true }))
    expect(failing).toEqual([
      'creating a quote that exists is a conflict, and the stored one stays',
      'updating a quote that does not exist is a conflict, and creates nothing',
      'an update of a version that is no longer stored is a conflict, and changes nothing',
      'an update of a version that is not stored yet is a conflict, and changes nothing',
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
      'a conflict adds nothing to it',
    ])
  })

  it('fails a storage that looks at the version and then writes, with other writers between', async () => {
    const { failing } = await outcomeOf(() => plainStorage({ between: () => Promise.resolve() }))
    expect(failing).toEqual([
      'of many writers who create one quote exactly one commits',
      'of many writers of one version exactly one commits',
    ])
  })

  it("fails a storage that leaks another store's quote", async () => {
    const { failing } = await outcomeOf(() =>
      plainStorage({ keyOf: (_storeId, quoteId) => quoteId }),
    )
    expect(failing).toContain("another store's quote of the same id is another quote")
    expect(failing).toContain("an update reaches no other store's quote")
  })

  it('fails a storage that hands out its live object', async () => {
    const keep = (record: QuoteRecord) => structuredClone(record)
    const { failing } = await outcomeOf(() => plainStorage({ keep }))
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
