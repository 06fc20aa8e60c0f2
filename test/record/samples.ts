import { type ChangeInput, createChange, updateChange } from '../../src/record/change.js'
import type { RecordChange } from '../../src/record/commit.js'
import type { StoredRecord } from '../../src/record/record.js'
import type { SearchRow } from '../../src/record/search/search-row.js'
import { deepFreeze } from '../../src/validation/deep-freeze.js'
import { estimateJsonLength } from '../../src/validation/json-length.js'

/** A value with fields of every size. */
export interface Note {
  readonly title: string
  readonly text?: string
  readonly tags: readonly string[]
  readonly lines: readonly { readonly id: number; readonly qty: number }[]
}

export const ref = { kind: 'note', id: 'note-1' }

export const note: Note = deepFreeze({ title: 'Ann', tags: ['x'], lines: [{ id: 1, qty: 2 }] })

/** A record can be found by its tags. */
export function searchRowOf({ deleted, value }: StoredRecord<Note>): SearchRow {
  return { deleted: deleted !== undefined, created: 1_000, terms: value.tags, words: [] }
}

export const input: ChangeInput = { operation: 'create', actor: 'ann', now: 1_000 }

/** The input of a change of a note. */
export const updateInput = (now = 2_000) => ({
  operation: 'update',
  actor: 'bob',
  now,
  lengthOf: estimateJsonLength,
  searchRowOf,
})

/** Returns the change that creates a note. */
export function created(value: Note = note): RecordChange<Note> {
  return createChange(ref, deepFreeze(value), input, searchRowOf)
}

/** Returns the change of some fields of a note. Throws if nothing changes. */
export function updated(
  record: StoredRecord<Note>,
  fields: Partial<Note>,
  now?: number,
): RecordChange<Note> {
  const change = updateChange(record, { ...record.value, ...fields }, updateInput(now))
  if (change === undefined) throw new TypeError('the sample changes nothing')
  return change
}
