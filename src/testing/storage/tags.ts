import assert from 'node:assert/strict'
import type { Tag } from '../../quote/tag.js'
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
