import { takePage } from '../../src/ports/pages.js'
import type { QuoteStorage } from '../../src/ports/storage.js'
import type { IdempotencyRecord } from '../../src/quote/commit.js'

/** Returns the methods that replace those of a correct storage. */
export type Defect = (correct: QuoteStorage) => Partial<QuoteStorage>

function countingConflicts(inner: QuoteStorage['commit']) {
  let conflicts = 0
  const commit: QuoteStorage['commit'] = async (change) => {
    const outcome = await inner(change)
    if (outcome === 'conflict') conflicts += 1
    return outcome
  }
  return { commit, conflicts: () => conflicts }
}

const everything = { afterVersion: 0, limit: 1_000, maxBytes: 2 ** 30 }
const withExpiry = (record: IdempotencyRecord, later: number) => ({
  ...record,
  expiresAt: record.expiresAt + later,
})

/** Storages with one defect each. The names complete "a storage that …". */
export const defects: readonly (readonly [name: string, defect: Defect])[] = [
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
