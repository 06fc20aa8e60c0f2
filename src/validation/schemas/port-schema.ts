import * as z from 'zod'
import { hasMethods } from '../database-library.js'
import { describeKind } from '../describe-value.js'

/** Returns what to pass instead of a value, or undefined if nothing is known of it. */
export type PortRemedy = (value: unknown) => string | undefined

/**
 * Creates the schema of an object with these methods.
 *
 * @param kind What the object is, with its article: `a storage`.
 */
export function portSchema<Port extends object>(
  kind: string,
  methods: readonly (string & keyof Port)[],
  remedy: PortRemedy = () => undefined,
) {
  return z.custom<Port>((value) => typeof value === 'object' && hasMethods(value, methods), {
    error: ({ input }) =>
      `must be ${kind} with ${methods.join(', ')}${mismatch(input, methods, remedy)}`,
  })
}

function mismatch(value: unknown, methods: readonly string[], remedy: PortRemedy): string {
  if (value instanceof Promise) return ', received a Promise object: await it'
  const instead = remedy(value)
  if (instead !== undefined) return `, received ${describeKind(value)}: ${instead}`
  const missing = methods.filter((method) => !hasMethods(value, [method]))
  const isPartial = typeof value === 'object' && missing.length < methods.length
  return isPartial ? `; missing: ${missing.join(', ')}` : `, received ${describeKind(value)}`
}
