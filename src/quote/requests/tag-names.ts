import { z } from 'zod'
import { listSchema } from '../../validation/schemas/list-schema.js'
import type { Limits } from '../limits.js'

const controlCharacter = /\p{Cc}/u

/** What is wrong with a tag name, or undefined. Names are case-sensitive and kept as they are. */
export function validateTagName(name: unknown, { maxTagLength }: Limits): string | undefined {
  if (typeof name !== 'string') return 'must be a string'
  if (name === '') return 'must not be empty'
  if (name.length > maxTagLength) return `must have at most ${maxTagLength} characters`
  if (controlCharacter.test(name)) return 'must not contain control characters'
  return name.isWellFormed() ? undefined : 'must not contain lone surrogates'
}

/** A list of tag names; how many there are is checked before any of them is looked at. */
export function tagNamesSchema(limits: Limits) {
  const tagName = z.unknown().transform((name, context) => {
    const fault = validateTagName(name, limits)
    if (fault !== undefined) context.issues.push({ code: 'custom', input: name, message: fault })
    return name as string
  })
  return listSchema(
    tagName,
    { error: 'must be an array or null' },
    { max: [limits.maxTags, `must have at most ${limits.maxTags} tags`] },
  )
}

/** The tags that a quote has after `tag_list` was sent: without duplicates, and null where none is left. */
export function uniqueTags(names: readonly string[] | null): readonly string[] | null {
  const distinct = [...new Set(names)]
  return distinct.length === 0 ? null : distinct
}
