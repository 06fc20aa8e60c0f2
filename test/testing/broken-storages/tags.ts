import type { QuoteStorage } from '../../../src/ports/storage.js'
import type { Tag } from '../../../src/store/tags.js'
import type { BrokenStorage } from './broken-storage.js'

/** Returns a storage that reads and then writes the tags of a store as one list. */
function listedTags({
  keyOf = (storeId: string) => storeId,
  nameOf = (name: string) => name,
  copy = (tag: Tag): Tag => Object.freeze({ ...tag }),
  beforeWrite = (): unknown => undefined,
} = {}): Partial<QuoteStorage> {
  const lists = new Map<string, readonly Tag[]>()
  const listOf = (storeId: string) => lists.get(keyOf(storeId)) ?? []
  const isNamed = (name: string) => (tag: Tag) => nameOf(tag.value) === nameOf(name)
  return {
    listTags: (storeId) => [...listOf(storeId)],
    async setTag(storeId, tag) {
      const list = listOf(storeId)
      await beforeWrite()
      const index = list.findIndex(isNamed(tag.value))
      lists.set(keyOf(storeId), index < 0 ? [...list, copy(tag)] : list.with(index, copy(tag)))
    },
    async removeTag(storeId, name) {
      const list = listOf(storeId)
      await beforeWrite()
      const others = list.filter((tag) => !isNamed(name)(tag))
      lists.set(keyOf(storeId), others)
      return others.length < list.length
    },
  }
}

const exactNames =
  'setTag and removeTag compare ids and names exactly (case, accents, spaces, length)'

export const brokenTags: readonly BrokenStorage[] = [
  {
    defect: 'throws for a store without tags',
    make: ({ listTags }) => ({
      async listTags(storeId) {
        const tags = await listTags(storeId)
        if (tags.length === 0) throw new Error('no such store')
        return tags
      },
    }),
    fails: ['listTags returns an empty list for a store without tags'],
  },
  {
    defect: 'lists tags by name',
    make: ({ listTags }) => ({
      listTags: async (storeId) =>
        (await listTags(storeId)).toSorted((left, right) => (left.value < right.value ? -1 : 1)),
    }),
    fails: ['listTags returns tags in the order in which they were first set'],
  },
  {
    defect: 'moves a replaced tag to the end',
    make: ({ setTag, removeTag }) => ({
      async setTag(storeId, tag) {
        await removeTag(storeId, tag.value)
        await setTag(storeId, tag)
      },
    }),
    fails: ['setTag replaces a tag of the same name and keeps its position'],
  },
  {
    defect: 'returns true for removing a missing tag',
    make: ({ removeTag }) => ({
      async removeTag(storeId, name) {
        await removeTag(storeId, name)
        return true
      },
    }),
    fails: [
      'removeTag returns true only if the tag existed',
      'exactly one of many concurrent removeTag calls returns true',
    ],
  },
  {
    defect: 'stores tags as fields of a plain object',
    make() {
      const tags: Record<string, Tag> = {}
      return {
        listTags: () => Object.values(tags),
        setTag(_storeId, tag) {
          tags[tag.value] = tag
        },
      }
    },
    fails: ['setTag accepts names such as __proto__, spaces and emoji'],
  },
  {
    defect: 'ignores case in tag names',
    make: () => listedTags({ nameOf: (name) => name.toLowerCase() }),
    fails: ['removeTag returns true only if the tag existed', exactNames],
  },
  {
    defect: 'ignores case in store ids of tags',
    make: () => listedTags({ keyOf: (storeId) => storeId.toLowerCase() }),
    fails: [exactNames],
  },
  {
    defect: 'has one list of tags for all stores',
    make: () => listedTags({ keyOf: () => '' }),
    fails: ['listTags keeps the tags of different stores separate'],
  },
  {
    defect: 'reads and writes tags without atomicity',
    make: () => listedTags({ beforeWrite: () => Promise.resolve() }),
    fails: [
      'concurrent setTag calls all store their tags',
      'exactly one of many concurrent removeTag calls returns true',
    ],
  },
  {
    defect: 'removes a removed tag from quotes',
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
    fails: ['setTag and removeTag do not change quotes that have the tag'],
  },
  {
    defect: 'returns its live tags',
    make: () => listedTags({ copy: (tag) => ({ ...tag }) }),
    fails: ['listTags returns tags whose mutation does not change the stored ones'],
  },
]
