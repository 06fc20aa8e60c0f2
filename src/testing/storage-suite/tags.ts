import assert from 'node:assert/strict'
import type { Tag } from '../../store/tags.js'
import { createCommit, updateCommit } from '../sample-commits.js'
import { confusableIds } from './confusable-ids.js'
import type { StorageArea } from './fixture.js'

function tag(name: string, label = name): Tag {
  return {
    backgroundColor: 'rgba(10%, 20.5%, 30%, 0.25)',
    color: 'rgb(90%, 90%, 90%)',
    label,
    value: name,
  }
}

export const tags: StorageArea = {
  name: 'tags',
  cases: [
    {
      name: 'a store without tags has an empty list',
      async check({ storage }) {
        assert.deepEqual(await storage.listTags('store-1'), [])
      },
    },
    {
      name: 'tags are listed in the order in which they were first set',
      async check({ storage, reopen }) {
        const set = ['zebra', 'apple', '10', '9', 'Apple'].map((name) => tag(name))
        for (const each of set) await storage.setTag('store-1', each)
        for (const reader of [storage, await reopen()])
          assert.deepEqual(await reader.listTags('store-1'), set)
      },
    },
    {
      name: 'a tag that is set again is replaced and keeps its place',
      async check({ storage }) {
        await storage.setTag('store-1', tag('first'))
        await storage.setTag('store-1', tag('second'))
        await storage.setTag('store-1', tag('first', 'New label'))
        assert.deepEqual(await storage.listTags('store-1'), [
          tag('first', 'New label'),
          tag('second'),
        ])
      },
    },
    {
      name: 'removing a tag says whether there was one',
      async check({ storage }) {
        await storage.setTag('store-1', tag('first'))
        assert.equal(await storage.removeTag('store-1', 'First'), false)
        assert.equal(await storage.removeTag('store-1', 'first'), true)
        assert.equal(await storage.removeTag('store-1', 'first'), false)
        assert.deepEqual(await storage.listTags('store-1'), [])
      },
    },
    {
      name: 'names such as __proto__, empty spaces and emoji are ordinary',
      async check({ storage }) {
        const set = ['__proto__', 'constructor', ' ', '👍🏽', "'; --"].map((name) => tag(name))
        for (const each of set) await storage.setTag('store-1', each)
        assert.deepEqual(await storage.listTags('store-1'), set)
      },
    },
    {
      name: 'stores and names are compared exactly: case, spaces, accents and all',
      async check({ storage }) {
        for (const [storeId, name] of confusableIds) await storage.setTag(storeId, tag(name))
        const namesOf = async (storeId: string) =>
          (await storage.listTags(storeId)).map(({ value }) => value)
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const expected = (storeId: string) =>
          confusableIds.filter(([each]) => each === storeId).map(([, name]) => name)
        for (const storeId of stores) assert.deepEqual(await namesOf(storeId), expected(storeId))
        for (const storeId of stores) {
          const [first = '', ...others] = expected(storeId)
          assert.equal(await storage.removeTag(storeId, first), true)
          assert.deepEqual(await namesOf(storeId), others)
        }
      },
    },
    {
      name: 'tags that are set at the same moment are all there',
      async check({ storage, reopen }) {
        const other = await reopen()
        const set = Array.from({ length: 20 }, (_, index) => tag(`tag-${index}`))
        await Promise.all(
          set.map((each, index) => (index % 2 === 0 ? storage : other).setTag('store-1', each)),
        )
        const names = (await storage.listTags('store-1')).map(({ value }) => value)
        assert.deepEqual(names.toSorted(), set.map(({ value }) => value).toSorted())
      },
    },
    {
      name: 'of many who remove one tag exactly one is told that there was one',
      async check({ storage, reopen }) {
        const other = await reopen()
        await storage.setTag('store-1', tag('first'))
        const removed = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 === 0 ? storage : other).removeTag('store-1', 'first'),
          ),
        )
        assert.equal(removed.filter(Boolean).length, 1)
      },
    },
    {
      name: 'what is set and removed through another adapter is listed at once',
      async check({ storage, reopen }) {
        const other = await reopen()
        assert.deepEqual(await storage.listTags('store-1'), [])
        await other.setTag('store-1', tag('first'))
        assert.deepEqual(await storage.listTags('store-1'), [tag('first')])
        await other.removeTag('store-1', 'first')
        assert.deepEqual(await storage.listTags('store-1'), [])
      },
    },
    {
      name: 'quotes that carry a tag keep it when it is removed, and when it is set anew',
      async check({ storage }) {
        const first = createCommit()
        const { record } = updateCommit(first.record, { tag_list: ['first', 'second'] })
        await storage.setTag('store-1', tag('first'))
        await storage.setTag('store-1', tag('second'))
        await storage.commit(first)
        await storage.commit(updateCommit(first.record, { tag_list: ['first', 'second'] }))
        await storage.removeTag('store-1', 'first')
        await storage.setTag('store-1', tag('second', 'New label'))
        assert.deepEqual(await storage.load('store-1', 'quote-1'), record)
      },
    },
    {
      name: 'the tags of one store are not those of another',
      async check({ storage }) {
        await storage.setTag('store-1', tag('shared', 'Ours'))
        await storage.setTag('store-2', tag('shared', 'Theirs'))
        assert.equal(await storage.removeTag('store-2', 'shared'), true)
        assert.deepEqual(await storage.listTags('store-1'), [tag('shared', 'Ours')])
        assert.deepEqual(await storage.listTags('store-2'), [])
      },
    },
    {
      name: 'what a caller does to a listed tag never reaches the stored one',
      async check({ storage }) {
        await storage.setTag('store-1', tag('first'))
        const listed = await storage.listTags('store-1')
        Reflect.set(listed[0] as object, 'label', 'Mallory')
        assert.deepEqual(await storage.listTags('store-1'), [tag('first')])
      },
    },
  ],
}
