import { QuoteError } from '../errors.js'
import type { Limits } from '../quote/limits.js'
import { createChange, updateChange } from '../record/change.js'
import type { RecordChange } from '../record/commit.js'
import type { EntryOperation } from '../record/history/entry-operations.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import { estimateJsonLength } from '../validation/json-length.js'
import type { StoreTags, Tag } from './tags.js'

/** The kind of the record that holds the tags of a store. */
export const tagsKind = 'tags'

/** A store has one record of this kind. Its value lists the tags as they were first set. */
export const tagsRef: RecordRef = Object.freeze({ kind: tagsKind, id: 'tags' })

/** The tags of a store in the order in which they were first set. */
export type TagList = readonly Tag[]

/** Who changes the tags, and when. */
export interface TagsInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * Returns the change that adds a tag, or replaces the tag of the same name. Pure.
 *
 * @param record Undefined if the store never had a tag.
 * @returns undefined if the store has this very tag
 * @throws QuoteError `invalid_request` at `name` if the store has `maxStoreTags` tags
 */
export function setTag(
  record: StoredRecord<TagList> | undefined,
  tag: Tag,
  input: TagsInput,
  { maxStoreTags }: Limits,
): RecordChange<TagList> | undefined {
  const tags = record?.value ?? []
  const index = tags.findIndex(({ value }) => value === tag.value)
  if (index === -1 && tags.length >= maxStoreTags) throw tooManyTagsError(tags.length)
  const next = index === -1 ? [...tags, tag] : tags.with(index, tag)
  return changeTo(record, next, { ...input, operation: 'setTag' })
}

/** Returns the change that creates the record of a store without tags. Pure. */
export function emptyTags(input: TagsInput): RecordChange<TagList> {
  return createChange(tagsRef, Object.freeze([]), { ...input, operation: 'removeTag' })
}

/** Returns the change that removes a tag; undefined if the store does not have it. Pure. */
export function removeTag(
  record: StoredRecord<TagList> | undefined,
  name: string,
  input: TagsInput,
): RecordChange<TagList> | undefined {
  if (record === undefined) return undefined
  const next = record.value.filter(({ value }) => value !== name)
  return changeTo(record, next, { ...input, operation: 'removeTag' })
}

function changeTo(
  record: StoredRecord<TagList> | undefined,
  tags: TagList,
  input: TagsInput & { readonly operation: EntryOperation<'tags'> },
): RecordChange<TagList> | undefined {
  if (record === undefined) return createChange(tagsRef, deepFreeze(tags), input)
  return updateChange(record, tags, { ...input, lengthOf: estimateJsonLength })
}

/** Returns the tags by name. A tag called `__proto__` becomes an own key like any other. */
export function tagsByName(tags: TagList): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}

function tooManyTagsError(count: number): QuoteError {
  const expected = `must be the name of one of the ${count} tags of the store`
  const message = `${expected}; remove one to add another`
  return new QuoteError('invalid_request', { errors: { name: message } })
}
