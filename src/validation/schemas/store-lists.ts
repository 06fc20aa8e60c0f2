import type * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { describeKind } from '../describe-value.js'
import { FieldErrorCollector, guardRead } from '../field-errors.js'

/** One list for all stores, or a list for each store id. */
export type StoreLists<T> = readonly T[] | Readonly<Record<string, readonly T[]>>

/**
 * Parses what an adapter keeps by store. Returns a function that returns the parsed list of a
 * store; undefined if it has none.
 *
 * @param list Accepts a list.
 * @param plural What the lists contain, for error messages: `rates`.
 * @throws QuoteError `invalid_options`, with the path of every invalid field (`store-1[0].rate`)
 */
export function parseStoreLists<List>(
  list: z.ZodType<List>,
  plural: string,
  lists: unknown,
): (storeId: string) => List | undefined {
  return guardRead('invalid_options', () => {
    const errors = new FieldErrorCollector()
    const parse = (value: unknown, path: readonly PropertyKey[]): List | undefined => {
      const parsed = list.safeParse(value)
      if (!parsed.success) errors.addIssues(parsed.error.issues, path, list)
      return parsed.data
    }
    const forAll = Array.isArray(lists) ? parse(lists, []) : undefined
    const byStore = new Map<string, List | undefined>()
    if (!Array.isArray(lists))
      for (const [storeId, value] of getEntries(lists, plural, errors)) {
        if (errors.isFull) break
        byStore.set(storeId, parse(value, [storeId]))
      }
    if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
    return (storeId) => forAll ?? byStore.get(storeId)
  })
}

function getEntries(
  lists: unknown,
  plural: string,
  errors: FieldErrorCollector,
): readonly (readonly [string, unknown])[] {
  if (typeof lists === 'object' && lists !== null) return Object.entries(lists)
  errors.add(
    [],
    `must be an array of ${plural}, or an object with an array for each store id, ` +
      `received ${describeKind(lists)}`,
  )
  return []
}
