import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takePage } from '../../src/ports/pages.js'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { IdempotencyRecord } from '../../src/quote/commit.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { storageModel } from '../../src/testing/model/index.js'

type Breakage = (sound: QuoteStorage) => Partial<QuoteStorage>

function countingConflicts(inner: QuoteStorage['commit']) {
  let conflicts = 0
  const commit: QuoteStorage['commit'] = async (change) => {
    const outcome = await inner(change)
    if (outcome === 'conflict') conflicts += 1
    return outcome
  }
  return { commit, conflicts: () => conflicts }
}

/** What the model says of a storage that is sound but for what is replaced. */
function outcomeOf(broken: Breakage) {
  const property = storageModel(fc, () => {
    const sound = memoryStorage()
    const storage = { ...sound, ...broken(sound) }
    return { storage, reopen: () => storage }
  })
  return fc.check(property, { numRuns: 1_000, endOnFailure: true })
}

const everything = { afterVersion: 0, limit: 1_000, maxBytes: 2 ** 30 }
const withExpiry = (record: IdempotencyRecord, later: number) => ({
  ...record,
  expires: record.expiresAt + later,
})

const breakages: readonly (readonly [name: string, broken: Breakage])[] = [
  [
    'ignores the version',
    ({ load, commit }) => ({
      async commit(change) {
        const stored = await load(change.record.storeId, change.record.quoteId)
        return commit({ ...change, previousVersion: stored?.version ?? 0 })
      },
    }),
  ],
  [
    'ignores the key of a commit',
    ({ commit }) => ({ commit: ({ idempotency: _, ...change }) => commit(change) }),
  ],
  [
    'writes the key before it looks at the version',
    ({ commit, addIdempotencyRecord }) => ({
      async commit({ idempotency, ...change }) {
        const { storeId } = change.record
        if (idempotency && !(await addIdempotencyRecord(storeId, idempotency))) return 'conflict'
        return commit(change)
      },
    }),
  ],
  [
    'forgets a key when another one is used',
    ({ findIdempotencyRecord, addIdempotencyRecord }) => {
      let latest = ''
      return {
        addIdempotencyRecord(storeId, record) {
          latest = record.key
          return addIdempotencyRecord(storeId, record)
        },
        findIdempotencyRecord: (storeId, key) =>
          latest === '' || latest === key ? findIdempotencyRecord(storeId, key) : undefined,
      }
    },
  ],
  [
    'frees a key a moment too late',
    ({ addIdempotencyRecord, findIdempotencyRecord }) => ({
      addIdempotencyRecord: (storeId, record) =>
        addIdempotencyRecord(storeId, withExpiry(record, 1)),
      async findIdempotencyRecord(storeId, key) {
        const found = await findIdempotencyRecord(storeId, key)
        return found && withExpiry(found, -1)
      },
    }),
  ],
  [
    'takes keys of one store for those of another',
    ({ addIdempotencyRecord, findIdempotencyRecord }) => ({
      addIdempotencyRecord: (_storeId, record) => addIdempotencyRecord('all', record),
      findIdempotencyRecord: (_storeId, key) => findIdempotencyRecord('all', key),
    }),
  ],
  [
    'numbers events of conflicts, too',
    ({ commit, listEvents }) => {
      const counted = countingConflicts(commit)
      return {
        commit: counted.commit,
        async listEvents(storeId, range) {
          const { items, hasMore } = await listEvents(storeId, range)
          const numbered = items.map((event) => ({
            ...event,
            position: event.position + counted.conflicts(),
          }))
          return { items: numbered, hasMore }
        },
      }
    },
  ],
  [
    'begins a page of events at the position that was seen',
    ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition, limit, maxBytes }) =>
        listEvents(storeId, { afterPosition: Math.max(0, afterPosition - 1), limit, maxBytes }),
    }),
  ],
  [
    'orders events by the text of their positions',
    ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const all = { ...range, limit: 1_000, maxBytes: everything.maxBytes }
        const { items } = await listEvents(storeId, all)
        const text = ({ position }: { readonly position: number }) => String(position)
        return takePage(
          items.toSorted((a, b) => (text(a) < text(b) ? -1 : 1)),
          range,
        )
      },
    }),
  ],
  [
    'ignores the limit of a history',
    ({ listHistory }) => ({
      listHistory: (storeId, quoteId, { afterVersion }) =>
        listHistory(storeId, quoteId, { ...everything, afterVersion }),
    }),
  ],
  [
    'ignores the length of a page of events',
    ({ listEvents }) => ({
      listEvents: (storeId, range) =>
        listEvents(storeId, { ...range, maxBytes: everything.maxBytes }),
    }),
  ],
  [
    'never says that there is more history',
    ({ listHistory }) => ({
      async listHistory(...asked) {
        const { items } = await listHistory(...asked)
        return { items, hasMore: false }
      },
    }),
  ],
  [
    'loads the version before the last one after a conflict',
    ({ load, commit, listHistory }) => {
      const counted = countingConflicts(commit)
      return {
        commit: counted.commit,
        async load(storeId, quoteId) {
          const record = await load(storeId, quoteId)
          const { items } = await listHistory(storeId, quoteId, everything)
          const version = items.length - 1
          return record && counted.conflicts() > 0 ? { ...record, version } : record
        },
      }
    },
  ],
  [
    'moves a tag that is set again to the end',
    ({ removeTag, setTag }) => ({
      async setTag(storeId, tag) {
        await removeTag(storeId, tag.value)
        return setTag(storeId, tag)
      },
    }),
  ],
  ['removes tags that are not there', () => ({ removeTag: () => true })],
  [
    'folds the case of store ids',
    ({ load, commit }) => ({
      load: (storeId, quoteId) => load(storeId.toLowerCase(), quoteId),
      commit: ({ record, ...change }) =>
        commit({ ...change, record: { ...record, storeId: record.storeId.toLowerCase() } }),
    }),
  ],
]

describe('storageModel', () => {
  it('passes a sound storage', async () => {
    expect((await outcomeOf(() => ({}))).failed).toBe(false)
  })

  it.each(breakages)('fails a storage that %s', async (_name, broken) => {
    expect((await outcomeOf(broken)).failed).toBe(true)
  })

  it('fails a storage that is empty when it is opened again', async () => {
    const reopen = memoryStorage
    const property = storageModel(fc, () => ({ storage: memoryStorage(), reopen }))
    expect((await fc.check(property, { endOnFailure: true })).failed).toBe(true)
  })

  it('shrinks to the few commands that matter, and names them', async () => {
    const property = storageModel(fc, () => {
      const storage = { ...memoryStorage(), removeTag: () => true }
      return { storage, reopen: () => storage }
    })
    const { counterexample } = await fc.check(property)
    expect(String(counterexample?.[0])).toMatch(
      /^remove tag \S+ of store [01] \/\*replayPath.*\*\/$/,
    )
  })

  it('disposes of every fixture, of failed runs, too', async () => {
    let open = 0
    const property = storageModel(fc, () => {
      open += 1
      const storage = { ...memoryStorage(), load: () => Promise.reject(new Error('no')) }
      const dispose = () => {
        open -= 1
      }
      return { storage, reopen: () => storage, dispose }
    })
    expect((await fc.check(property)).failed).toBe(true)
    expect(open).toBe(0)
  })
})
