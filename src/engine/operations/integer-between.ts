import { z } from 'zod'

/** Creates the schema of an integer option. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = `must be an integer from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}
