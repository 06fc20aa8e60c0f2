import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { Tag } from '../../../src/store/tags.js'
import type { BrokenStorage } from './broken-storage.js'

/** Keeps the tags of a store as one list, that is read and then written. */
function listedTags({
  keyOf = (storeId: string) => storeId,
  nameOf = (name: string) => name,
  keep = (tag: Tag): Tag => Object.freeze({ ...tag }),
  between = (): unknown => undefined,
} = {}): Partial<QuoteStorage> {
  const lists = new Map<string, readonly Tag[]>()
  const listOf = (storeId: string) => lists.get(keyOf(storeId)) ?? []
  const isNamed = (name: string) => (tag: Tag) => nameOf(tag.value) === nameOf(name)
  return {
    listTags: (storeId) => [...listOf(storeId)],
    async setTag(storeId, tag) {
      const list = listOf(storeId)
      await between()
      const place = list.findIndex(isNamed(tag.value))
      lists.set(keyOf(storeId), place < 0 ? [...list, keep(tag)] : list.with(place, keep(tag)))
    },
    async removeTag(storeId, name) {
      const list = listOf(storeId)
      await between()
      const others = list.filter((tag) => !isNamed(name)(tag))
      lists.set(keyOf(storeId), others)
      return others.length < list.length
    },
  }
}

const exactNames = 'stores and names are compared exactly: case, spaces, accents and all'

export const brokenTags: readonly BrokenStorage[] = [
  {
    fault: 'throws for a store without tags',
    make: ({ listTags }) => ({
      async listTags(storeId) {
        const tags = await listTags(storeId)
        if (tags.length === 0) throw new Error('there is no such store')
        return tags
      },
    }),
    fails: ['a store without tags has an empty list'],
  },
  {
    fault: 'lists tags by name',
    make: ({ listTags }) => ({
      listTags: async (storeId) =>
        (await listTags(storeId)).toSorted((left, right) => (left.value < right.value ? -1 : 1)),
    }),
    fails: ['tags are listed in the order in which they were first set'],
  },
  {
    fault: 'puts a tag that is set again at the end',
    make: ({ setTag, removeTag }) => ({
      async setTag(storeId, tag) {
        await removeTag(storeId, tag.value)
        await setTag(storeId, tag)
      },
    }),
    fails: ['a tag that is set again is replaced and keeps its place'],
  },
  {
    fault: 'says that it removed a tag that was not there',
    make: ({ removeTag }) => ({
      async removeTag(storeId, name) {
        await removeTag(storeId, name)
        return true
      },
    }),
    fails: [
      'removing a tag says whether there was one',
      'of many who remove one tag exactly one is told that there was one',
    ],
  },
  {
    fault: 'keeps tags as the fields of an object',
    make() {
      const tags: Record<string, Tag> = {}
      return {
        listTags: () => Object.values(tags),
        setTag(_storeId, tag) {
          tags[tag.value] = tag
        },
      }
    },
    fails: ['names such as __proto__, empty spaces and emoji are ordinary'],
  },
  {
    fault: 'folds the case of tags',
    make: () => listedTags({ nameOf: (name) => name.toLowerCase() }),
    fails: ['removing a tag says whether there was one', exactNames],
  },
  {
    fault: 'folds the case of stores that have tags',
    make: () => listedTags({ keyOf: (storeId) => storeId.toLowerCase() }),
    fails: [exactNames],
  },
  {
    fault: 'has one list of tags for all stores',
    make: () => listedTags({ keyOf: () => '' }),
    fails: ['the tags of one store are not those of another'],
  },
  {
    fault: 'reads the tags and then writes them, with others between',
    make: () => listedTags({ between: () => Promise.resolve() }),
    fails: [
      'tags that are set at the same moment are all there',
      'of many who remove one tag exactly one is told that there was one',
    ],
  },
  {
    fault: 'takes a tag that is removed from quotes, too',
    make({ load, removeTag }) {
      const removed = new Set<string>()
      return {
        async load(storeId, quoteId) {
          const record = await load(storeId, quoteId)
          if (record === undefined || record.quote.tags === null) return record
          const tags = record.quote.tags.filter((tag) => !removed.has(tag))
          return { ...record, quote: { ...record.quote, tags } }
        },
        removeTag(storeId, name) {
          removed.add(name)
          return removeTag(storeId, name)
        },
      }
    },
    fails: ['quotes that carry a tag keep it when it is removed, and when it is set anew'],
  },
  {
    fault: 'hands out its live tags',
    make: () => listedTags({ keep: (tag) => ({ ...tag }) }),
    fails: ['what a caller does to a listed tag never reaches the stored one'],
  },
]
