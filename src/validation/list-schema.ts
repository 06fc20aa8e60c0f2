import { z } from 'zod'
import { FieldErrorCollector } from './field-errors.js'

/** How many elements a list has, and what is said of one that has fewer or more. */
export interface ListLength {
  readonly min?: readonly [length: number, error: string]
  readonly max?: readonly [length: number, error: string]
}

/**
 * Makes the schema of an array that is read as far as it makes sense: its length is checked before
 * any element is looked at, and no element is looked at after there are more errors than are
 * listed. An array of zod itself makes an issue of every error.
 */
export function listSchema<Element>(
  element: z.ZodType<Element>,
  mustBeArray: { readonly error: string | ((issue: { readonly input?: unknown }) => string) },
  { min: [min, tooShort] = [0, ''], max: [max, tooLong] = [Infinity, ''] }: ListLength = {},
) {
  return z
    .custom<readonly unknown[]>(Array.isArray, mustBeArray)
    .transform((input, context): readonly Element[] => {
      const error = (path: PropertyKey[], message: string) =>
        context.issues.push({ code: 'custom', input, path, message })
      if (input.length < min) error([], tooShort)
      if (input.length > max) error([], tooLong)
      if (context.issues.length > 0) return z.NEVER
      const { elements, errors } = readElements(element, input)
      for (const { path, message } of errors) error([...path], message)
      return elements
    })
}

/** Reads by index, as a hole is an element, too. */
function readElements<Element>(element: z.ZodType<Element>, input: readonly unknown[]) {
  const elements: Element[] = []
  const faults = new FieldErrorCollector()
  for (let index = 0; index < input.length && !faults.isFull; index += 1) {
    const parsed = element.safeParse(input[index])
    if (parsed.success) elements.push(parsed.data)
    else faults.addIssues(parsed.error.issues, [index])
  }
  return { elements, errors: faults.errors }
}
