import { takePage } from '../../src/ports/pages.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { IdempotencyRecord, RecordCommit } from '../../src/record/commit.js'
import { keyCommit } from '../../src/testing/samples.js'
import { type FindParts, plainFind } from './broken-storages/finding/plain-find.js'
import { plainStorage } from './broken-storages/plain-storage.js'

/** Returns the methods that replace those of a correct storage. */
export type Defect = (correct: StoragePort) => Partial<StoragePort>

function countingConflicts(inner: StoragePort['commit']) {
  let conflicts = 0
  const commit: StoragePort['commit'] = async (storeId, input) => {
    const outcome = await inner(storeId, input)
    if (outcome === 'conflict') conflicts += 1
    return outcome
  }
  return { commit, conflicts: () => conflicts }
}

const everything = { afterVersion: 0, limit: 1_000, maxBytes: 2 ** 30 }
const withExpiry = (record: IdempotencyRecord, later: number) => ({
  ...record,
  expires: record.expires + later,
})

/** Returns a storage that changes each commit. */
const committing =
  (change: (commit: RecordCommit) => RecordCommit): Defect =>
  ({ commit }) => ({ commit: (storeId, input) => commit(storeId, change(input)) })

const defectsOfWrites: readonly (readonly [name: string, defect: Defect])[] = [
  [
    'ignores the version',
    ({ load, commit }) => ({
      async commit(storeId, { changes, ...rest }) {
        const stored = await load(
          storeId,
          changes.map(({ record }) => record),
        )
        const current = changes.map((change, index) => ({
          ...change,
          previousVersion: stored[index]?.version ?? 0,
        }))
        return commit(storeId, { ...rest, changes: current })
      },
    }),
  ],
  ['ignores the key of a commit', committing(({ changes }) => ({ changes }))],
  [
    'stores the key before checking the version',
    ({ commit }) => ({
      async commit(storeId, { idempotency, changes }) {
        const stored = idempotency && (await commit(storeId, keyCommit(idempotency)))
        return stored === 'conflict' ? 'conflict' : commit(storeId, { changes })
      },
    }),
  ],
  [
    'loses a key when another one is stored',
    ({ findIdempotencyRecord, commit }) => {
      let latest = ''
      return {
        commit(storeId, input) {
          latest = input.idempotency?.key ?? latest
          return commit(storeId, input)
        },
        findIdempotencyRecord: (storeId, key) =>
          latest === '' || latest === key ? findIdempotencyRecord(storeId, key) : undefined,
      }
    },
  ],
  [
    'lets a key expire a millisecond late',
    ({ commit, findIdempotencyRecord }) => ({
      commit: (storeId, { changes, idempotency }) =>
        commit(storeId, {
          changes,
          ...(idempotency && { idempotency: withExpiry(idempotency, 1) }),
        }),
      async findIdempotencyRecord(storeId, key) {
        const found = await findIdempotencyRecord(storeId, key)
        return found && withExpiry(found, -1)
      },
    }),
  ],
  ['shares keys between stores', () => plainStorage({ idempotencyKey: (_storeId, key) => key })],
  [
    'writes the changes of a commit one by one',
    ({ commit }) => ({
      async commit(storeId, { changes, ...rest }) {
        const last = changes.length - 1
        if (last < 0) return commit(storeId, { changes, ...rest })
        for (const [index, change] of changes.entries()) {
          const each = { changes: [change], ...(index === last ? rest : undefined) }
          if ((await commit(storeId, each)) === 'conflict') return 'conflict'
        }
        return 'committed'
      },
    }),
  ],
  [
    'forgets the number that a quote takes',
    committing(({ changes, ...rest }) => ({
      ...rest,
      changes: changes.filter(({ record }) => changes.length < 2 || record.kind !== 'numbers'),
    })),
  ],
  [
    'forgets the quote that takes a number',
    committing(({ changes, ...rest }) => ({
      ...rest,
      changes: changes.filter(
        ({ record }, _, all) => record.kind === 'numbers' || all.at(-1)?.record.kind !== 'numbers',
      ),
    })),
  ],
  [
    'writes the changes of a commit in reverse',
    committing(({ changes, ...rest }) => ({ ...rest, changes: changes.toReversed() })),
  ],
  [
    'ignores the kind of records',
    () => plainStorage({ recordKey: (storeId, id) => JSON.stringify([storeId, id]) }),
  ],
  [
    'ignores case in store ids',
    () =>
      plainStorage({
        recordKey: (storeId, id, kind) => JSON.stringify([storeId.toLowerCase(), id, kind]),
      }),
  ],
  ['erases histories but not events', () => plainStorage({ erasesIn: ['histories'] })],
  [
    'erases the records of every kind with the same id',
    () =>
      plainStorage({
        isErased: (from, { storeId, id }) => from.storeId === storeId && from.id === id,
      }),
  ],
  [
    'keeps the history of erased records',
    committing(({ changes, ...rest }) => ({
      ...rest,
      changes: changes.map(({ erasesHistory: _erasesHistory, ...change }) => change),
    })),
  ],
]

const defectsOfReads: readonly (readonly [name: string, defect: Defect])[] = [
  [
    'loads records in the order of their ids',
    ({ load }) => ({
      load: (storeId, refs) =>
        load(
          storeId,
          refs.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
        ),
    }),
  ],
  [
    'loses the time of a deletion',
    ({ load }) => ({
      async load(storeId, refs) {
        const records = await load(storeId, refs)
        return records.map((record) => {
          const { deleted: _deleted, ...rest } = record ?? {}
          return record && (rest as typeof record)
        })
      },
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
      listHistory: (storeId, ref, { afterVersion }) =>
        listHistory(storeId, ref, { ...everything, afterVersion }),
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
    ({ load, commit }) => {
      const counted = countingConflicts(commit)
      return {
        commit: counted.commit,
        async load(storeId, refs) {
          const records = await load(storeId, refs)
          const older = counted.conflicts() > 0 ? 1 : 0
          return records.map((record) => record && { ...record, version: record.version - older })
        },
      }
    },
  ],
]

const brokenFinds: Readonly<Record<string, Partial<FindParts>>> = {
  'lists records in order of created always': {
    compare: (left, right, _order, correct) => correct(left, right, 'oldest'),
  },
  "orders ids with JavaScript's <": {
    compare(left, right, order, correct) {
      const sameId = { ...right, record: { ...right.record, id: left.record.id } }
      const direction = order === 'oldest' || order === 'expires' ? 1 : -1
      return (
        correct(left, sameId, order) || (left.record.id < right.record.id ? -direction : direction)
      )
    },
  },
  'ignores after': {
    page: (records, query, compare, correct) =>
      correct(records, { ...query, after: undefined }, compare),
  },
  'requires one group of terms only': {
    isSelected: (found, filter, correct) =>
      correct(found, { ...filter, terms: filter.terms.slice(0, 1) }),
  },
  'ignores words': {
    isSelected: (found, filter, correct) => correct(found, { ...filter, words: [] }),
  },
  'ignores case in terms': {
    isSelected: ({ record, search }, filter, correct) =>
      correct(
        { record, search: { ...search, terms: search.terms.map((term) => term.toLowerCase()) } },
        { ...filter, terms: filter.terms.map((group) => group.map((term) => term.toLowerCase())) },
      ),
  },
  'ignores times': {
    isSelected: (found, filter, correct) => correct(found, { ...filter, times: {} }),
  },
  'keeps removed terms': {
    rowOf: (row, stored) => ({ ...row, terms: [...row.terms, ...(stored?.terms ?? [])] }),
  },
  'keeps what a record was found by if a change has no search': {
    rowWithoutSearch: (stored) => stored,
  },
  'ignores changes whose search is the same': {
    isSkipped: ({ search, previousSearch }) => search !== undefined && search === previousSearch,
  },
  'keeps the time at which a quote expired': {
    rowOf: (row, stored) =>
      stored?.expires === undefined || row.expires !== undefined
        ? row
        : { ...row, expires: stored.expires },
  },
  'lists deleted records with the others': {
    rowOf: (row) => ({ ...row, deleted: false }),
  },
  'finds records of every kind': {
    isSelected: (found, filter, correct) => correct(found, { ...filter, kind: found.record.kind }),
  },
  'finds the records of all stores': { storeKey: () => '' },
  'ignores max of count': { count: (matches) => matches },
}

/** Storages with one defect each. The names complete "a storage that …". */
export const defects: readonly (readonly [name: string, defect: Defect])[] = [
  ...defectsOfWrites,
  ...defectsOfReads,
  ...Object.entries(brokenFinds).map(([name, parts]) => [name, plainFind(parts)] as const),
]
