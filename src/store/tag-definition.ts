import * as z from 'zod'
import { QuoteError } from '../errors.js'
import type { Limits } from '../quote/policy.js'
import { tagNameSchema, validateTagName } from '../quote/requests.js'
import { FieldErrorCollector, guardRead } from '../validation/field-errors.js'
import type { Tag } from './tags.js'

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

const definitionSchema = z.strictObject(
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
  { error: 'must be an object' },
)

/** Creates the schema of a tag's definition, to describe it. `parseTag` parses one. */
export function tagDefinitionSchema(limits: Limits) {
  const name = tagNameSchema(limits).optional()
  return definitionSchema.extend({ label: name, value: name })
}

/** @throws QuoteError `invalid_request` with every error of the name (at `name`) and definition */
export function parseTag(name: string, definition: TagDefinition, limits: Limits): Tag {
  return guardRead('invalid_request', () => parseDefinition(name, definition, limits))
}

function parseDefinition(name: string, definition: TagDefinition, limits: Limits): Tag {
  const errors = new FieldErrorCollector()
  const nameError = validateTagName(name, limits)
  if (nameError !== undefined) errors.add(['name'], nameError)
  const parsed = definitionSchema.safeParse(definition)
  if (!parsed.success) errors.addIssues(parsed.error.issues, [], definitionSchema)
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
