import type { StoragePort } from '../../ports/storage.js'
import type { RecordChange, RecordCommit } from '../../record/commit.js'
import { expectEqual } from '../expect.js'
import {
  commitOf,
  createSample,
  keyCommit,
  keyRecord,
  sampleKind,
  updateSample,
} from '../samples.js'
import { expectCommittedEvents } from './events.js'
import { findableIds } from './finding/found.js'
import {
  allEvents,
  allVersions,
  commitAll,
  type StorageArea,
  type StorageFixture,
} from './fixture.js'

const ids = ['c', 'a', 'b']
const creations = ids.map((id) => createSample(id))
const updates = creations.map(({ record }) => updateSample(record, { terms: ['changed'] }))

const of = (...changes: readonly RecordChange[]): RecordCommit => Object.freeze({ changes })
const getRecords = ({ changes }: RecordCommit) => changes.map(({ record }) => record)
const key = keyRecord('key-1', { kind: sampleKind, id: 'c', version: 1 })

/** Everything that a commit of the sample records can change. */
async function storedState(storage: StoragePort) {
  const refs = [...ids, 'd'].map((id) => ({ kind: sampleKind, id }))
  const histories = refs.map(async (ref) => storage.listHistory('store-1', ref, allVersions))
  return structuredClone({
    records: await storage.load('store-1', refs),
    histories: await Promise.all(histories),
    events: await storage.listEvents('store-1', allEvents),
    found: await findableIds(storage, { terms: [['changed']] }),
    key: await storage.findIdempotencyRecord('store-1', 'key-1'),
  })
}

/** Expects a conflict of a commit, and that none of its changes is written. */
async function expectNoneWritten(
  storage: StoragePort,
  commit: RecordCommit,
  reason: string,
): Promise<void> {
  const before = await storedState(storage)
  const outcome = await storage.commit('store-1', commit)
  expectEqual(outcome, 'conflict', `commit must return 'conflict' ${reason}`)
  const rule = `commit must write none of its changes ${reason}`
  expectEqual(await storedState(storage), before, rule)
}

const ifOneConflicts = 'if the previousVersion of one of its changes is not the stored version'
const ifKeyInUse = 'if the idempotency key is in use'

/** Commits all at once, alternating between two adapters, and expects one success. */
async function expectOneCommitted(
  { storage, reopen }: StorageFixture,
  commits: readonly RecordCommit[],
): Promise<void> {
  const other = await reopen()
  const outcomes = await Promise.all(
    commits.map((commit, index) => (index % 2 === 0 ? storage : other).commit('store-1', commit)),
  )
  const rule = 'exactly one of the concurrent commits must succeed; compare and write atomically'
  expectEqual(outcomes.filter((outcome) => outcome === 'committed').length, 1, rule)
  const winner = commits[outcomes.indexOf('committed')] as RecordCommit
  const refs = winner.changes.map(({ record: { kind, id } }) => ({ kind, id }))
  const stored = await storage.load('store-1', refs)
  expectEqual(stored, getRecords(winner), "load must return all of the winner's records")
}

export const commitsOfSeveral: StorageArea = {
  name: 'commits of several records',
  cases: [
    {
      name: 'commit stores every change of a commit, with events in the order of the changes',
      async check({ storage, reopen }) {
        const [c, a, b] = updates as [RecordChange, RecordChange, RecordChange]
        const last = createSample('d', { terms: ['changed'] })
        const commits = [of(...creations), of(b, c), { ...of(last, a), idempotency: key }]
        await commitAll(storage, commits)
        const rule = 'commit must store every change of a commit'
        for (const reader of [storage, await reopen()]) {
          const state = await storedState(reader)
          expectEqual(state.records, [...getRecords(of(...updates)), last.record], rule)
          expectEqual(state.found, ['a', 'b', 'c', 'd'], rule)
          expectEqual(state.key, key, rule)
          await expectCommittedEvents(
            reader,
            commits,
            'listEvents must return one event per change, in the order of the changes of a ' +
              'commit, at positions without gaps',
          )
        }
      },
    },
    {
      name: 'commit writes none of its changes if one of them conflicts',
      async check({ storage }) {
        const [c, a, b] = updates as [RecordChange, RecordChange, RecordChange]
        const [newC] = creations as [RecordChange]
        const other = createSample('d', { terms: ['changed'] })
        await commitAll(storage, [of(...creations), of(a)])
        for (const commit of [of(a, b, c), of(c, a, b), of(b, c, a), of(other, newC)]) {
          await expectNoneWritten(storage, commit, ifOneConflicts)
          const withKey = { ...commit, idempotency: key }
          await expectNoneWritten(storage, withKey, ifOneConflicts)
        }
        await commitAll(storage, [{ ...of(other, b, c), idempotency: key }])
        await expectCommittedEvents(
          storage,
          [of(...creations), of(a), of(other, b, c)],
          'a conflict must not use up positions',
        )
      },
    },
    {
      name: 'commit writes none of its changes if the key is in use',
      async check({ storage }) {
        await commitAll(storage, [of(...creations), keyCommit(key)])
        await expectNoneWritten(storage, { ...of(...updates), idempotency: key }, ifKeyInUse)
        await commitAll(storage, [of(...updates)])
        const rule = 'a conflict must not use up positions'
        await expectCommittedEvents(storage, [of(...creations), of(...updates)], rule)
      },
    },
    {
      name: 'exactly one of many concurrent commits of the same records commits',
      async check(fixture) {
        await commitAll(fixture.storage, [of(...creations)])
        const commits = Array.from({ length: 20 }, (_, writer) => {
          const changes = creations.map(({ record }) => updateSample(record, { note: `${writer}` }))
          return of(...(writer % 3 === 0 ? changes : changes.reverse()))
        })
        await expectOneCommitted(fixture, commits)
      },
    },
    {
      name: 'exactly one of many concurrent commits that share one record commits',
      check: (fixture) =>
        expectOneCommitted(
          fixture,
          Array.from({ length: 20 }, (_, writer) => {
            const own = createSample(`own-${writer}`)
            const shared = createSample('shared', { note: `${writer}` })
            return of(...(writer % 3 === 0 ? [own, shared] : [shared, own]))
          }),
        ),
    },
    {
      name: 'commit accepts a hundred changes',
      async check({ storage }) {
        const many = Array.from({ length: 100 }, (_, index) => createSample(`${index}`))
        const next = many.map(({ record }) => updateSample(record, { note: 'next' }))
        const commits = [of(...many), of(...next), commitOf(createSample('last'))]
        await commitAll(storage, commits)
        await expectCommittedEvents(storage, commits)
      },
    },
  ],
}
