import type { FieldErrors } from '../../errors.js'
import type { TypedNumbers } from '../../pages/forms/typed-numbers.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import { isSameValue } from '../parts/fields.js'
import {
  getOwnChanges as getChanges,
  getShownFields,
  ownEntries,
  type ShownField,
  type ShownFields,
} from '../parts/own-fields.js'

export const noShownFields: ShownFields = getShownFields()

/** What a form says of own fields: strings by the paths of the fields. */
export type OwnDraft = ReadonlyMap<string, string>

export const emptyOwn: OwnDraft = new Map()

/** Returns the values of own fields as their inputs show them; empty strings for absent ones. */
export function toOwnDraft(
  stored: OwnFieldChanges,
  fields: readonly ShownField[],
  numbers: TypedNumbers,
): OwnDraft {
  return new Map(ownEntries(fields, stored, numbers))
}

/** Returns the values that a form sends for fields; those that it lacks are as before. */
export function readOwn(
  getAll: (path: string) => readonly string[],
  fields: readonly ShownField[],
  before: OwnDraft,
): OwnDraft {
  if (fields.length === 0) return emptyOwn
  return new Map(
    fields.map(({ path }) => {
      // A checkbox comes after a hidden field, which says that the form has it.
      const sent = getAll(path).at(-1)
      return [path, sent ?? before.get(path) ?? '']
    }),
  )
}

/** Returns true if nothing is typed into own fields. */
export function isBlankOwn(own: OwnDraft = emptyOwn): boolean {
  return [...own.values()].every((text) => text === '')
}

/** Two states of own fields in a form, and what is stored before them. */
interface OwnDrafts {
  readonly before: OwnDraft
  readonly after: OwnDraft
  readonly stored: OwnFieldChanges
}

/** Returns the changes of own fields to send: nothing for those that are as they were. */
export function getOwnChanges(
  { before, after, stored }: OwnDrafts,
  fields: readonly ShownField[],
  numbers: TypedNumbers,
): OwnFieldChanges {
  const same = [...after].map(([path, text]): [string, string] => {
    const known = before.get(path) ?? ''
    return [path, isSameValue(text, known) ? known : text]
  })
  return getChanges(fields, { base: before, draft: new Map(same), stored }, numbers)
}

/** Returns the errors of numbers that were typed and cannot be read, by the paths of the fields. */
export function ownNumberErrors(
  { before, after }: Omit<OwnDrafts, 'stored'>,
  fields: readonly ShownField[],
  numbers: TypedNumbers,
): FieldErrors {
  const invalid = fields.filter(({ input, path }) => {
    const text = after.get(path) ?? ''
    const isTyped = input === 'number' && text !== '' && !isSameValue(text, before.get(path) ?? '')
    return isTyped && numbers.parse(text, 'quantity') === undefined
  })
  return Object.fromEntries(
    invalid.map(({ path }) => [path, numbers.error('quantity', after.get(path))]),
  )
}
