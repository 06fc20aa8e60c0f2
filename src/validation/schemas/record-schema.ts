import * as z from 'zod'
import { maxErrors } from '../field-errors.js'
import { declaredKeyword, isPlainObject } from '../json-value.js'

export interface RecordOptions<Value> {
  /** The schema of each field. Scalars only: its output and the paths of its issues are ignored. */
  readonly value: z.ZodType<Value>
  /** The message for a value that is not an object. */
  readonly mustBeObject: string | ((issue: { readonly input?: unknown }) => string)
  /** Names that a field can have; any name by default. The message is reported at the field. */
  readonly key?: readonly [isValid: (key: string) => boolean, error: string]
  readonly max?: readonly [fields: number, error: string]
  /** Treats fields that are undefined as absent. */
  readonly skipUndefined?: boolean
  /** What the record is, if a host can declare fields of it: for the JSON schema. */
  readonly declared?: string
}

/** Describes a record for compiled schemas, which cannot look into a transform. */
export interface RecordDescription {
  readonly value: z.core.$ZodType
  readonly isKey: (key: string) => boolean
  readonly max: number
  readonly skipUndefined: boolean
}

export const recordDescriptions = new WeakMap<z.core.$ZodType, RecordDescription>()

const anyKey = [() => true, ''] as const
const anyNumber = [Infinity, ''] as const

/**
 * Creates the schema of an object with arbitrary field names. Returns a copy of its own fields.
 *
 * `z.record` drops the field `__proto__`; here it is data like any other. Counts the fields before
 * it checks them, and stops after `maxErrors`.
 */
export function recordSchema<Value>({
  value: valueSchema,
  mustBeObject,
  key: [isKey, keyError] = anyKey,
  max: [max, tooMany] = anyNumber,
  skipUndefined = false,
  declared,
}: RecordOptions<Value>) {
  const plain = z
    .custom<Readonly<Record<string, unknown>>>(isPlainObject, { error: mustBeObject })
    .transform((input, context): { readonly [field: string]: Value } => {
      const error = (path: PropertyKey[], message: string) =>
        context.issues.push({ code: 'custom', input, path, message })
      const fields = ownFields(input, max, skipUndefined)
      if (fields === undefined) {
        error([], tooMany)
        return z.NEVER
      }
      for (const [key, value] of fields) {
        if (context.issues.length > maxErrors) break
        const message = isKey(key)
          ? valueSchema.safeParse(value).error?.issues[0]?.message
          : keyError
        if (message !== undefined) error([key], message)
      }
      return Object.fromEntries(fields) as { readonly [field: string]: Value }
    })
  const schema = declared === undefined ? plain : plain.meta({ [declaredKeyword]: declared })
  recordDescriptions.set(schema, { value: valueSchema, isKey, max, skipUndefined })
  return schema
}

/** Returns the own enumerable fields, or undefined as soon as there are more than `max`. */
function ownFields(
  input: Readonly<Record<string, unknown>>,
  max: number,
  skipUndefined: boolean,
): readonly (readonly [field: string, value: unknown])[] | undefined {
  const fields: (readonly [string, unknown])[] = []
  for (const field of Object.keys(input)) {
    const value = input[field]
    if (value === undefined && skipUndefined) continue
    if (fields.length === max) return undefined
    fields.push([field, value])
  }
  return fields
}
