import * as z from 'zod'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { coversBounds, maxApprovals } from '../model/approval.js'
import {
  type ComponentFields,
  componentFields,
  componentTextFields,
  maxComponents,
} from '../model/component-fields.js'
import {
  maxDeliveryFacts,
  maxDetailLength,
  maxNameLength,
  maxReasonLength,
} from '../model/lifecycle-fields.js'
import type { Limits } from '../model/policy.js'
import { maxProposalSize, maxProposals } from '../model/proposal.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { type ReadOnlyField, readOnlyError, readOnlyFields } from '../model/quote-fields.js'
import { textFieldNames, textFields } from '../model/text-fields.js'

/** Fields of a line that the engine computes. */
export const readOnlyLineFields = [
  'price',
  'price_total',
  'quote_total',
  'discount_total',
  'calculated_price',
] as const satisfies readonly (keyof ProductLine)[]

/** What a line freezes of its product, and a line without a product can be given. */
export const productFactFields = [
  ...textFieldNames,
  'price_breaks',
  'price_quantity',
  ...componentFields,
] as const satisfies readonly (keyof ProductLine)[]

type Optional<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** Computed fields of a quote, which an update may send back unchanged. */
export interface ReadOnlyFields extends Optional<Pick<Quote, ReadOnlyField>> {}

/** Computed fields of a line, which an update may send back unchanged. */
export interface ReadOnlyLineFields
  extends Optional<
    Pick<ProductLine, (typeof readOnlyLineFields)[number] | 'price_breaks' | keyof ComponentFields>
  > {}

/**
 * Creates the schema of read-only fields. Accepts any value: `rejectReadOnlyChanges` compares it
 * with the stored one, so the type is not checked here.
 */
export function readOnlyFieldsSchema<Fields>(
  fields: readonly (keyof Fields & string)[],
  copy: (value: unknown) => unknown,
) {
  const schema = z.unknown().transform(copy).optional()
  return Object.fromEntries(fields.map((field) => [field, schema])) as unknown as {
    readonly [Field in keyof Fields]-?: z.ZodOptional<z.ZodType<Fields[Field]>>
  }
}

/**
 * Adds an error for each read-only field that was sent with another value than the stored one.
 *
 * @param stored - undefined if nothing is stored yet; then no read-only field can be sent
 */
export function rejectReadOnlyChanges<Field extends string>(
  fields: readonly Field[],
  stored: { readonly [F in Field]?: unknown } | undefined,
  sent: { readonly [F in Field]?: unknown },
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
  ownHints?: ReadonlyMap<string, string>,
): void {
  for (const field of fields) {
    const value = sent[field]
    if (value === undefined || (stored !== undefined && jsonEqual(value, stored[field]))) continue
    const hint = ownHints?.get(field) ?? hints.get(field)
    errors.add([...path, field], hint ?? 'is computed and cannot be set')
  }
}

/**
 * Returns true if an entry is a line as it was read: it has every computed field, and no field
 * differs from the line. The key does not count, which a response can show as null.
 */
export function isSentBack(
  entry: { readonly [Field in keyof ProductLine]?: unknown },
  line: ProductLine,
): boolean {
  return (
    readOnlyLineFields.every((field) => entry[field] !== undefined) &&
    (Object.keys(entry) as (keyof ProductLine)[]).every(
      (field) =>
        field === 'key' || entry[field] === undefined || jsonEqual(entry[field], line[field]),
    )
  )
}

const frozenTextField = 'is that of the product and cannot be set; set a note'

const frozenComponents =
  'is that of the product and cannot be set; call repriceQuote for what the catalog says now'

const hints: ReadonlyMap<string, string> = new Map([
  ...readOnlyFields.map((name) => [name, readOnlyError(name)] as const),
  ...textFieldNames.map((name) => [name, frozenTextField] as const),
  ['price_quantity', 'is that of the product and cannot be set'],
  ...componentFields.map((name) => [name, frozenComponents] as const),
  ['price_breaks', 'is frozen and cannot be set; call repriceQuote for those of the catalog now'],
  ['price', 'is frozen and cannot be set; set the offered price with quote'],
])

/** Exceeds the size of every read-only field without a list, in characters. */
const maxSize = 10_000

/** Exceeds the size of a fact about a delivery: its strings, the names of its fields, numbers. */
const maxFactSize = maxDetailLength + maxNameLength + 100

/** The depth of `delivery`, a list of objects. All other fields but those below have less. */
const maxDepth = 2

/** The depth of `amounts`, which has a list of objects. */
const maxAmountsDepth = 3

/** The depth of `taxes`, whose `removed` has lists of objects. */
const maxTaxesDepth = 4

/** The depth of `proposals`, whose wishes have what was offered. */
const maxProposalsDepth = 5

/** Exceeds the size of what is charged in a period, in characters. */
const maxPeriodSize = 150

/** Replaces values that cannot be a read-only field. No stored value equals it. */
const unequalValue = Object.freeze({})

/**
 * Copies a read-only field of a quote. Returns `{}` for a value that is larger or deeper than any
 * of them, so that it is neither compared nor fingerprinted.
 */
export function copyReadOnlyValue(value: unknown, limits: Limits): unknown {
  const { maxTags, maxTagLength } = limits
  const left = maxSize + maxTags * (maxTagLength + 1) + maxDeliveryFacts * maxFactSize
  return copyUpTo(left, value, maxDepth)
}

/** Copies what a quote adds up to. Returns `{}` for a value that is larger or deeper. */
export function copyReadOnlyAmounts(value: unknown, { maxLines }: Limits): unknown {
  return copyUpTo(maxSize + maxLines * maxPeriodSize, value, maxAmountsDepth)
}

/**
 * Copies what is computed for each line: the taxes, or the shares of a discount.
 *
 * @param lineSize Exceeds the size of the part of one line, in characters.
 */
export function copyReadOnlyLines(value: unknown, lineSize: number, { maxLines }: Limits): unknown {
  return copyUpTo(maxSize + maxLines * lineSize, value, maxTaxesDepth)
}

/** Exceeds the size of an approval, in characters: what it covers, and its strings. */
const maxApprovalSize = coversBounds.maxLength + 2 * maxReasonLength + 5 * maxNameLength + 500

/** Copies the approvals of a quote. Returns `{}` for a value that is larger or deeper. */
export function copyReadOnlyApprovals(value: unknown): unknown {
  return copyUpTo(maxApprovals * maxApprovalSize, value, 2 + coversBounds.maxDepth)
}

/** Copies the proposals of a quote. Returns `{}` for a value that is larger or deeper. */
export function copyReadOnlyProposals(value: unknown): unknown {
  return copyUpTo(maxProposals * maxProposalSize, value, maxProposalsDepth)
}

/** Exceeds the size of a component, or of a share of one, in characters. */
const maxComponentSize =
  componentTextFields.reduce((size, name) => size + textFields[name].maxLength, 0) + 500

/**
 * Copies what a line has of the components of its product. Returns `{}` for a value that is larger
 * or deeper.
 */
export function copyReadOnlyComponents(value: unknown): unknown {
  return copyUpTo(maxComponents * maxComponentSize, value, 2)
}

function copyUpTo(left: number, value: unknown, depth: number): unknown {
  const budget: Budget = { left }
  const copy = copyWithin(budget, value, depth)
  return budget.left < 0 ? unequalValue : copy
}

const maxScalarLength = 64

/** Returns a read-only field of a line, or `{}` for a value that is not a short scalar. */
export function copyReadOnlyScalar(value: unknown): unknown {
  return getSize(value) > maxScalarLength ? unequalValue : value
}

/** How much can still be copied, in characters. Negative once a value does not fit. */
interface Budget {
  left: number
}

/** Copies a value as far as the budget goes, and reads each field of it once. */
function copyWithin(budget: Budget, value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    budget.left -= getSize(value)
    return value
  }
  if (Array.isArray(value)) {
    const { length } = value
    if (length > budget.left) budget.left = -1
    const copies: unknown[] = []
    for (let index = 0; index < length && budget.left >= 0; index += 1)
      copies.push(copyWithin(budget, value[index], depth - 1))
    return copies
  }
  const names = Object.keys(value)
  if (names.length > budget.left) budget.left = -1
  const entries: [string, unknown][] = []
  for (const name of names) {
    if (budget.left < 0) break
    budget.left -= name.length
    const field = (value as Readonly<Record<string, unknown>>)[name]
    entries.push([name, copyWithin(budget, field, depth - 1)])
  }
  // Unlike an assignment, this makes a field of the name `__proto__`.
  return Object.fromEntries(entries)
}

/** Returns the length of a string, 1 for other scalars, and infinity for objects. */
function getSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? Number.POSITIVE_INFINITY : 1
}
