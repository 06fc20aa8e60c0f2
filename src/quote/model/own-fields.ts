import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as z from 'zod'
import { blankMessage, isBlank } from '../../validation/blanks.js'
import { isPlainObject } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { isLocale } from '../../validation/locale.js'
import { booleanOption, withReceived } from '../../validation/schemas/scalars.js'

/**
 * What people call something: a string, or one for each language by its BCP 47 tag, such as
 * `{ en: 'Delivery week', de: 'Lieferwoche' }`. A language without one, such as `de-AT`, gets that
 * of `de`, then of `en`, then the first.
 */
export type FieldLabel = string | { readonly [language: string]: string }

/** One of the values that the desk offers for a field. */
export interface FieldChoice {
  /** The value. The schema of the field can turn it into another one. */
  readonly value: string
  /** What people see. */
  readonly label: FieldLabel
}

/** How the desk asks for a field. */
export type FieldInput = 'text' | 'number' | 'checkbox' | readonly (string | FieldChoice)[]

/** Declares a field of the customer that is the host's own. It is a string, as all of them are. */
export interface OwnCustomerField {
  /**
   * A Standard Schema, such as one of zod, valibot or arktype. Each value that comes in is
   * validated, and what the schema returns is stored. It must be synchronous, and accept what it
   * returns, because a quote that was read can be sent back.
   *
   * @default any JSON; any string for a field of the customer
   */
  readonly schema?: StandardSchemaV1 | undefined
  /**
   * What people call the field, or by language: 1 to 255 characters. Documents show only fields
   * with a label.
   *
   * @default The name of the field, in the desk.
   */
  readonly label?: FieldLabel | undefined
  /**
   * Lets `listQuotes({ fields })` find quotes by the exact value: a string, a number or a boolean.
   * Quotes that are stored already are found after `rebuildSearch({ fields })` of the storage.
   *
   * @default false
   */
  readonly search?: boolean | undefined
  /**
   * How the desk asks for it: in a text field, a field for a number, a checkbox, or a list of
   * choices.
   *
   * @default 'text'
   */
  readonly input?: FieldInput | undefined
}

/** Declares a field of quotes or lines that is the host's own. */
export interface OwnField extends OwnCustomerField {
  /**
   * Keeps the field for the store: it is stored in `internal_fields`, which buyers, documents,
   * links and the seal leave out.
   *
   * @default false
   */
  readonly internal?: boolean | undefined
}

/**
 * Declares the fields that are the host's own, by name: a letter and up to 39 letters, digits,
 * hyphens and underscores. Each is optional: absent until it is set, removed by null.
 */
export interface OwnFields {
  /** Fields of a quote: `quote.fields`, or `quote.internal_fields`. */
  readonly quote?: Readonly<Record<string, OwnField>> | undefined
  /** Fields of each line: `line.fields`, or `line.internal_fields`. */
  readonly line?: Readonly<Record<string, OwnField>> | undefined
  /** Fields of the customer, beside all others: `quote.customer`. */
  readonly customer?: Readonly<Record<string, OwnCustomerField>> | undefined
}

/** What can have own fields. */
export type FieldLevel = keyof OwnFields

/** What has own fields apart from all others: `fields` and `internal_fields`. */
export type FieldOwner = Exclude<FieldLevel, 'customer'>

/** Values by name. */
type ByName = Readonly<Record<string, unknown>>

/**
 * The types of own fields. By default any JSON by name, for who does not know what a host declares;
 * {@link FieldTypesOf} are those of declarations.
 */
export interface FieldTypes {
  /** What is stored of a quote. */
  readonly quote: { readonly fields: ByName; readonly internal_fields: ByName }
  /** What is stored of a line. */
  readonly line: { readonly fields: ByName; readonly internal_fields: ByName }
  /** What requests send for a quote. Null removes a field, and absent ones keep their values. */
  readonly quoteChanges: { readonly fields: ByName; readonly internal_fields: ByName }
  /** What requests send for a line. */
  readonly lineChanges: { readonly fields: ByName; readonly internal_fields: ByName }
  /** The own fields of the customer. */
  readonly customer: unknown
  /** What requests send for the customer. */
  readonly customerChanges: unknown
  /** What quotes are found by. */
  readonly filter: ByName
  /** What scopes select quotes by. */
  readonly scope: ByName
}

/**
 * The types of the fields that a host declares.
 *
 * @example
 * const fields = { quote: { region: { search: true } } } as const satisfies OwnFields
 * type ShopQuote = Quote<FieldTypesOf<typeof fields>>
 */
export type FieldTypesOf<Fields extends OwnFields> = OwnFields extends Fields
  ? FieldTypes
  : {
      readonly quote: Stored<Level<Fields, 'quote'>>
      readonly line: Stored<Level<Fields, 'line'>>
      readonly quoteChanges: Sent<Level<Fields, 'quote'>>
      readonly lineChanges: Sent<Level<Fields, 'line'>>
      readonly customer: CustomerValues<Level<Fields, 'customer'>>
      readonly customerChanges: CustomerChanges<Level<Fields, 'customer'>>
      readonly filter: Filter<
        Level<Fields, 'quote'> & Level<Fields, 'line'> & Level<Fields, 'customer'>
      >
      readonly scope: Filter<Level<Fields, 'quote'>>
    }

/** The declarations of a level. */
type Level<Fields, Name extends FieldLevel> = Name extends keyof Fields
  ? NonNullable<Fields[Name]>
  : Readonly<Record<never, OwnField>>

/** The names of declarations with an option. */
type NamesWith<Declared, Option> = {
  [Name in keyof Declared]: Declared[Name] extends Option ? Name : never
}[keyof Declared]

type InternalNames<Declared> = NamesWith<Declared, { readonly internal: true }>

type Stored<Declared> = {
  readonly fields: Values<Declared, Exclude<keyof Declared, InternalNames<Declared>>>
  readonly internal_fields: Values<Declared, InternalNames<Declared>>
}

type Sent<Declared> = {
  readonly fields: Changes<Declared, Exclude<keyof Declared, InternalNames<Declared>>>
  readonly internal_fields: Changes<Declared, InternalNames<Declared>>
}

/** An object without fields, which rejects those of others. */
type NoFields = Readonly<Record<string, never>>

type Values<Declared, Names extends keyof Declared> = [Names] extends [never]
  ? NoFields
  : { readonly [Name in Names]?: OutputOf<Declared[Name]> }

type Changes<Declared, Names extends keyof Declared> = [Names] extends [never]
  ? NoFields
  : { readonly [Name in Names]?: InputOf<Declared[Name]> | null | undefined }

/**
 * A customer has other fields besides, which an object without fields would reject. Its fields are
 * strings, whether they have a schema or not.
 */
type CustomerValues<Declared> = [keyof Declared] extends [never]
  ? unknown
  : { readonly [Name in keyof Declared]?: OutputOf<Declared[Name], string> }

type CustomerChanges<Declared> = [keyof Declared] extends [never]
  ? unknown
  : { readonly [Name in keyof Declared]?: InputOf<Declared[Name], string> | null | undefined }

type Filter<Declared> = {
  readonly [Name in NamesWith<Declared, { readonly search: true }>]?:
    | Term<OutputOf<Declared[Name]>>
    | readonly Term<OutputOf<Declared[Name]>>[]
    | undefined
}

/** What a value can be found by. */
type Term<Value> = Value & (string | number | boolean)

type InputOf<Field, Default = unknown> = Field extends {
  readonly schema: infer Schema extends StandardSchemaV1
}
  ? StandardSchemaV1.InferInput<Schema>
  : Default

type OutputOf<Field, Default = unknown> = Field extends {
  readonly schema: infer Schema extends StandardSchemaV1
}
  ? StandardSchemaV1.InferOutput<Schema>
  : Default

/** Longest name: its term, with the longest value, is then one that a storage can keep. */
const namePattern = /^[A-Za-z][\w-]{0,39}$/

const nameMessage =
  'must have a name of a letter, and up to 39 letters, digits, hyphens and underscores after it'

/** A program that reads such a field of an object without it gets a function instead. */
const reservedMessage = 'must have another name: this one is that of a member of every object'

/** Maximum number of declarations of a level. */
const maxFields = 100

/** Returns true for a schema of zod, valibot, arktype and others. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const { '~standard': standard } = value as Partial<StandardSchemaV1>
  return standard?.version === 1 && typeof standard.validate === 'function'
}

/** Maximum number of languages of a label. */
const maxLanguages = 50

const labelMessage = { error: withReceived('must be a string of 1 to 255 characters') }
const inputMessage = {
  error: withReceived('must be text, number, checkbox, or an array of choices'),
}

const declarationMessage = withReceived('must be an object, such as { label, search }')

/** A schema that is passed as the declaration itself would be an object of unknown fields. */
const noSchema = lazy(() =>
  z.unknown().superRefine((value, context) => {
    if (!isStandardSchema(value)) return
    const message = 'must be an object with the schema in it: pass { schema }'
    context.addIssue({ code: 'custom', message, continue: false })
  }),
)

function fieldsOf<Field extends z.ZodType>(declaration: Field) {
  const field = noSchema().pipe(declaration as never) as unknown as Field
  return z
    .custom<object>(isPlainObject, { error: withReceived('must be an object of declarations') })
    .refine((value) => Object.keys(value).length <= maxFields, {
      error: `must have at most ${maxFields} fields`,
    })
    .superRefine((value, context) => {
      for (const name of Object.getOwnPropertyNames(value)) {
        if (!namePattern.test(name))
          context.addIssue({ code: 'custom', path: [name], message: nameMessage })
        else if (name in Object.prototype)
          context.addIssue({ code: 'custom', path: [name], message: reservedMessage })
      }
    })
    .pipe(z.record(z.string(), field))
    .optional()
}

/** Accepts declarations. */
export const ownFieldsSchema = lazy((): z.ZodType<OwnFields> => {
  const label = z
    .string(labelMessage)
    .check(z.minLength(1, labelMessage), z.maxLength(255, labelMessage))
  const shown = label.refine((text) => !isBlank(text), { error: blankMessage })
  const byLanguage = z
    .custom<object>(isPlainObject)
    .superRefine((labels, context) => {
      const names = Object.getOwnPropertyNames(labels)
      if (names.length === 0 || names.length > maxLanguages)
        context.addIssue({
          code: 'custom',
          message: `must have 1 to ${maxLanguages} languages, received ${names.length}`,
        })
      for (const name of names)
        if (!isLocale(name))
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'must be a BCP 47 language tag, such as en or de-AT',
          })
    })
    .pipe(z.record(z.string(), shown))
  const fieldLabel = z.unknown().transform((value, context) => {
    const { data, error } = (isPlainObject(value) ? byLanguage : shown).safeParse(value)
    for (const { message, path } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path })
    return data as FieldLabel
  })
  const choice = z.union([label, z.strictObject({ value: label, label: fieldLabel })], {
    error: withReceived('must be a string, or { value, label }'),
  })
  const input = z.union(
    [z.enum(['text', 'number', 'checkbox']), z.array(choice).min(1)],
    inputMessage,
  ) as z.ZodType<FieldInput>
  const customerField = z.strictObject(
    {
      schema: z
        .custom<StandardSchemaV1>(isStandardSchema, {
          error: withReceived('must be a Standard Schema, such as one of zod, valibot or arktype'),
        })
        .optional(),
      label: fieldLabel.optional(),
      search: booleanOption.optional(),
      input: input.optional(),
    },
    { error: declarationMessage },
  )
  const ownFields = fieldsOf(customerField.extend({ internal: booleanOption.optional() }))
  return z
    .strictObject(
      {
        quote: ownFields,
        line: ownFields,
        customer: fieldsOf(customerField),
      } satisfies Record<FieldLevel, z.ZodType>,
      { error: withReceived('must be an object with quote, line or customer') },
    )
    .superRefine((fields, context) => {
      const levels = new Map<string, string>()
      for (const [level, name] of searchedNames(fields)) {
        const other = levels.get(name)
        if (other === undefined) levels.set(name, level)
        else
          context.addIssue({
            code: 'custom',
            path: [level, name, 'search'],
            message: `must not be true, because ${other}.${name} is searched by the same name`,
          })
      }
    })
    .transform(freezeDeclarations)
})

/** Schemas stay as they are: they are the host's. */
function freezeDeclarations(fields: OwnFields): OwnFields {
  const levels: readonly (Readonly<Record<string, OwnField>> | undefined)[] = Object.values(fields)
  for (const declarations of levels) {
    for (const declaration of Object.values(declarations ?? {})) {
      if (Array.isArray(declaration.input)) Object.freeze(declaration.input)
      Object.freeze(declaration)
    }
    Object.freeze(declarations)
  }
  return Object.freeze(fields)
}

/** Returns the fields that are searched, as pairs of the level and the name. */
function searchedNames(fields: OwnFields): readonly (readonly [FieldLevel, string])[] {
  const levels: readonly FieldLevel[] = ['quote', 'line', 'customer']
  return levels.flatMap((level) =>
    Object.entries(fields[level] ?? {})
      .filter(([, { search }]) => search === true)
      .map(([name]) => [level, name] as const),
  )
}

/** A field by which quotes are found. */
export interface SearchedField {
  readonly level: FieldLevel
  readonly name: string
  /** True if it is not for buyers. */
  readonly isInternal: boolean
}

/** Returns the fields by which quotes are found, those of lines last. */
export function getSearchedFields(fields: OwnFields = {}): readonly SearchedField[] {
  const found = searchedNames(fields).map(([level, name]) => {
    const { internal = false }: OwnField = fields[level]?.[name] ?? {}
    return { level, name, isInternal: internal }
  })
  const isOfLines = ({ level }: SearchedField) => Number(level === 'line')
  return found.sort((left, right) => isOfLines(left) - isOfLines(right))
}
