import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { field, getId, type SelectOption, select } from '../../pages/forms/field.js'
import type { TypedNumbers } from '../../pages/forms/typed-numbers.js'
import type { Html } from '../../pages/layout.js'
import { type FieldKind, fieldKinds } from '../../quote/model/field-rules.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import type {
  FieldChoice,
  FieldInput,
  FieldOwner,
  OwnField,
  OwnFields,
} from '../../quote/model/own-fields.js'
import { labelIn } from '../../validation/label-in.js'
import { customerFieldNames } from './fields.js'

/** How a field is asked for, with labels of one language. */
type ShownInput =
  | Extract<FieldInput, string>
  | readonly (string | { readonly value: string; readonly label: string })[]

/** A field of the host's own, as forms and lists have it. */
export interface ShownField {
  readonly name: string
  /** Where its value is stored: `internal_fields` for the store only. */
  readonly kind: FieldKind
  /** Its name in a form, below the path of a line: `fields.region`. */
  readonly path: string
  readonly label: string
  readonly input: ShownInput
  readonly isSearched: boolean
}

/** The fields that the host of the engine declares, in their order. */
export interface ShownFields extends Readonly<Record<FieldOwner, readonly ShownField[]>> {
  /** Fields of the customer by name, beside those that every form shows. */
  readonly customer: ReadonlyMap<string, ShownField>
}

/**
 * Returns the fields that an engine declares, with labels in a language. Engines of earlier
 * releases declare none.
 */
export function getShownFields(
  { quote, line, customer }: OwnFields = {},
  language = 'en',
): ShownFields {
  const others = toShown(customer, language).filter(({ name }) => !isUsual(name))
  return {
    quote: toShown(quote, language),
    line: toShown(line, language),
    customer: new Map(others.map((each) => [each.name, each])),
  }
}

function isUsual(name: string): boolean {
  return customerFieldNames.some((known) => known === name)
}

function toShown(
  declared: Readonly<Record<string, OwnField>> = {},
  language: string,
): readonly ShownField[] {
  return Object.entries(declared).map(([name, declaration]) => {
    const { label = name, input = 'text', internal = false, search = false } = declaration
    const kind = internal ? 'internal_fields' : 'fields'
    return {
      ...{ name, kind, path: `${kind}.${name}`, isSearched: search },
      label: labelIn(label, language),
      input: typeof input === 'string' ? input : input.map((each) => toChoice(each, language)),
    }
  })
}

function toChoice(choice: string | FieldChoice, language: string) {
  if (typeof choice === 'string') return choice
  return { value: choice.value, label: labelIn(choice.label, language) }
}

/** What a checkbox sends. */
const checked = 'yes'

/** The values of a form by the names of their fields. */
type FormValues = ReadonlyMap<string, string>

/** Returns own fields as their inputs show them: an empty string for an absent one. */
export function ownEntries(
  fields: readonly ShownField[],
  stored: OwnFieldChanges,
  numbers: TypedNumbers,
): readonly (readonly [path: string, text: string])[] {
  return fields.map((each) => [each.path, toText(each, storedValue(stored, each), numbers)])
}

/** Two states of a form, or of one of its lines, and what is stored before them. */
interface OwnStates {
  readonly base: FormValues
  readonly draft: FormValues
  readonly stored: OwnFieldChanges
}

/** Returns the stored value of a field; undefined if there is none. */
export function storedValue(stored: OwnFieldChanges, { kind, name }: ShownField): unknown {
  const values = stored[kind]
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

function toText({ input }: ShownField, value: unknown, numbers: TypedNumbers): string {
  if (value === undefined) return ''
  if (input === 'checkbox') return value === true ? checked : ''
  if (typeof value === 'string') return value
  return typeof value === 'number' ? numbers.format(String(value)) : JSON.stringify(value)
}

/** Returns the changes of own fields to send: nothing for those that are as they were. */
export function getOwnChanges(
  fields: readonly ShownField[],
  { base, draft, stored }: OwnStates,
  numbers: TypedNumbers,
): OwnFieldChanges {
  const changes: { [Kind in FieldKind]?: Record<string, unknown> } = {}
  for (const each of fields) {
    const text = draft.get(each.path) ?? ''
    if (text === (base.get(each.path) ?? '')) continue
    const { [each.kind]: values = {} } = changes
    values[each.name] = toValue(each, text, storedValue(stored, each), numbers)
    changes[each.kind] = values
  }
  return changes
}

/** Returns the value that was typed; null for none. The schema of the field validates it. */
function toValue(
  { input }: ShownField,
  text: string,
  stored: unknown,
  numbers: TypedNumbers,
): unknown {
  if (input === 'checkbox') return text === checked
  if (text === '') return null
  if (input === 'number') {
    const decimal = numbers.parse(text, 'quantity')
    return decimal === undefined ? text : Number(decimal)
  }
  // What was shown as JSON is read as JSON.
  return stored === undefined || typeof stored === 'string' ? text : parsedJson(text)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Shows an input for each field, with its value. */
export function ownInputs(
  fields: readonly ShownField[],
  textOf: (path: string) => string,
  { prefix = '', errors }: { readonly prefix?: string; readonly errors: FieldErrors | undefined },
): Html {
  return html`${fields.map((each) =>
    ownInput(each, {
      name: `${prefix}${each.path}`,
      label: each.label,
      value: textOf(each.path),
      errors,
    }),
  )}`
}

/** The input of one field: its name in the form, and what it shows. */
export interface OwnInput {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly errors: FieldErrors | undefined
}

/** Shows the input of a field. */
export function ownInput({ input }: Pick<ShownField, 'input'>, shown: OwnInput): Html {
  const { name, label, value, errors } = shown
  if (input === 'checkbox') return checkboxInput(shown)
  if (input === 'number') return field({ ...shown, inputMode: 'decimal' })
  if (typeof input !== 'string') return select({ ...shown, options: getOptions(input, value) })
  // An input would drop line breaks, and so change what was not touched.
  return field({ name, label, value, errors, ...(/[\r\n]/.test(value) && { rows: 2 }) })
}

/** The hidden field says that the form has the checkbox, if it is not checked. */
function checkboxInput({ name, label, value, errors }: OwnInput): Html {
  const id = getId(name)
  const error = errors !== undefined && Object.hasOwn(errors, name) && errors[name]
  return html`<div class="field"><input type="hidden" name="${name}" value="">
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="${name}"
      value="${checked}"${value === checked && html` checked`}${
        error && html` aria-invalid="true" aria-describedby="${id}-error"`
      }> ${label}</label>${error && html`<p class="error" id="${id}-error">${error}</p>`}</div>`
}

/** Returns the choices of a field, with none, and with one that it has from elsewhere. */
export function getOptions(
  input: Exclude<ShownInput, string>,
  current: string,
): readonly SelectOption[] {
  const choices = input.map(
    (each): SelectOption => (typeof each === 'string' ? [each, each] : [each.value, each.label]),
  )
  const isKnown = current === '' || choices.some(([value]) => value === current)
  return [['', '–'], ...choices, ...(isKnown ? [] : [[current, current] as const])]
}

/** How people read the values of own fields. */
interface ValueWords {
  readonly yes: string
  readonly no: string
  number(value: number): string
}

/** Returns a value of a field for people, as a list of values if it is one. */
export function ownText(
  { input }: Pick<ShownField, 'input'>,
  value: unknown,
  { yes, no, number }: ValueWords,
): string {
  const one = (each: unknown): string => {
    if (each === undefined || each === null) return ''
    if (typeof each === 'boolean') return each ? yes : no
    // Formats round to three decimals.
    if (typeof each === 'number')
      return Math.round(each * 1_000) / 1_000 === each ? number(each) : String(each)
    if (typeof each !== 'string') return JSON.stringify(each)
    const choice = Array.isArray(input)
      ? input.find((known) => typeof known === 'object' && known.value === each)
      : undefined
    return typeof choice === 'object' ? choice.label : each
  }
  return Array.isArray(value) ? value.map(one).join(', ') : one(value)
}

/** Returns the own fields that are stored, with their values: declared ones first. */
export function storedFields(
  stored: OwnFieldChanges,
  fields: readonly ShownField[],
): readonly (readonly [shown: ShownField, value: unknown])[] {
  const declared = fields.flatMap((each) => {
    const value = storedValue(stored, each)
    return value === undefined ? [] : [[each, value] as const]
  })
  const known = new Set(declared.map(([{ path }]) => path))
  const others = fieldKinds.flatMap((kind) =>
    Object.entries(stored[kind] ?? {}).flatMap(([name, value]) => {
      const path = `${kind}.${name}`
      const shown = { name, kind, path, label: name, input: 'text', isSearched: false } as const
      return known.has(path) ? [] : [[shown, value] as const]
    }),
  )
  return [...declared, ...others]
}
