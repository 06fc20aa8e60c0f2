import * as z from 'zod'
import { jsonEqual } from '../../validation/json-equal.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { recordSchema } from '../../validation/schemas/record-schema.js'
import { mustBeObject, withReceived } from '../../validation/schemas/scalars.js'
import {
  type Acceptance,
  maxNameLength,
  nameSchema,
  shortString,
  textSchema,
} from './lifecycle-fields.js'
import type { PaymentPart } from './payment-fields.js'
import type { QuoteAmounts, QuoteTaxes, Shipping } from './pricing-fields.js'
import { invalidQuantity, isQuantity } from './product-fields.js'

/** What a customer can choose of a line or a section. */
interface Selectable {
  /** True if the customer can leave it out. */
  readonly optional?: true
  /** The key of the choice that it is a member of: one of the members is taken. */
  readonly choice?: string
  /**
   * Whether the seller proposes it. Present exactly if it is `optional` or a member of a choice.
   */
  readonly selected?: boolean
}

/** The quantities from which a customer can choose. */
export interface QuantityRange {
  /** The least quantity, above 0. */
  readonly min: number
  /** The largest quantity. */
  readonly max: number
  /** The distance of two quantities, counted from `min`. Absent for one of the last decimal. */
  readonly step?: number
}

/** What a line says of sections and of what the customer can choose. */
export interface LineChoiceFields extends Selectable {
  /** The key of the section that the line is in. */
  readonly section?: string
  /** The quantities from which the customer can choose. `qty` is the proposal. */
  readonly qty_range?: QuantityRange
}

/** How the prices of a section are shown. */
export const sectionViews = ['lines', 'total'] as const

/**
 * A part of a quote with a title. Lines belong to it by its key. One without lines is a text
 * between the others.
 */
export interface QuoteSection extends Selectable {
  /** Identifies the section in its quote: it starts with a letter, as no key of a line does. */
  readonly key: string
  /** The title that the customer reads. */
  readonly title: string
  /** What the customer reads below the title. */
  readonly text?: string
  /**
   * What pages and documents show: `lines` without prices, or only the `total`. Absent for lines
   * with prices. A section with something to choose always shows prices.
   */
  readonly show?: (typeof sectionViews)[number]
  /** True if a new page of a document begins with it. */
  readonly page_break?: true
}

/** Lines or sections of which the customer takes one. */
export interface QuoteChoice {
  /** Identifies the choice in its quote: it starts with a letter. */
  readonly key: string
  /** What is chosen, as the customer reads it. */
  readonly title: string
  /** True if the customer can take none of its members. */
  readonly optional?: true
}

/** What a customer selects of an offer: all of it, not the difference to the proposal. */
export interface Selection {
  /** The keys of the optional lines and sections, and of the members of choices, that are taken. */
  readonly selected: readonly string[]
  /**
   * The quantities of lines with a `qty_range`, by key.
   *
   * @default The quantities of the offer.
   */
  readonly quantities?: Readonly<Record<string, number>> | undefined
}

/** An acceptance, with what was selected if the customer could choose. */
export interface SelectedAcceptance extends Acceptance {
  /** What was selected, with the quantities of all lines that have a range. */
  readonly selection?: Selection
  /** What the selection adds up to. */
  readonly amounts?: QuoteAmounts
  /** The shipping of the selection, if its provider was asked for it. */
  readonly shipping?: Shipping
  /** The taxes of the selection, if their provider was asked for them. */
  readonly taxes?: QuoteTaxes
  /** The payment plan, with the amounts of the selection. */
  readonly payment_plan?: readonly PaymentPart[]
}

/** The fields of a line about sections and choices. */
export const lineChoiceFields = [
  'section',
  'optional',
  'choice',
  'selected',
  'qty_range',
] as const satisfies readonly (keyof LineChoiceFields)[]

/** Maximum number of sections, and of choices, of a quote. */
const maxSections = 200

const maxTextLength = 5_000

const keyError = withReceived(
  'must be a key of 1 to 64 letters, digits, - and _ that starts with a letter',
)

/** Accepts the key of a section or a choice. */
const choiceKeySchema = lazy(() =>
  z.string({ error: keyError }).regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, { error: keyError }),
)

const mustBeRange = { error: withReceived('must be an object of min, max and step') }

const isTrue = lazy(() => z.literal(true, { error: 'must be true or absent' }).exactOptional())
const selectable = lazy(() => ({
  optional: isTrue(),
  choice: choiceKeySchema().exactOptional(),
  selected: z.boolean({ error: 'must be true or false' }).exactOptional(),
}))

/** Accepts the fields of a line about sections and choices as they are stored. */
export const lineChoiceSchemas = lazy(() => {
  const quantity = z
    .custom<number>(isQuantity, {
      error: withReceived(invalidQuantity),
    })
    .meta({ type: 'number', exclusiveMinimum: 0 })
  return {
    section: choiceKeySchema().exactOptional(),
    ...selectable(),
    qty_range: z
      .strictObject({ min: quantity, max: quantity, step: quantity.exactOptional() }, mustBeRange)
      .exactOptional(),
  }
})

const mustBeArray = { error: withReceived('must be an array') }

const bounds = (noun: string) => ({
  min: [1, `must be absent if there are no ${noun}`] as const,
  max: [maxSections, `must have at most ${maxSections} ${noun}`] as const,
})

/** Accepts the sections and the choices of a quote as they are stored. */
export const choiceSchemas = lazy(() => {
  const [key, title] = [choiceKeySchema(), shortString(maxNameLength)]
  const section = z.strictObject(
    {
      key,
      title,
      text: shortString(maxTextLength).exactOptional(),
      ...selectable(),
      show: z.literal(sectionViews, { error: 'must be lines, total or absent' }).exactOptional(),
      page_break: isTrue(),
    },
    mustBeObject,
  )
  const choice = z.strictObject({ key, title, optional: isTrue() }, mustBeObject)
  return {
    sections: listSchema(section, mustBeArray, bounds('sections')).exactOptional(),
    choices: listSchema(choice, mustBeArray, bounds('choices')).exactOptional(),
  }
})

/** What a request says of a line or a section that a customer can choose. */
interface SelectableRequest {
  /**
   * True if the customer can leave it out. Not together with `choice`.
   *
   * @default false
   */
  readonly optional?: boolean | null | undefined
  /** The key of the choice that it is a member of; null for none. */
  readonly choice?: string | null | undefined
  /**
   * Whether it is proposed. Of a choice, another member is not proposed any more.
   *
   * @default false; the first member of a choice that is not optional is proposed.
   */
  readonly selected?: boolean | null | undefined
}

/** The quantities from which a customer can choose, as a request says them. */
export interface QuantityRangeRequest {
  /** The least quantity, above 0. */
  readonly min: number
  /** The largest quantity. */
  readonly max: number
  /**
   * The distance of two quantities, counted from `min`.
   *
   * @default A unit of the last decimal of `min` and `max`: whole quantities from 1 to 6.
   */
  readonly step?: number | null | undefined
}

/** What a request says of a line about sections and choices. */
export interface LineChoiceRequest extends SelectableRequest {
  /** The key of the section that the line is in; null for none. */
  readonly section?: string | null | undefined
  /** The quantities from which the customer can choose; null for the one of the line. */
  readonly qty_range?: QuantityRangeRequest | null | undefined
}

/** A section of a quote, as a request says it. */
export interface SectionRequest extends SelectableRequest {
  /** 1 to 64 letters, digits, - and _, of which the first is a letter. Lines refer to it. */
  readonly key: string
  /** The title that the customer reads: 1 to 255 characters. */
  readonly title: string
  /** What the customer reads below the title: 1 to 5,000 characters. */
  readonly text?: string | null | undefined
  /**
   * What pages and documents show: lines with `prices`, `lines` without, or only the `total`.
   *
   * @default 'prices'
   */
  readonly show?: 'prices' | (typeof sectionViews)[number] | null | undefined
  /**
   * True if a new page of a document begins with it.
   *
   * @default false
   */
  readonly page_break?: boolean | null | undefined
}

/** What the customer chooses one of, as a request says it. */
export interface ChoiceRequest {
  /** 1 to 64 letters, digits, - and _, of which the first is a letter. Its members refer to it. */
  readonly key: string
  /** What is chosen, as the customer reads it: 1 to 255 characters. */
  readonly title: string
  /**
   * True if the customer can take none of its members.
   *
   * @default false
   */
  readonly optional?: boolean | null | undefined
}

const sentFlag = lazy(() => z.boolean({ error: 'must be true or false' }).nullish())
const sentSelectable = lazy(() => ({
  optional: sentFlag(),
  choice: choiceKeySchema().nullish(),
  selected: sentFlag(),
}))

/**
 * Creates the schemas of what a request says of a line about sections and choices.
 *
 * @param sentQuantity Accepts a quantity.
 */
export function sentLineChoiceSchemas(sentQuantity: z.ZodType<number>) {
  return {
    section: choiceKeySchema().nullish(),
    ...sentSelectable(),
    qty_range: z
      .strictObject(
        { min: sentQuantity, max: sentQuantity, step: sentQuantity.nullish() },
        mustBeRange,
      )
      .nullish(),
  }
}

/** Accepts the sections and the choices of a request; null for none. */
export const choiceRequestSchemas = lazy(() => {
  const [key, title] = [choiceKeySchema(), nameSchema(maxNameLength)]
  const section = z.strictObject(
    {
      key,
      title,
      text: textSchema(maxTextLength).nullish(),
      ...sentSelectable(),
      show: z
        .literal(['prices', ...sectionViews], { error: 'must be prices, lines or total' })
        .nullish(),
      page_break: sentFlag(),
    },
    mustBeObject,
  )
  const choice = z.strictObject({ key, title, optional: sentFlag() }, mustBeObject)
  return {
    sections: listSchema<SectionRequest>(section, mustBeArray, {
      max: [maxSections, `must have at most ${maxSections} sections`],
    }).nullish(),
    choices: listSchema<ChoiceRequest>(choice, mustBeArray, {
      max: [maxSections, `must have at most ${maxSections} choices`],
    }).nullish(),
  }
})

/** Exceeds the number of lines and sections that a quote can have. */
const maxSelected = 10_000
const maxSelectedMessage = `must have at most ${maxSelected} keys`

/** Accepts the shape of a selection. What can be selected depends on the quote. */
export const selectionSchema = lazy(() => {
  const key = z
    .string({ error: withReceived('must be the key of a line or a section') })
    .max(64, { error: 'must have at most 64 characters' })
  return z.strictObject(
    {
      selected: listSchema(key, mustBeArray, { max: [maxSelected, maxSelectedMessage] }),
      quantities: recordSchema({
        value: z.number({ error: withReceived('must be a number') }),
        mustBeObject: 'must be an object of quantities by the keys of lines',
        max: [maxSelected, maxSelectedMessage],
      }).exactOptional(),
    },
    { error: withReceived('must be an object of selected and quantities') },
  )
})

/**
 * Returns true if a line says anything of sections and choices. Names the fields of
 * {@link lineChoiceFields} one by one: most lines have none, and a loop is ten times as slow.
 */
export function hasChoiceFields({
  section,
  optional,
  choice,
  selected,
  qty_range: range,
}: LineChoiceRequest): boolean {
  return (
    section !== undefined ||
    optional !== undefined ||
    choice !== undefined ||
    selected !== undefined ||
    range !== undefined
  )
}

const noChoiceFields: LineChoiceFields = Object.freeze({})

/** Returns what a line says of sections and choices. */
export function getChoiceFields(line: LineChoiceFields): LineChoiceFields {
  if (!hasChoiceFields(line)) return noChoiceFields
  const said: Record<string, unknown> = {}
  for (const field of lineChoiceFields) if (line[field] !== undefined) said[field] = line[field]
  return said
}

function toRange(sent: QuantityRangeRequest | null | undefined): QuantityRange | null | undefined {
  if (sent == null) return sent
  const { min, max, step } = sent
  return Object.freeze({ min, max, ...(step != null && { step }) })
}

/** Returns what a line says of sections and choices after a change; null removes it. */
export function mergeChoiceFields(
  entry: LineChoiceRequest,
  stored: LineChoiceFields = noChoiceFields,
): LineChoiceFields {
  if (!hasChoiceFields(entry) && !hasChoiceFields(stored)) return noChoiceFields
  const merged: Record<string, unknown> = {}
  for (const field of lineChoiceFields) {
    const [sent, known] = [entry[field], stored[field]]
    const given = field === 'qty_range' ? toRange(entry.qty_range) : sent
    const next = given === undefined || jsonEqual(given, known) ? known : given
    if (next == null || (field === 'optional' && next === false)) continue
    merged[field] = next
  }
  return merged
}

/** Returns the distance of two quantities of a range: by default, a unit of its last decimal. */
export function stepOf({ min, max, step }: QuantityRange): number {
  const decimals = [min, max].map((end) => String(end).split('.')[1]?.length ?? 0)
  return step ?? 10 ** -Math.max(...decimals)
}

const inThousandths = (quantity: number) => Math.round(quantity * 1_000)

/** Returns how many steps a quantity is above the least one of a range: an integer if it has it. */
function stepsTo(quantity: number, range: QuantityRange): number {
  return (inThousandths(quantity) - inThousandths(range.min)) / inThousandths(stepOf(range))
}

/** Returns true for a quantity of a range: from `min` to `max`, in steps from `min`. */
export function isInRange(qty: number, range: QuantityRange): boolean {
  if (!isQuantity(qty) || qty < range.min || qty > range.max) return false
  return Number.isInteger(stepsTo(qty, range))
}

/** Returns the quantities of a range at its ends, and those on both sides of other quantities. */
export function quantitiesAround(
  range: QuantityRange,
  others: readonly number[],
): readonly number[] {
  const last = Math.floor(stepsTo(range.max, range))
  const beside = others.flatMap((each) => {
    const reached = Math.ceil(stepsTo(each, range))
    return [reached - 1, reached].filter((steps) => steps > 0 && steps < last)
  })
  const [min, step] = [inThousandths(range.min), inThousandths(stepOf(range))]
  return [...new Set([0, ...beside, last])].map((steps) => (min + steps * step) / 1_000)
}
