import type { RecordCommit } from '../../../src/record/commit.js'
import type { BrokenStorage } from './broken-storage.js'

const stored = 'commit stores every change of a commit, with events in the order of the changes'
const noneIfOneConflicts = 'commit writes none of its changes if one of them conflicts'
const noneIfKeyInUse = 'commit writes none of its changes if the key is in use'

/** Splits a commit into commits of one change. The last one has the key. */
function split({ changes, idempotency }: RecordCommit): readonly RecordCommit[] {
  const key = idempotency && { idempotency }
  if (changes.length === 0) return [{ changes, ...key }]
  return changes.map((change, index) => ({
    changes: [change],
    ...(index === changes.length - 1 ? key : undefined),
  }))
}

export const brokenCommitsOfSeveral: readonly BrokenStorage[] = [
  {
    defect: 'writes the changes of a commit one by one',
    make: ({ commit }) => ({
      async commit(storeId, input) {
        for (const each of split(input))
          if ((await commit(storeId, each)) === 'conflict') return 'conflict'
        return 'committed'
      },
    }),
    fails: [noneIfOneConflicts, noneIfKeyInUse],
  },
  {
    defect: 'writes the changes that do not conflict',
    make: ({ commit }) => ({
      async commit(storeId, input) {
        const outcomes = split(input).map((each) => commit(storeId, each))
        return outcomes.includes('conflict') ? 'conflict' : 'committed'
      },
    }),
    fails: [noneIfOneConflicts],
  },
  {
    defect: 'writes the first change of a commit only',
    make: ({ commit }) => ({
      commit: (storeId, { changes, ...rest }) =>
        commit(storeId, { ...rest, changes: changes.slice(0, 1) }),
    }),
    fails: [stored, 'commit accepts a hundred changes'],
  },
  {
    defect: 'writes the changes of a commit in the order of their ids',
    make: ({ commit }) => ({
      commit: (storeId, { changes, ...rest }) =>
        commit(storeId, {
          ...rest,
          changes: changes.toSorted((left, right) => (left.record.id < right.record.id ? -1 : 1)),
        }),
    }),
    fails: [stored],
  },
  {
    defect: 'ignores the key of a commit of several changes',
    make: ({ commit }) => ({
      commit: (storeId, { changes, ...rest }) =>
        commit(storeId, changes.length > 1 ? { changes } : { ...rest, changes }),
    }),
    fails: [stored, noneIfKeyInUse],
  },
  {
    defect: 'accepts at most fifty changes',
    make: ({ commit }) => ({
      commit: (storeId, input) => (input.changes.length > 50 ? 'conflict' : commit(storeId, input)),
    }),
    fails: ['commit accepts a hundred changes'],
  },
]
