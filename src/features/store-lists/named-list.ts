import { type FieldErrors, QuoteError } from '../../errors.js'
import type { Limits } from '../../quote/model/policy.js'
import { createChange, updateChange } from '../../record/change.js'
import type { RecordChange } from '../../record/commit.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import { getBlankError } from '../../validation/blanks.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { estimateJsonLength } from '../../validation/json-length.js'

/**
 * Describes a list that a store has once, in a record of its own: its tags, or its users. Entries
 * are in the order in which they were first set.
 */
export interface NamedList<Entry> {
  readonly ref: RecordRef
  /** Returns the name of an entry, of which the list has one. */
  readonly getName: (entry: Entry) => string
  /** The names of the entries of its history. */
  readonly operations: {
    readonly set: EntryOperation<'tags' | 'users'>
    readonly remove: EntryOperation<'tags' | 'users'>
  }
  /** The limit of the number of entries. */
  readonly maxEntries: 'maxStoreTags' | 'maxStoreUsers'
  /** Returns why a list of so many entries takes no other. */
  readonly describeFull: (count: number) => FieldErrors
  /** Returns the fields in which people read a name. Stored names can have blanks around them. */
  readonly getNames: (entry: Entry) => Readonly<Record<string, string | undefined>>
}

/** Who changes a list, and when. */
export interface ListInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

type ListRecord<Entry> = StoredRecord<readonly Entry[]> | undefined
type ListChange<Entry> = RecordChange<readonly Entry[]>

/**
 * Returns the change that adds an entry, or replaces the one of the same name. Pure.
 *
 * @param record Undefined if the store never had an entry.
 * @returns undefined if the list has this very entry
 * @throws QuoteError `invalid_request` if the list is full, or at a new name with blanks around it
 */
export function setEntry<Entry>(
  { ref, getName, getNames, operations, maxEntries, describeFull }: NamedList<Entry>,
  record: ListRecord<Entry>,
  entry: Entry,
  input: ListInput,
  limits: Limits,
): ListChange<Entry> | undefined {
  const entries = record?.value ?? []
  const index = entries.findIndex((each) => getName(each) === getName(entry))
  const stored = entries[index]
  rejectBlanks(getNames(entry), stored === undefined ? {} : getNames(stored))
  if (index === -1 && entries.length >= limits[maxEntries])
    throw new QuoteError('invalid_request', { errors: describeFull(entries.length) })
  const next = index === -1 ? [...entries, entry] : entries.with(index, entry)
  const change = { ...input, operation: operations.set }
  if (record === undefined) return createChange(ref, deepFreeze(next), change)
  return updateChange(record, next, { ...change, lengthOf: estimateJsonLength })
}

/** @throws QuoteError `invalid_request` at each name with blanks around it that is not stored */
function rejectBlanks(
  names: Readonly<Record<string, string | undefined>>,
  stored: Readonly<Record<string, string | undefined>>,
): void {
  const errors = Object.entries(names).flatMap(([field, name]) => {
    const message = name === undefined || name === stored[field] ? undefined : getBlankError(name)
    return message === undefined ? [] : [[field, message]]
  })
  if (errors.length > 0)
    throw new QuoteError('invalid_request', { errors: Object.fromEntries(errors) })
}

/** Returns the change that removes an entry; undefined if the list does not have it. Pure. */
export function removeEntry<Entry>(
  { getName, operations }: NamedList<Entry>,
  record: ListRecord<Entry>,
  name: string,
  input: ListInput,
): ListChange<Entry> | undefined {
  if (record === undefined) return undefined
  const next = record.value.filter((entry) => getName(entry) !== name)
  return updateChange(record, next, {
    ...input,
    operation: operations.remove,
    lengthOf: estimateJsonLength,
  })
}

/** Returns the change that creates the record of an empty list. Pure. */
export function createEmptyList<Entry>(
  { ref, operations }: NamedList<Entry>,
  input: ListInput,
): ListChange<Entry> {
  return createChange(ref, Object.freeze([]), { ...input, operation: operations.remove })
}
