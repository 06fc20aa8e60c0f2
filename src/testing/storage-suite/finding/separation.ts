import { quoteKind } from '../../../quote/quote-record.js'
import { createCommit, getRecord, updateCommit } from '../../sample-commits.js'
import { createSample, updateSample } from '../../sample-records.js'
import { confusableIds, distinctIdsRule } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'
import { commitAll } from '../snapshot.js'
import { commitChanges, createSamples, expectFound, findableIds } from './found.js'

const ofKind = 'must list records of its kind only, even if others have the same ids and terms'
const ofStore = 'must list records of its store only'

export const findSeparation: StorageArea = {
  name: 'separation of find',
  cases: [
    {
      name: 'find and count keep kinds separate',
      async check({ storage }) {
        const fields = { terms: ['x'], words: ['ada'], expires: 10 }
        const one = createSample('same', { ...fields, kind: 'one' })
        const two = createSample('same', { ...fields, kind: 'two' })
        const upper = createSample('upper', { ...fields, kind: 'One' })
        await commitChanges(storage, [one, two, upper])
        const filters = [{}, { terms: [['x']] }, { words: ['ad'] }, { times: { expires: {} } }]
        for (const filter of filters) {
          await expectFound(storage, { ...filter, kind: 'one' }, ['same'], ofKind)
          await expectFound(storage, { ...filter, kind: 'One' }, ['upper'], ofKind)
        }
        await commitChanges(storage, [updateSample(one.record, { terms: [], words: [] })])
        await expectFound(storage, { kind: 'one', terms: [['x']] }, [], ofKind)
        await expectFound(storage, { kind: 'one', words: ['ada'] }, [], ofKind)
        await expectFound(storage, { kind: 'two', terms: [['x']], words: ['a'] }, ['same'], ofKind)
      },
    },
    {
      name: 'find and count keep stores separate',
      async check({ storage }) {
        const terms = ['x']
        const { a } = await createSamples(storage, { a: { terms, words: ['ada'] } }, 'store-1')
        const theirs = { a: { terms, words: ['ada'] }, b: { terms } }
        await createSamples(storage, theirs, 'store-2')
        await expectFound(storage, { terms: [terms] }, ['a'], ofStore, 'store-1')
        await expectFound(storage, { terms: [terms] }, ['a', 'b'], ofStore, 'store-2')
        await expectFound(storage, { terms: [terms] }, [], ofStore, 'store-3')
        await commitChanges(storage, [updateSample(a.record, { terms: [], words: [] })])
        await expectFound(storage, { terms: [terms] }, [], ofStore, 'store-1')
        await expectFound(storage, { words: ['ada'] }, [], ofStore, 'store-1')
        await expectFound(storage, { words: ['ada'] }, ['a'], ofStore, 'store-2')
        await expectFound(storage, {}, ['a', 'b'], ofStore, 'store-2')
      },
    },
    {
      name: 'find and count compare store ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const fields = { terms: ['x'], words: ['ada'] }
        for (const [index, storeId] of stores.entries())
          await commitChanges(storage, [createSample(`${index}`, fields)], storeId)
        const filters = [{}, { terms: [['x']] }, { words: ['ada'] }]
        for (const [index, storeId] of stores.entries()) {
          for (const filter of filters) {
            const found = await findableIds(storage, filter, storeId)
            const other = stores[Number(found.find((id) => id !== `${index}`) ?? index)] as string
            const collision = distinctIdsRule('record id', [storeId, ''], [other, ''])
            const rule = other === storeId ? ofStore : `${ofStore}: ${collision}`
            await expectFound(storage, filter, [`${index}`], rule, storeId)
          }
        }
      },
    },
    {
      name: 'find finds quotes by the search of their changes',
      async check({ storage }) {
        const quotes = ['quote-1', 'quote-2'].map((quoteId) =>
          createCommit({ quoteId, customer: { name: 'Ada', email: 'Ada@Example.com' } }),
        )
        await commitAll(storage, quotes)
        const [first] = quotes as [(typeof quotes)[0]]
        const tagged = updateCommit(getRecord(first), { tag_list: ['vip'] })
        await commitAll(storage, [tagged])
        const rule = 'must find a quote by the search of its last change'
        const { terms = [] } = tagged.changes[0].search ?? {}
        const groups = terms.map((term) => [term])
        const kind = quoteKind
        await expectFound(storage, { kind, terms: groups }, ['quote-1'], rule)
        await expectFound(storage, { kind, words: ['exam', 'ada'] }, ['quote-1', 'quote-2'], rule)
      },
    },
  ],
}
