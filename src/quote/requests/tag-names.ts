import * as z from 'zod'
import { listSchema } from '../../validation/schemas/list-schema.js'
import type { Limits } from '../limits.js'

const controlCharacter = /\p{Cc}/u

/** Returns the error of a tag name, or undefined. Names are case-sensitive. */
export function validateTagName(name: unknown, { maxTagLength }: Limits): string | undefined {
  if (typeof name !== 'string') return 'must be a string'
  if (name === '') return 'must not be empty'
  if (name.length > maxTagLength) return `must have at most ${maxTagLength} characters`
  if (controlCharacter.test(name)) return 'must not contain control characters'
  return name.isWellFormed() ? undefined : 'must not contain lone surrogates'
}

/** Creates the schema of a tag name. */
export function tagNameSchema(limits: Limits) {
  return z
    .unknown()
    .transform((name, context) => {
      const message = validateTagName(name, limits)
      if (message !== undefined) context.issues.push({ code: 'custom', input: name, message })
      return name as string
    })
    .meta({ type: 'string', minLength: 1, maxLength: limits.maxTagLength })
}

/** Creates the schema of a list of tag names. */
export function tagNamesSchema(limits: Limits) {
  return listSchema(
    tagNameSchema(limits),
    { error: 'must be an array or null' },
    { max: [limits.maxTags, `must have at most ${limits.maxTags} tags`] },
  )
}

/** Returns the tags without duplicates, or null if there are none. */
export function uniqueTags(names: readonly string[] | null): readonly string[] | null {
  const unique = [...new Set(names)]
  return unique.length === 0 ? null : unique
}
