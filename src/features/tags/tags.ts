import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import type { Limits } from '../../quote/model/policy.js'
import type { Quote } from '../../quote/model/quote.js'
import { tagNameSchema, validateTagName } from '../../quote/operations/requests.js'
import type { RecordDeclaration } from '../../record/record-declaration.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector, guardRead } from '../../validation/field-errors.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import type { NamedList } from '../store-lists/named-list.js'

/** A tag of a store and its appearance. */
export interface Tag {
  /** `rgba(r%, g%, b%, a)` */
  readonly backgroundColor: string
  /** `rgb(r%, g%, b%)` */
  readonly color: string
  /** The label to display. */
  readonly label: string
  /** The name of the tag, as in a quote's `tags`. */
  readonly value: string
}

/** The tags of a store by name. Even a name such as `__proto__` is an own key. */
export type StoreTags = Readonly<Record<string, Tag>>

/**
 * Returns the tags of a quote that its store has, in the quote's order, as the list view and the
 * edit view show them. Other tags stay on the quote, and show once the store adds them.
 */
export function visibleTags(quote: Pick<Quote, 'tags'>, storeTags: StoreTags): readonly Tag[] {
  const names = quote.tags ?? []
  return Object.freeze(
    names.flatMap((name) => {
      const tag = Object.hasOwn(storeTags, name) ? storeTags[name] : undefined
      return tag === undefined ? [] : [tag]
    }),
  )
}

/** The definition of a store's tag. */
export interface TagDefinition {
  /** `rgba(r%, g%, b%, a)`, each percentage from 0 to 100 and alpha from 0 to 1. */
  readonly backgroundColor: string
  /** `rgb(r%, g%, b%)`, each percentage from 0 to 100. */
  readonly color: string
  /**
   * The label to display.
   *
   * @default The name of the tag.
   */
  readonly label?: string | undefined
  /** The name of the tag, as a listed tag has it. Other values are rejected. */
  readonly value?: string | undefined
}

const percentage = String.raw`(?:100|[0-9]{1,2}(?:\.[0-9]{1,4})?)%`
const alpha = String.raw`(?:1(?:\.0{1,4})?|0(?:\.[0-9]{1,4})?)`
const channels = `${percentage}, ${percentage}, ${percentage}`

const definitionSchema = lazy(() =>
  z.strictObject(
    {
      backgroundColor: z
        .string({ error: 'must be a string' })
        .regex(new RegExp(`^rgba\\(${channels}, ${alpha}\\)$`), {
          error: 'must be like rgba(10%, 20%, 30%, 0.5)',
        }),
      color: z.string({ error: 'must be a string' }).regex(new RegExp(`^rgb\\(${channels}\\)$`), {
        error: 'must be like rgb(10%, 20%, 30%)',
      }),
      label: z.unknown().optional(),
      value: z.unknown().optional(),
    },
    mustBeObject,
  ),
)

/** Creates the schema of a tag's definition, to describe it. `parseTag` parses one. */
export function tagDefinitionSchema(limits: Limits) {
  const name = tagNameSchema(limits).optional()
  return definitionSchema().extend({ label: name, value: name })
}

/** @throws QuoteError `invalid_request` with every error of the name (at `name`) and definition */
export function parseTag(name: string, definition: TagDefinition, limits: Limits): Tag {
  return guardRead('invalid_request', () => parseDefinition(name, definition, limits))
}

function parseDefinition(name: string, definition: TagDefinition, limits: Limits): Tag {
  const errors = new FieldErrorCollector()
  const nameError = validateTagName(name, limits)
  if (nameError !== undefined) errors.add(['name'], nameError)
  const parsed = definitionSchema().safeParse(definition)
  if (!parsed.success) errors.addIssues(parsed.error.issues, [], definitionSchema())
  const { label = name, value = name } =
    parsed.data ?? (Object(definition) as Partial<TagDefinition>)
  const labelError = validateTagName(label, limits)
  if (labelError !== undefined && label !== name) errors.add(['label'], labelError)
  if (value !== name) errors.add(['value'], 'must be the name of the tag, or absent')
  if (parsed.data === undefined || !errors.isEmpty)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  const { backgroundColor, color } = parsed.data
  return Object.freeze({ backgroundColor, color, label: label as string, value: name })
}

/** The tags of a store in the order in which they were first set. */
export type TagList = readonly Tag[]

/** A store has one record of this kind. */
export const tagsRef = Object.freeze({ kind: 'tags', id: 'tags' })

/** The tags of a store. */
export const storeTags: NamedList<Tag> = {
  ref: tagsRef,
  getName: ({ value }) => value,
  getNames: ({ value: name, label }) => ({ name, ...(label !== name && { label }) }),
  operations: { set: 'setTag', remove: 'removeTag' },
  maxEntries: 'maxStoreTags',
  describeFull: (count) => ({
    name: `must be the name of one of the ${count} tags of the store; remove one to add another`,
  }),
}

/** The record of the tags of a store. */
export const tagRecords: RecordDeclaration = { kind: 'tags', of: 'store', parse: parseTags }

/** Returns the tags by name. A tag called `__proto__` becomes an own key like any other. */
export function tagsByName(tags: TagList): StoreTags {
  return deepFreeze(Object.fromEntries(tags.map((tag) => [tag.value, { ...tag }])))
}

/**
 * Returns a copy of the value if it is a list of tags, and adds its errors otherwise. The copy has
 * the fields of a tag and no others.
 */
function parseTags(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): TagList | undefined {
  if (!Array.isArray(value)) {
    errors.add(path, `must be an array of tags, received ${describeKind(value)}`)
    return undefined
  }
  return Array.from(value, (tag, index) => parseStoredTag(tag, errors, [...path, index]))
}

function parseStoredTag(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): Tag {
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
