import type * as z from 'zod'
import { rejectChecks, unsupportedError } from './compile-leaf.js'

/** A field of a strict object. */
export interface StrictField {
  readonly name: string
  /** The schema of the field if it is present. */
  readonly schema: z.core.$ZodType
  readonly isOptional: boolean
}

/** Returns the fields of a strict object's schema, the required ones first. */
export function strictFields(schema: z.core.$ZodType): readonly StrictField[] {
  const { def } = (schema as z.core.$ZodObject)._zod
  rejectChecks(def)
  if (def.catchall?._zod.def.type !== 'never')
    throw unsupportedError('an object that is not strict')
  const fields = Object.entries(def.shape).map(([name, field]) => toStrictField(name, field))
  return [
    ...fields.filter(({ isOptional }) => !isOptional),
    ...fields.filter(({ isOptional }) => isOptional),
  ]
}

function toStrictField(name: string, field: z.core.$ZodType): StrictField {
  const { def } = (field as z.core.$ZodTypes)._zod
  if (def.type !== 'optional') return { name, schema: field, isOptional: false }
  rejectChecks(def)
  // An object without the field would have the inherited one.
  if (name in Object.prototype) throw unsupportedError(`an optional field ${name}`)
  return { name, schema: def.innerType, isOptional: true }
}

/** Returns true for objects that inherit from `Object.prototype` alone. */
export function hasObjectPrototype(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
