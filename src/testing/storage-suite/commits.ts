import type { CommitOutcome } from '../../ports/storage.js'
import type { RecordCommit } from '../../record/commit.js'
import { expectEqual } from '../expect.js'
import { createCommit, getRecord, type SampleCommit, updateCommit } from '../sample-commits.js'
import type { StorageArea, StorageFixture } from './fixture.js'
import { commitAll, expectLoaded } from './snapshot.js'

const writers = 20
const unchanged = 'a conflict must not change the stored quote'

/** Commits all at once, alternating between two adapters over the same data. */
async function commitConcurrently(
  { storage, reopen }: StorageFixture,
  commits: readonly RecordCommit[],
): Promise<readonly CommitOutcome[]> {
  const other = await reopen()
  return Promise.all(
    commits.map((commit, index) => (index % 2 === 0 ? storage : other).commit('store-1', commit)),
  )
}

async function expectOneCommitted(
  fixture: StorageFixture,
  commits: readonly SampleCommit[],
): Promise<void> {
  const outcomes = await commitConcurrently(fixture, commits)
  expectEqual(
    outcomes.toSorted(),
    ['committed', ...Array.from({ length: commits.length - 1 }, () => 'conflict')],
    'exactly one of the concurrent commits must succeed; compare and write atomically',
  )
  const winner = commits[outcomes.indexOf('committed')]
  const rule = "load must return the winner's record"
  await expectLoaded(fixture.storage, 'store-1', 'quote-1', winner?.changes[0].record, rule)
}

async function expectConflict({ storage }: StorageFixture, commit: RecordCommit, reason: string) {
  const outcome = await storage.commit('store-1', commit)
  expectEqual(outcome, 'conflict', `commit must return 'conflict' ${reason}`)
}

export const commits: StorageArea = {
  name: 'commits',
  cases: [
    {
      name: 'commit returns a conflict for a creation if the quote exists, and keeps the quote',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        const again = createCommit({ customer: { name: 'Other' } })
        await expectConflict(fixture, again, 'if previousVersion is 0 and the quote exists')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(first), unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of a missing quote, and creates nothing',
      async check(fixture) {
        const update = updateCommit(getRecord(createCommit()), { tag_list: ['a'] })
        await expectConflict(fixture, update, 'if the quote does not exist')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', undefined, unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of an earlier version, and changes nothing',
      async check(fixture) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const late = updateCommit(getRecord(first), { customer: { name: 'Late' } })
        await commitAll(fixture.storage, [first, second])
        await expectConflict(fixture, late, 'if a later version is stored')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(second), unchanged)
      },
    },
    {
      name: 'commit returns a conflict for an update of a later version, and changes nothing',
      async check(fixture) {
        const first = createCommit()
        const second = updateCommit(getRecord(first), { customer: { name: 'Second' } })
        const third = updateCommit(getRecord(second), { customer: { name: 'Third' } })
        await commitAll(fixture.storage, [first])
        await expectConflict(fixture, third, 'if previousVersion is not stored yet')
        await expectLoaded(fixture.storage, 'store-1', 'quote-1', getRecord(first), unchanged)
      },
    },
    {
      name: 'exactly one of many concurrent creations of a quote commits',
      check: (fixture) =>
        expectOneCommitted(
          fixture,
          Array.from({ length: writers }, (_, index) =>
            createCommit({ customer: { name: `Writer ${index}` } }),
          ),
        ),
    },
    {
      name: 'exactly one of many concurrent updates of a version commits',
      async check(fixture) {
        const first = createCommit()
        await commitAll(fixture.storage, [first])
        await expectOneCommitted(
          fixture,
          Array.from({ length: writers }, (_, index) =>
            updateCommit(getRecord(first), { customer: { name: `Writer ${index}` } }),
          ),
        )
      },
    },
    {
      name: 'concurrent commits of different quotes all succeed',
      async check(fixture) {
        const creations = Array.from({ length: writers }, (_, index) =>
          createCommit({ quoteId: `quote-${index}`, lines: 1 }),
        )
        const outcomes = await commitConcurrently(fixture, creations)
        const rule = 'commits of different quotes must not conflict with each other'
        expectEqual(
          outcomes,
          creations.map(() => 'committed'),
          rule,
        )
        for (const record of creations.map(getRecord))
          await expectLoaded(fixture.storage, 'store-1', record.id, record, rule)
      },
    },
    {
      name: 'commit stores every version of a chain of updates',
      async check({ storage }) {
        const first = createCommit()
        await commitAll(storage, [first])
        let record = getRecord(first)
        for (let version = 2; version <= 10; version += 1) {
          const commit = updateCommit(record, { customer: { name: `Version ${version}` } })
          await commitAll(storage, [commit])
          record = getRecord(commit)
        }
        const rule = 'load must return the last committed version'
        await expectLoaded(storage, 'store-1', 'quote-1', record, rule)
        expectEqual(record.version, 10, rule)
      },
    },
  ],
}
