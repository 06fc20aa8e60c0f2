import { quoteRef } from '../../quote/quote-record.js'
import { createCommit, getRecord, updateCommit } from '../sample-commits.js'
import { confusableIds, expectOwnQuote, type ScopedId } from './confusable-ids.js'
import type { StorageArea } from './fixture.js'
import { allVersions, commitAll, expectLoaded, getEntries, loadQuote } from './snapshot.js'

const otherStore = "load must return the store's own quote, not another store's"
const otherQuote = 'an update must not change other quotes'

/** Returns the creation of a quote for each of {@link confusableIds}, named by its index. */
const confusableCreations = () =>
  confusableIds.map(([, quoteId], index) =>
    createCommit({ quoteId, customer: { name: `${index}` }, lines: 1 }),
  )

const getStore = (index: number) => (confusableIds[index] as ScopedId)[0]

export const isolation: StorageArea = {
  name: 'isolation',
  cases: [
    {
      name: 'load and commit keep quotes with the same id in different stores separate',
      async check({ storage }) {
        const ours = createCommit()
        const theirs = createCommit({ customer: { name: 'Theirs' } })
        await commitAll(storage, [ours], 'store-1')
        await expectLoaded(storage, 'store-2', 'quote-1', undefined, otherStore)
        await commitAll(storage, [theirs], 'store-2')
        await expectLoaded(storage, 'store-1', 'quote-1', getRecord(ours), otherStore)
        await expectLoaded(storage, 'store-2', 'quote-1', getRecord(theirs), otherStore)
      },
    },
    {
      name: "commit of an update does not change another store's quote",
      async check({ storage }) {
        const quote = createCommit()
        await commitAll(storage, [quote], 'store-1')
        await commitAll(storage, [quote], 'store-2')
        await commitAll(storage, [updateCommit(getRecord(quote), { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-2', 'quote-1', getRecord(quote), otherQuote)
      },
    },
    {
      name: 'commit of an update does not change another quote of the store',
      async check({ storage }) {
        const updated = createCommit({ quoteId: 'quote-1' })
        const other = createCommit({ quoteId: 'quote-2' })
        await commitAll(storage, [updated, other])
        await commitAll(storage, [updateCommit(getRecord(updated), { tag_list: ['Approved'] })])
        await expectLoaded(storage, 'store-1', 'quote-2', getRecord(other), otherQuote)
      },
    },
    {
      name: 'load and commit compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const commits = confusableCreations()
        for (const [index, commit] of commits.entries()) {
          const outcome = await storage.commit(getStore(index), commit)
          await expectOwnQuote(storage, index, outcome, 'committed')
        }
        for (const [index, commit] of commits.entries()) {
          const record = getRecord(commit)
          const loaded = await loadQuote(storage, record.id, getStore(index))
          await expectOwnQuote(storage, index, loaded, record)
        }
      },
    },
    {
      name: 'updates and listHistory compare ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const creations = confusableCreations()
        const updates = creations.map((commit) =>
          updateCommit(getRecord(commit), { tag_list: ['Approved'] }),
        )
        for (const commits of [creations, updates]) {
          for (const [index, commit] of commits.entries()) {
            const outcome = await storage.commit(getStore(index), commit)
            await expectOwnQuote(storage, index, outcome, 'committed')
          }
        }
        for (const [index, update] of updates.entries()) {
          const { id } = getRecord(update)
          const loaded = await loadQuote(storage, id, getStore(index))
          await expectOwnQuote(storage, index, loaded, getRecord(update))
          const page = await storage.listHistory(getStore(index), quoteRef(id), allVersions)
          const creation = creations[index] as typeof update
          await expectOwnQuote(storage, index, page.items, getEntries([creation, update]))
        }
      },
    },
  ],
}
