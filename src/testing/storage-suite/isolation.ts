import { createCommit, updateCommit } from '../sample-commits.js'
import { confusableIds, expectOwnQuote, type ScopedId } from './confusable-ids.js'
import type { StorageArea } from './fixture.js'
import { allVersions, commitAll, expectLoaded } from './snapshot.js'

const otherStore = "load must return the store's own quote, not another store's"
const otherQuote = 'an update must not change other quotes'

export const isolation: StorageArea = {
  name: 'isolation',
  cases: [
    {
      name: 'load and commit keep quotes with the same id in different stores separate',
      async check({ storage }) {
        const ours = createCommit({ storeId: 'store-1' })
        const theirs = createCommit({ storeId: 'store-2', customer: { name: 'Theirs' } })
        await commitAll(storage, [ours])
        await expectLoaded(storage, 'store-2', 'quote-1', undefined, otherStore)
        await commitAll(storage, [theirs])
        await expectLoaded(storage, 'store-1', 'quote-1', ours.record, otherStore)
        await expectLoaded(storage, 'store-2', 'quote-1', theirs.record, otherStore)
      },
    },
    {
      name: "commit of an update does not change another store's quote",
      async check({ storage }) {
        const ours = createCommit({ storeId: 'store-1' })
        const theirs = createCommit({ storeId: 'store-2' })
        await commitAll(storage, [ours, theirs])
        await commitAll(storage, [updateCommit(ours.record, { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-2', 'quote-1', theirs.record, otherQuote)
      },
    },
    {
      name: 'commit of an update does not change another quote of the store',
      async check({ storage }) {
        const updated = createCommit({ quoteId: 'quote-1' })
        const other = createCommit({ quoteId: 'quote-2' })
        await commitAll(storage, [updated, other])
        await commitAll(storage, [updateCommit(updated.record, { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-1', 'quote-2', other.record, otherQuote)
      },
    },
    {
      name: 'load and commit compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const commits = confusableIds.map(([storeId, quoteId]) =>
          createCommit({ storeId, quoteId }),
        )
        for (const commit of commits) {
          const outcome = await storage.commit(commit)
          await expectOwnQuote(storage, idOf(commit), outcome, 'committed')
        }
        for (const commit of commits) {
          const [storeId, quoteId] = idOf(commit)
          const loaded = await storage.load(storeId, quoteId)
          await expectOwnQuote(storage, [storeId, quoteId], loaded, commit.record)
        }
      },
    },
    {
      name: 'updates and listHistory compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const creations = confusableIds.map(([storeId, quoteId]) =>
          createCommit({ storeId, quoteId, lines: 1 }),
        )
        const updates = creations.map(({ record }, index) =>
          updateCommit(record, { customer: { name: `Quote ${index}` } }),
        )
        for (const commit of [...creations, ...updates]) {
          const outcome = await storage.commit(commit)
          await expectOwnQuote(storage, idOf(commit), outcome, 'committed')
        }
        for (const [index, update] of updates.entries()) {
          const [storeId, quoteId] = idOf(update)
          const loaded = await storage.load(storeId, quoteId)
          await expectOwnQuote(storage, [storeId, quoteId], loaded, update.record)
          const { items } = await storage.listHistory(storeId, quoteId, allVersions)
          const entries = [creations[index]?.historyEntry, update.historyEntry]
          await expectOwnQuote(storage, [storeId, quoteId], items, entries)
        }
      },
    },
  ],
}

function idOf({ record }: ReturnType<typeof createCommit>): ScopedId {
  return [record.storeId, record.quoteId]
}
