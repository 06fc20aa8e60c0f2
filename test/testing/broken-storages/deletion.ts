import type { StoragePort } from '../../../src/ports/storage.js'
import type { RecordChange } from '../../../src/record/commit.js'
import type { HistoryEntry } from '../../../src/record/history/entry.js'
import type { StoredRecord } from '../../../src/record/record.js'
import type { BrokenStorage } from './broken-storage.js'
import { plainFind } from './finding/plain-find.js'
import { plainStorage } from './plain-storage.js'

const field = 'load returns deleted of a deleted record, and nothing of it once it is restored'
const apart = 'find and count list deleted records apart from the others'
const erased = 'an erasure leaves a record without value, and its entries without data'
const othersStay = 'an erasure does not change other records, kinds or stores'
const notFound = 'find and count list no erased record'

/** Returns a storage that changes each loaded record. */
function loadsAs(change: (record: StoredRecord) => StoredRecord) {
  return ({ load }: StoragePort): Partial<StoragePort> => ({
    load: async (storeId, refs) =>
      (await load(storeId, refs)).map((record) => record && change(record)),
  })
}

/** Returns a storage that changes each change before it is written. */
function writesAs(alter: (change: RecordChange) => RecordChange) {
  return ({ commit }: StoragePort): Partial<StoragePort> => ({
    commit: (storeId, { changes, ...rest }) =>
      commit(storeId, { ...rest, changes: changes.map(alter) }),
  })
}

export const brokenDeletion: readonly BrokenStorage[] = [
  {
    defect: 'loses the time of a deletion',
    make: loadsAs(({ deleted: _deleted, ...record }) => record),
    fails: [field],
  },
  {
    defect: 'returns deleted: undefined for records that are not deleted',
    make: loadsAs((record) => ({ deleted: undefined, ...record }) as StoredRecord),
    fails: [field],
  },
  {
    defect: 'keeps the deletion of a restored record',
    make({ load }) {
      const deletions = new Map<string, number>()
      return loadsAs((record) => {
        const key = JSON.stringify([record.kind, record.id])
        const deleted = record.deleted ?? deletions.get(key)
        if (deleted === undefined) return record
        deletions.set(key, deleted)
        return { ...record, deleted }
      })({ load } as StoragePort)
    },
    fails: [field],
  },
  {
    defect: 'lists no entries without patches',
    make: ({ listHistory }) => ({
      async listHistory(...args) {
        const { items, hasMore } = await listHistory(...args)
        return { items: items.filter(({ patches }) => patches.length > 0), hasMore }
      },
    }),
    fails: ['listHistory returns deletions, whose patches are empty, byte for byte'],
  },
  {
    defect: 'lists deleted records with the others',
    make: plainFind({
      isSelected: ({ record, search }, filter, correct) =>
        correct({ record, search: { ...search, deleted: filter.deleted } }, filter),
    }),
    fails: [apart],
  },
  {
    defect: 'forgets what a deleted record can be found by',
    make: plainFind({
      rowOf: (row) => (row.deleted ? { ...row, terms: [], words: [] } : row),
    }),
    fails: [apart],
  },
  {
    defect: 'lists deleted records in the order in which they were deleted',
    make: plainFind({
      compare: (left, right, order, correct) =>
        left.search.deleted
          ? left.record.updated - right.record.updated
          : correct(left, right, order),
    }),
    fails: ['find lists deleted records in every order and by expires'],
  },
]

const ofErasure = (entry: HistoryEntry): HistoryEntry => ({
  version: entry.version,
  time: entry.time,
  operation: entry.operation,
  patches: [],
})

export const brokenErasure: readonly BrokenStorage[] = [
  {
    defect: 'keeps the history of an erased record',
    make: writesAs(({ erasesHistory: _erasesHistory, ...change }) => change),
    fails: [erased],
  },
  {
    defect: 'erases histories but not events',
    make: () => plainStorage({ erasesIn: ['histories'] }),
    fails: [erased, othersStay],
  },
  {
    defect: 'erases events but not histories',
    make: () => plainStorage({ erasesIn: ['events'] }),
    fails: [erased],
  },
  ...Object.entries<(entry: HistoryEntry) => HistoryEntry>({
    'keeps the actors of erased entries': (entry) => ({
      ...ofErasure(entry),
      ...(entry.by !== undefined && { by: entry.by }),
    }),
    'keeps the base of erased entries': (entry) => ({
      ...ofErasure(entry),
      ...(entry.base !== undefined && { base: entry.base }),
    }),
    'keeps the snapshots of erased entries': (entry) => ({
      ...ofErasure(entry),
      ...(entry.snapshot !== undefined && { snapshot: entry.snapshot }),
    }),
    'keeps the patches of erased entries': (entry) => ({
      ...ofErasure(entry),
      patches: entry.patches,
    }),
    'removes the times of erased entries': (entry) => ({ ...ofErasure(entry), time: 0 }),
    'replaces the operations of erased entries': (entry) => ({
      ...ofErasure(entry),
      operation: 'erased',
    }),
  }).map(([defect, erasedEntry]) => ({
    defect,
    make: () => plainStorage({ erasedEntry }),
    fails: [erased],
  })),
  {
    defect: 'loads an empty object instead of null',
    make: loadsAs((record) => (record.value === null ? { ...record, value: {} } : record)),
    fails: [erased],
  },
  {
    defect: 'erases records of every kind with the same id',
    make: () =>
      plainStorage({
        isErased: (from, other) => from.storeId === other.storeId && from.id === other.id,
      }),
    fails: [othersStay],
  },
  {
    defect: 'erases the histories of all records of the kind',
    make: () =>
      plainStorage({
        isErased: (from, other) => from.storeId === other.storeId && from.kind === other.kind,
      }),
    fails: [othersStay],
  },
  {
    defect: 'erases the record in every store',
    make: () =>
      plainStorage({ isErased: (from, other) => from.kind === other.kind && from.id === other.id }),
    fails: [othersStay],
  },
  {
    defect: 'finds erased records',
    make: writesAs((change) =>
      change.erasesHistory && change.previousSearch
        ? { ...change, search: change.previousSearch }
        : change,
    ),
    fails: [notFound],
  },
  {
    defect: 'lets an erased record be created again',
    make: () =>
      plainStorage({
        isCurrent: (stored, previousVersion) =>
          (stored?.value === null ? 0 : (stored?.version ?? 0)) === previousVersion,
      }),
    fails: ['commit returns a conflict for a creation of an erased record, and for its versions'],
  },
  {
    defect: 'creates no record without a value',
    make: ({ commit }) => ({
      commit: (storeId, { changes, ...rest }) => {
        const isWritten = ({ previousVersion, record }: RecordChange) =>
          previousVersion > 0 || record.value !== null
        return commit(storeId, { ...rest, changes: changes.filter(isWritten) })
      },
    }),
    fails: ['a record can be created as an erased one, and then not be created again'],
  },
  {
    defect: 'erases before it checks the versions',
    make: ({ commit, listHistory }) => {
      const erasedIds = new Set<string>()
      return {
        commit(storeId, input) {
          for (const { erasesHistory, record } of input.changes)
            if (erasesHistory) erasedIds.add(record.id)
          return commit(storeId, input)
        },
        async listHistory(storeId, ref, range) {
          const { items, hasMore } = await listHistory(storeId, ref, range)
          return { items: erasedIds.has(ref.id) ? items.map(ofErasure) : items, hasMore }
        },
      }
    },
    fails: ['a conflict erases nothing'],
  },
]
