import { z } from 'zod'
import { QuoteError } from '../errors.js'
import type { Limits } from '../quote/limits.js'
import { validateTagName } from '../quote/requests/tag-names.js'
import { FieldErrorCollector, guardRead } from '../validation/field-errors.js'
import type { Tag } from './tags.js'

/** A tag as a store sets it up. */
export interface TagDefinition {
  /** `rgba(r%, g%, b%, a)`, each percentage from 0 to 100 and alpha from 0 to 1. */
  readonly backgroundColor: string
  /** `rgb(r%, g%, b%)`, each percentage from 0 to 100. */
  readonly color: string
  /** The text to display; the tag's name by default. */
  readonly label?: string | undefined
  /** The tag's name again, as in a tag that was listed; any other text is refused. */
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

/** @throws QuoteError `invalid_request`, naming every fault of the name (at `name`) and of the definition */
export function parseTag(name: string, definition: TagDefinition, limits: Limits): Tag {
  return guardRead('invalid_request', () => parseDefinition(name, definition, limits))
}

function parseDefinition(name: string, definition: TagDefinition, limits: Limits): Tag {
  const faults = new FieldErrorCollector()
  const nameFault = validateTagName(name, limits)
  if (nameFault !== undefined) faults.add(['name'], nameFault)
  const parsed = definitionSchema.safeParse(definition)
  if (!parsed.success) faults.addIssues(parsed.error.issues)
  const { label = name, value = name } =
    parsed.data ?? (Object(definition) as Partial<TagDefinition>)
  const labelFault = validateTagName(label, limits)
  if (labelFault !== undefined && label !== name) faults.add(['label'], labelFault)
  if (value !== name) faults.add(['value'], 'must be the name of the tag')
  if (parsed.data === undefined || !faults.isEmpty)
    throw new QuoteError('invalid_request', { errors: faults.toFieldErrors() })
  const { backgroundColor, color } = parsed.data
  return Object.freeze({ backgroundColor, color, label: label as string, value: name })
}
