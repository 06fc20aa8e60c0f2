import type { FieldProps } from '../../pages/forms/field.js'
import {
  describeText,
  mapQuoteTexts,
  type QuoteText,
  quoteTextNames,
} from '../../quote/model/quote-texts.js'
import { isSameValue } from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'

type EditStrings = DeskStrings['edit']

/** The name of a string of the form that has no values. */
type HintName = {
  [Name in keyof EditStrings]: EditStrings[Name] extends string ? Name : never
}[keyof EditStrings]

/** Describes a text field of a quote, as the form shows it. */
export interface StoreInput {
  /** The input: a choice of the users of the store, or the type of a text field. */
  readonly input: 'users' | NonNullable<FieldProps['type']>
  /** True for an input that is folded while it is empty, because many stores have no such ids. */
  readonly isFolded?: boolean
  /** The name of its hint among the words of the form. */
  readonly hint?: HintName | undefined
}

/** The inputs of texts, by what they are. */
const inputs: Readonly<Record<ReturnType<typeof describeText>['kind'], StoreInput>> = {
  user: { input: 'users' },
  hostId: { input: 'text', isFolded: true },
  day: { input: 'date' },
  text: { input: 'text' },
}

/** The names of the hints of texts, among the words of the form. */
const hints: Partial<Readonly<Record<QuoteText, HintName>>> = {
  customer_id: 'customerIdHint',
  company_id: 'companyIdHint',
  follow_up: 'followUpHint',
}

/** How the form shows the texts of a quote. Their labels are those of the quote. */
export const storeInputs = mapQuoteTexts(
  (name): StoreInput => ({
    ...inputs[describeText(name).kind],
    hint: hints[name],
  }),
)

/** The name of a text field of a quote. */
export type StoreInputName = QuoteText

/** The names of the text fields of a quote, in the order of the form. */
export const storeInputNames = quoteTextNames

/** The text fields of the store, as they are typed; empty for none. */
export type StoreDraft = { readonly [Name in StoreInputName]: string }

/** Returns a value for each text field. */
export const mapStoreInputs = mapQuoteTexts

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
