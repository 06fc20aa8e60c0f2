import assert from 'node:assert/strict'
import type { CommitOutcome } from '../../ports/storage.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import type { StorageArea } from './fixture.js'

const writers = 20

function expectOneCommitted(outcomes: readonly CommitOutcome[]): void {
  assert.deepEqual(outcomes.toSorted(), [
    'committed',
    ...Array.from({ length: outcomes.length - 1 }, () => 'conflict'),
  ])
}

export const commits: StorageArea = {
  name: 'commits',
  cases: [
    {
      name: 'creating a quote that exists is a conflict, and the stored one stays',
      async check({ storage }) {
        const first = createCommit()
        assert.equal(await storage.commit(first), 'committed')
        assert.equal(
          await storage.commit(createCommit({ customer: { name: 'Other' } })),
          'conflict',
        )
        assert.deepEqual(await storage.load('store-1', 'quote-1'), first.record)
      },
    },
    {
      name: 'updating a quote that does not exist is a conflict, and creates nothing',
      async check({ storage }) {
        const { record } = createCommit()
        assert.equal(await storage.commit(updateCommit(record, { tag_list: ['a'] })), 'conflict')
        assert.equal(await storage.load('store-1', 'quote-1'), undefined)
      },
    },
    {
      name: 'an update of a version that is no longer stored is a conflict, and changes nothing',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        const late = updateCommit(first.record, { customer: { name: 'Late' } })
        await storage.commit(first)
        await storage.commit(second)
        assert.equal(await storage.commit(late), 'conflict')
        assert.deepEqual(await storage.load('store-1', 'quote-1'), second.record)
      },
    },
    {
      name: 'an update of a version that is not stored yet is a conflict, and changes nothing',
      async check({ storage }) {
        const first = createCommit()
        const second = updateCommit(first.record, { customer: { name: 'Second' } })
        const third = updateCommit(second.record, { customer: { name: 'Third' } })
        await storage.commit(first)
        assert.equal(await storage.commit(third), 'conflict')
        assert.deepEqual(await storage.load('store-1', 'quote-1'), first.record)
      },
    },
    {
      name: 'of many writers who create one quote exactly one commits',
      async check({ storage, reopen }) {
        const other = await reopen()
        const changes = Array.from({ length: writers }, (_, index) =>
          createCommit({ customer: { name: `Writer ${index}` } }),
        )
        const outcomes = await Promise.all(
          changes.map((change, index) => (index % 2 === 0 ? storage : other).commit(change)),
        )
        expectOneCommitted(outcomes)
        const winner = changes[outcomes.indexOf('committed')]
        assert.deepEqual(await storage.load('store-1', 'quote-1'), winner?.record)
      },
    },
    {
      name: 'of many writers of one version exactly one commits',
      async check({ storage, reopen }) {
        const other = await reopen()
        const first = createCommit()
        await storage.commit(first)
        const changes = Array.from({ length: writers }, (_, index) =>
          updateCommit(first.record, { customer: { name: `Writer ${index}` } }),
        )
        const outcomes = await Promise.all(
          changes.map((change, index) => (index % 2 === 0 ? storage : other).commit(change)),
        )
        expectOneCommitted(outcomes)
        const winner = changes[outcomes.indexOf('committed')]
        assert.deepEqual(await other.load('store-1', 'quote-1'), winner?.record)
      },
    },
    {
      name: 'of many writers of different quotes everyone commits',
      async check({ storage, reopen }) {
        const other = await reopen()
        const changes = Array.from({ length: writers }, (_, index) =>
          createCommit({ quoteId: `quote-${index}`, lines: 1 }),
        )
        const outcomes = await Promise.all(
          changes.map((change, index) => (index % 2 === 0 ? storage : other).commit(change)),
        )
        assert.deepEqual(new Set(outcomes), new Set(['committed']))
        for (const { record } of changes)
          assert.deepEqual(await storage.load('store-1', record.quoteId), record)
      },
    },
    {
      name: 'a chain of updates commits every one of its versions',
      async check({ storage }) {
        let { record } = createCommit()
        await storage.commit(createCommit())
        for (let version = 2; version <= 10; version += 1) {
          const change = updateCommit(record, { customer: { name: `Version ${version}` } })
          assert.equal(await storage.commit(change), 'committed')
          record = change.record
        }
        assert.deepEqual(await storage.load('store-1', 'quote-1'), record)
        assert.equal(record.version, 10)
      },
    },
  ],
}
