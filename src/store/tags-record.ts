import { deepFreeze } from '../validation/deep-freeze.js'
import type { NamedList } from './named-list.js'
import type { StoreTags, Tag } from './tags.js'

/** The tags of a store in the order in which they were first set. */
export type TagList = readonly Tag[]

/** A store has one record of this kind. */
export const tagsRef = Object.freeze({ kind: 'tags', id: 'tags' })

/** The tags of a store. */
export const storeTags: NamedList<Tag> = {
  ref: tagsRef,
  getName: ({ value }) => value,
  operations: { set: 'setTag', remove: 'removeTag' },
  maxEntries: 'maxStoreTags',
  describeFull: (count) => ({
    name: `must be the name of one of the ${count} tags of the store; remove one to add another`,
  }),
}

/** Returns the tags by name. A tag called `__proto__` becomes an own key like any other. */
export function tagsByName(tags: TagList): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}
