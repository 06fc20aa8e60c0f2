import type { FieldProps } from '../../pages/forms/field.js'
import type { storeFields } from '../../quote/operations/edit-rules.js'
import { isSameValue } from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'

type EditStrings = DeskStrings['edit']

/** The name of a string of the form that has no values. */
type HintName = {
  [Name in keyof EditStrings]: EditStrings[Name] extends string ? Name : never
}[keyof EditStrings]

/** Describes a text field of a quote that only the store changes, as the form shows it. */
export interface StoreInput {
  /** The input: a choice of the users of the store, or the type of a text field. */
  readonly input: 'users' | NonNullable<FieldProps['type']>
  /** The name of its hint among the words of the form. */
  readonly hint?: HintName
  /** True for an input that is folded while it is empty, because many stores have no such ids. */
  readonly isFolded?: true
}

/**
 * Lists the text fields of a quote that only the store changes, in every status, in the order of
 * the form. Their labels are those of the quote. Draft, form, comparison, request and errors follow
 * from this list.
 */
export const storeInputs = {
  owner: { input: 'users' },
  customer_id: { input: 'text', hint: 'customerIdHint', isFolded: true },
  company_id: { input: 'text', hint: 'companyIdHint', isFolded: true },
  follow_up: { input: 'date', hint: 'followUpHint' },
} as const satisfies Readonly<Record<(typeof storeFields)[number], StoreInput>>

/** The name of a text field of the store. */
export type StoreInputName = keyof typeof storeInputs

/** The names of the text fields of the store, in the order of the form. */
export const storeInputNames = Object.keys(storeInputs) as readonly StoreInputName[]

/** The text fields of the store, as they are typed; empty for none. */
export type StoreDraft = { readonly [Name in StoreInputName]: string }

/** Returns a value for each text field of the store. */
export function mapStoreInputs<Value>(toValue: (name: StoreInputName) => Value): {
  readonly [Name in StoreInputName]: Value
} {
  const values = storeInputNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Name in StoreInputName]: Value }
}

/** Returns what was typed, or the value before if the field only lost the spaces around it. */
export function readStoreInput(sent: string, before: string): string {
  return isSameValue(sent, before) ? before : sent
}

/** Returns the fields that differ, as a request has them: null for those that were emptied. */
export function storeChanges(base: StoreDraft, draft: StoreDraft) {
  const changed = storeInputNames.filter((name) => draft[name] !== base[name])
  return Object.fromEntries(changed.map((name) => [name, draft[name] || null])) as {
    readonly [Name in StoreInputName]?: string | null
  }
}
