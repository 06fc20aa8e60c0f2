import { describeKind, describeValue } from '../validation/describe-value.js'
import type { FieldErrorCollector } from '../validation/field-errors.js'
import type { Tag } from './tags.js'
import type { TagList } from './tags-record.js'

/**
 * Returns a copy of the value if it is a list of tags, and adds its errors otherwise. The copy has
 * the fields of a tag and no others.
 */
export function parseTags(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): TagList | undefined {
  if (!Array.isArray(value)) {
    errors.add(path, `must be an array of tags, received ${describeKind(value)}`)
    return undefined
  }
  return Array.from(value, (tag, index) => parseTag(tag, errors, [...path, index]))
}

function parseTag(value: unknown, errors: FieldErrorCollector, path: readonly PropertyKey[]): Tag {
  const { backgroundColor, color, label, value: name } = Object(value) as Tag
  const tag: Tag = { backgroundColor, color, label, value: name }
  if (typeof value !== 'object' || value === null) {
    errors.add(path, `must be a tag, received ${describeValue(value)}`)
    return tag
  }
  for (const [field, received] of Object.entries(tag))
    if (typeof received !== 'string')
      errors.add([...path, field], `must be a string, received ${describeValue(received)}`)
  return tag
}
