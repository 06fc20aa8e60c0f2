import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takePage } from '../../src/ports/pages.js'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { IdempotencyRecord } from '../../src/quote/commit.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { storageModel } from '../../src/testing/model/index.js'

type Defect = (correct: QuoteStorage) => Partial<QuoteStorage>

function countingConflicts(inner: QuoteStorage['commit']) {
  let conflicts = 0
  const commit: QuoteStorage['commit'] = async (change) => {
    const outcome = await inner(change)
    if (outcome === 'conflict') conflicts += 1
    return outcome
  }
  return { commit, conflicts: () => conflicts }
}

/** Checks the model against a storage with a defect. */
function checkModel(replace: Defect) {
  const property = storageModel(fc, () => {
    const correct = memoryStorage()
    const storage = { ...correct, ...replace(correct) }
    return { storage, reopen: () => storage }
  })
  return fc.check(property, { numRuns: 1_000, endOnFailure: true })
}

const everything = { afterVersion: 0, limit: 1_000, maxBytes: 2 ** 30 }
const withExpiry = (record: IdempotencyRecord, later: number) => ({
  ...record,
  expiresAt: record.expiresAt + later,
})

const defects: readonly (readonly [name: string, defect: Defect])[] = [
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
    'stores the key before checking the version',
    ({ commit, addIdempotencyRecord }) => ({
      async commit({ idempotency, ...change }) {
        const { storeId } = change.record
        if (idempotency && !(await addIdempotencyRecord(storeId, idempotency))) return 'conflict'
        return commit(change)
      },
    }),
  ],
  [
    'loses a key when another one is stored',
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
    'lets a key expire a millisecond late',
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
    'shares keys between stores',
    ({ addIdempotencyRecord, findIdempotencyRecord }) => ({
      addIdempotencyRecord: (_storeId, record) => addIdempotencyRecord('all', record),
      findIdempotencyRecord: (_storeId, key) => findIdempotencyRecord('all', key),
    }),
  ],
  [
    'uses up positions for conflicts',
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
    'starts a page of events at afterPosition',
    ({ listEvents }) => ({
      listEvents: (storeId, { afterPosition, limit, maxBytes }) =>
        listEvents(storeId, { afterPosition: Math.max(0, afterPosition - 1), limit, maxBytes }),
    }),
  ],
  [
    'sorts events by positions as strings',
    ({ listEvents }) => ({
      async listEvents(storeId, range) {
        const all = { ...range, limit: 1_000, maxBytes: everything.maxBytes }
        const { items } = await listEvents(storeId, all)
        const key = ({ position }: { readonly position: number }) => String(position)
        return takePage(
          items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
          range,
        )
      },
    }),
  ],
  [
    'ignores the limit of listHistory',
    ({ listHistory }) => ({
      listHistory: (storeId, quoteId, { afterVersion }) =>
        listHistory(storeId, quoteId, { ...everything, afterVersion }),
    }),
  ],
  [
    'ignores maxBytes of listEvents',
    ({ listEvents }) => ({
      listEvents: (storeId, range) =>
        listEvents(storeId, { ...range, maxBytes: everything.maxBytes }),
    }),
  ],
  [
    'always returns hasMore: false for histories',
    ({ listHistory }) => ({
      async listHistory(...args) {
        const { items } = await listHistory(...args)
        return { items, hasMore: false }
      },
    }),
  ],
  [
    'loads the previous version after a conflict',
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
    'moves a replaced tag to the end',
    ({ removeTag, setTag }) => ({
      async setTag(storeId, tag) {
        await removeTag(storeId, tag.value)
        return setTag(storeId, tag)
      },
    }),
  ],
  ['returns true for removing a missing tag', () => ({ removeTag: () => true })],
  [
    'ignores case in store ids',
    ({ load, commit }) => ({
      load: (storeId, quoteId) => load(storeId.toLowerCase(), quoteId),
      commit: ({ record, ...change }) =>
        commit({ ...change, record: { ...record, storeId: record.storeId.toLowerCase() } }),
    }),
  ],
]

describe('storageModel', () => {
  it('passes a correct storage', async () => {
    expect((await checkModel(() => ({}))).failed).toBe(false)
  })

  it.each(defects)('fails a storage that %s', async (_name, defect) => {
    expect((await checkModel(defect)).failed).toBe(true)
  })

  it('fails a storage that loses its data when reopened', async () => {
    const reopen = memoryStorage
    const property = storageModel(fc, () => ({ storage: memoryStorage(), reopen }))
    expect((await fc.check(property, { endOnFailure: true })).failed).toBe(true)
  })

  it('shrinks to the failing command and names it', async () => {
    const property = storageModel(fc, () => {
      const storage = { ...memoryStorage(), removeTag: () => true }
      return { storage, reopen: () => storage }
    })
    const { counterexample } = await fc.check(property)
    expect(String(counterexample?.[0])).toMatch(
      /^remove tag \S+ of store [01] \/\*replayPath.*\*\/$/,
    )
  })

  it('disposes of the fixtures of failed runs', async () => {
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
