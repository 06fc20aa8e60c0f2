import type { StoragePort } from '../../../../src/ports/storage.js'
import { quoteKind } from '../../../../src/quote/model/quote-record.js'
import type { BrokenStorage } from '../broken-storage.js'
import { plainFind } from './plain-find.js'

const terms = 'find and count follow added, removed and replaced terms'
const words = 'find and count follow added, removed and replaced words'
const expires = 'find and count follow expires as it is set, changed and removed'
const updatedAlone = 'find follows a change of updated alone'
const ifAbsent = 'find and count list no record whose last change has no search'
const kindsApart = 'find and count keep kinds separate'
const storesApart = 'find and count keep stores separate'
const exactStores = 'find and count compare store ids exactly (case, accents, spaces, length)'

export const brokenSearchChanges: readonly BrokenStorage[] = [
  {
    defect: 'keeps removed terms',
    make: plainFind({
      rowOf: (row, stored) => ({ ...row, terms: [...row.terms, ...(stored?.terms ?? [])] }),
    }),
    fails: [terms, kindsApart, storesApart],
  },
  {
    defect: 'stores the terms of a creation only',
    make: plainFind({ rowOf: (row, stored) => ({ ...row, terms: (stored ?? row).terms }) }),
    fails: [terms],
  },
  {
    defect: 'keeps removed words',
    make: plainFind({
      rowOf: (row, stored) => ({ ...row, words: [...row.words, ...(stored?.words ?? [])] }),
    }),
    fails: [words],
  },
  {
    defect: 'keeps a removed expires',
    make: plainFind({ rowOf: (row, stored) => ({ ...stored, ...row }) }),
    fails: [expires],
  },
  {
    defect: 'never changes expires',
    make: plainFind({
      rowOf({ expires: next, ...row }, stored) {
        const kept = stored ? stored.expires : next
        return kept === undefined ? row : { ...row, expires: kept }
      },
    }),
    fails: [expires],
  },
  {
    defect: 'ignores changes whose search is the same',
    make: plainFind({
      isSkipped: ({ search, previousSearch }) => search !== undefined && search === previousSearch,
    }),
    fails: [updatedAlone],
  },
  {
    defect: 'keeps what a record was found by if a change has no search',
    make: plainFind({ rowWithoutSearch: (stored) => stored }),
    fails: [ifAbsent, 'find and count list no erased record'],
  },
  {
    defect: 'writes what a record is found by even after a conflict',
    make: plainFind({ writesConflicts: true }),
    fails: ['a conflict does not change what find lists'],
  },
  {
    defect: 'ignores the kind in find',
    make: plainFind({
      isSelected: (found, filter, correct) =>
        correct(found, { ...filter, kind: found.record.kind }),
    }),
    fails: ['find returns an empty page if no record matches', kindsApart],
  },
  {
    defect: 'finds one record of an id',
    make: plainFind({ recordKey: ({ id }) => id }),
    fails: [kindsApart],
  },
  {
    defect: 'finds the records of all stores',
    make: plainFind({ storeKey: () => '' }),
    fails: [storesApart, exactStores],
  },
  {
    defect: 'ignores case in store ids of find',
    make: plainFind({ storeKey: (storeId) => storeId.toLowerCase() }),
    fails: [exactStores],
  },
  {
    defect: 'finds no quotes',
    make: plainFind({
      isSelected: (found, filter, correct) =>
        found.record.kind !== quoteKind && correct(found, filter),
    }),
    fails: ['find finds quotes by the search of their changes'],
  },
  {
    defect: 'counts nothing as null',
    make: plainFind({ count: (matches, max) => Math.min(matches, max) || (null as never) }),
    fails: ['count returns 0 if no record matches'],
  },
  {
    defect: 'ignores max of count',
    make: plainFind({ count: (matches) => matches }),
    fails: ['count stops at max'],
  },
  {
    defect: 'counts a record once for each of its terms',
    make: ({ find }: StoragePort) => ({
      async count(storeId, filter, max) {
        const page = { order: 'oldest', after: undefined, limit: 2_000, maxBytes: 2 ** 30 } as const
        const { items } = await find(storeId, { ...filter, ...page })
        const each = Math.max(1, filter.terms[0]?.length ?? 1)
        return Math.min(max, items.length * each)
      },
    }),
    fails: ['count stops at max'],
  },
]
