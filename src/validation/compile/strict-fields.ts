import type { z } from 'zod'
import { rejectChecks, unsupported } from './compile-leaf.js'

/** Returns the fields of a strict object's schema. */
export function strictFields(
  schema: z.core.$ZodType,
): readonly (readonly [name: string, schema: z.core.$ZodType])[] {
  const { def } = (schema as z.core.$ZodObject)._zod
  rejectChecks(def)
  if (def.catchall?._zod.def.type !== 'never') throw unsupported('an object that is not strict')
  return Object.entries(def.shape)
}

/** Returns true for objects that inherit from `Object.prototype` alone. */
export function hasObjectPrototype(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
