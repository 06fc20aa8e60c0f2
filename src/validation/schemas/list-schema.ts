import * as z from 'zod'
import { FieldErrorCollector } from '../field-errors.js'

/** Bounds of a list's length, each with the message for lists outside it. */
export interface ListLength {
  readonly min?: readonly [length: number, error: string]
  readonly max?: readonly [length: number, error: string]
}

/** Describes a list for compiled schemas, which cannot look into a transform. */
export interface ListDescription {
  readonly element: z.core.$ZodType
  readonly min: number
  readonly max: number
}

export const descriptionByListSchema = new WeakMap<z.core.$ZodType, ListDescription>()

/**
 * Creates the schema of an array. Checks the length before any element, and stops after
 * `maxErrors`; `z.array` creates an issue for every error, so its cost grows with the input.
 */
export function listSchema<Element>(
  element: z.ZodType<Element>,
  mustBeArray: { readonly error: string | ((issue: { readonly input?: unknown }) => string) },
  { min: [min, tooShort] = [0, ''], max: [max, tooLong] = [Infinity, ''] }: ListLength = {},
) {
  const schema = z
    .custom<readonly unknown[]>(Array.isArray, mustBeArray)
    .transform((input, context): readonly Element[] => {
      const error = (path: PropertyKey[], message: string) =>
        context.issues.push({ code: 'custom', input, path, message })
      if (input.length < min) error([], tooShort)
      if (input.length > max) error([], tooLong)
      if (context.issues.length > 0) return z.NEVER
      const { elements, errors } = parseElements(element, input)
      for (const { path, message } of errors) error([...path], message)
      return elements
    })
  descriptionByListSchema.set(schema, { element, min, max })
  return schema
}

/** Parses by index, because iteration methods skip holes. */
function parseElements<Element>(element: z.ZodType<Element>, input: readonly unknown[]) {
  const elements: Element[] = []
  const errors = new FieldErrorCollector()
  for (let index = 0; index < input.length && !errors.isFull; index += 1) {
    const parsed = element.safeParse(input[index])
    if (parsed.success) elements.push(parsed.data)
    else errors.addIssues(parsed.error.issues, [index], element)
  }
  return { elements, errors: errors.errors }
}
