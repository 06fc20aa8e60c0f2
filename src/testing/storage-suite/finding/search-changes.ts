import type { StoragePort } from '../../../ports/storage.js'
import { expectEqual } from '../../expect.js'
import {
  commitOf,
  createSample,
  type Sample,
  type SampleChange,
  sampleTime,
  updateSample,
} from '../../samples.js'
import { commitAll, type StorageArea } from '../fixture.js'
import { anySample, commitChanges, createSamples, expectFound, expectListed } from './found.js'

const byLastChange = 'must find each record by the search of its last change only'
const ifAbsent = 'must not list a record whose last change has no search'

const inUpdatedOrder = 'in order updated must list by updated of the last change, the latest first'

/** Updates a record, and returns the change. */
async function update(storage: StoragePort, { record }: SampleChange, sample: Sample) {
  const change = updateSample(record, sample)
  await commitAll(storage, [commitOf(change)])
  return change
}

export const searchChanges: StorageArea = {
  name: 'changes of what is found',
  cases: [
    {
      name: 'find and count follow added, removed and replaced terms',
      async check({ storage, reopen }) {
        const { a } = await createSamples(storage, {
          a: { terms: ['x', 'y'] },
          b: { terms: ['x'] },
        })
        const reader = await reopen()
        const expectTerms = async (x: readonly string[], y: readonly string[]) => {
          await expectFound(reader, { terms: [['x']] }, x, byLastChange)
          await expectFound(reader, { terms: [['y']] }, y, byLastChange)
        }
        await expectTerms(['a', 'b'], ['a'])
        const removed = await update(storage, a, { terms: ['y'] })
        await expectTerms(['b'], ['a'])
        const replaced = await update(storage, removed, { terms: ['z', 'x'] })
        await expectTerms(['a', 'b'], [])
        await expectFound(reader, { terms: [['z']] }, ['a'], byLastChange)
        await update(storage, replaced, { terms: [] })
        await expectTerms(['b'], [])
        await expectFound(reader, { terms: [['z']] }, [], byLastChange)
      },
    },
    {
      name: 'find and count follow added, removed and replaced words',
      async check({ storage }) {
        const { a } = await createSamples(storage, { a: { words: ['ada', 'byron'] }, b: {} })
        const renamed = await update(storage, a, { words: ['ada', 'lovelace'] })
        await expectFound(storage, { words: ['ada'] }, ['a'], byLastChange)
        await expectFound(storage, { words: ['byron'] }, [], byLastChange)
        await expectFound(storage, { words: ['love'] }, ['a'], byLastChange)
        await update(storage, renamed, { words: [] })
        await expectFound(storage, { words: ['ada'] }, [], byLastChange)
        await expectFound(storage, {}, ['a', 'b'], byLastChange)
      },
    },
    {
      name: 'find and count follow expires as it is set, changed and removed',
      async check({ storage }) {
        const { a } = await createSamples(storage, { a: {}, b: { expires: 20 } })
        const expectOrder = (ids: readonly string[]) =>
          expectListed(storage, { order: 'expires' }, ids, `in order expires ${byLastChange}`)
        await expectOrder(['b'])
        const set = await update(storage, a, { expires: 10 })
        await expectOrder(['a', 'b'])
        const changed = await update(storage, set, { expires: 30 })
        await expectOrder(['b', 'a'])
        await expectFound(storage, { times: { expires: { to: 25 } } }, ['b'], byLastChange)
        await update(storage, changed, { expires: undefined })
        await expectOrder(['b'])
        await expectFound(storage, { times: { expires: {} } }, ['b'], byLastChange)
      },
    },
    {
      name: 'find follows a change of updated alone',
      async check({ storage }) {
        const terms = ['x']
        const words = ['ada']
        const { a } = await createSamples(storage, { a: { terms, words }, b: { terms, words } })
        await expectListed(storage, { order: 'updated' }, ['b', 'a'], inUpdatedOrder)
        const change = await update(storage, a, { note: 'touched' })
        const rule = 'a change whose search is its previousSearch must have the same object'
        expectEqual(change.search === change.previousSearch, true, rule)
        const query = { terms: [terms], words, order: 'updated' } as const
        await expectListed(storage, query, ['a', 'b'], inUpdatedOrder)
        const page = await storage.find('store-1', { ...anySample, limit: 1 })
        const current = 'find must return the current version, even if its search has not changed'
        expectEqual(page.items, [change.record], current)
        const times = { updated: { from: sampleTime + 1 } }
        await expectFound(storage, { times }, ['a'], 'must compare updated of the last change')
      },
    },
    {
      name: 'find and count list no record whose last change has no search',
      async check({ storage }) {
        const sample = { terms: ['x'], words: ['ada'], expires: 10 }
        const { a, hidden } = await createSamples(storage, {
          a: sample,
          b: sample,
          hidden: { isFindable: false },
        })
        const filters = [{}, { terms: [['x']] }, { words: ['ada'] }, { times: { expires: {} } }]
        const expectAll = async (ids: readonly string[], rule: string) => {
          for (const filter of filters) await expectFound(storage, filter, ids, rule)
        }
        await expectAll(['a', 'b'], ifAbsent)
        const removed = await update(storage, a, { isFindable: false })
        await expectAll(['b'], ifAbsent)
        await expectListed(storage, { order: 'expires' }, ['b'], ifAbsent)
        const still = await update(storage, removed, { isFindable: false })
        await expectAll(['b'], ifAbsent)
        await update(storage, hidden, sample)
        await update(storage, still, sample)
        await expectAll(['a', 'b', 'hidden'], byLastChange)
      },
    },
    {
      name: 'a conflict does not change what find lists',
      async check({ storage }) {
        const { a } = await createSamples(storage, { a: { terms: ['x'], words: ['ada'] } })
        await update(storage, a, { note: 'second' })
        const conflicts = [
          updateSample(a.record, { terms: ['y'], words: ['bob'] }),
          createSample('a', { terms: ['y'], words: ['bob'] }),
        ]
        for (const conflict of conflicts) {
          const outcome = await storage.commit('store-1', commitOf(conflict))
          const rule = "commit must return 'conflict' if previousVersion is not the stored version"
          expectEqual(outcome, 'conflict', rule)
        }
        const unchanged = 'must not change after a conflict'
        await expectFound(storage, { terms: [['x']], words: ['ada'] }, ['a'], unchanged)
        await expectFound(storage, { terms: [['y']] }, [], unchanged)
        await expectFound(storage, { words: ['bob'] }, [], unchanged)
      },
    },
    {
      name: 'find and count see commits of another adapter immediately',
      async check({ storage, reopen }) {
        const other = await reopen()
        const rule = 'must read what any process had committed before the call'
        await expectFound(storage, { terms: [['x']] }, [], rule)
        const change = createSample('a', { terms: ['x'] })
        await commitChanges(other, [change])
        await expectFound(storage, { terms: [['x']] }, ['a'], rule)
        await update(other, change, { terms: ['y'] })
        await expectFound(storage, { terms: [['x']] }, [], rule)
      },
    },
  ],
}
