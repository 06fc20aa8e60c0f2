import type { TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import { newKey } from '../../../quote/lines/line-keys.js'
import type { ProductLine } from '../../../quote/quote.js'
import type { LineChangeRequest } from '../../../quote/requests/line-request.js'
import { parseProductId } from '../../parts/product-ids.js'
import type { LinesByKey } from '../draft/draft-of-quote.js'
import { parseDecimal, parseQuantity } from '../draft/product-values.js'
import {
  type DraftRow,
  isBlankRow,
  isSameValue,
  type QuoteDraft,
  type RowField,
} from '../draft/quote-draft.js'
import type { FormPath } from './error-paths.js'
import { changedOffer, newOffer } from './offer-change.js'

/** The changes of lines that rows of the form make. */
export interface LineChanges {
  readonly changes: readonly LineChangeRequest[]
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
}

/** The fields of a custom line, which a product has frozen. */
const customFields = ['sku', 'unit', 'description', 'image', 'tax_code'] as const

/**
 * Returns what the rows change of the lines of a quote, and nothing for rows that are as they were.
 *
 * @param version The version that the changes lead to.
 */
export function lineChanges(
  base: QuoteDraft,
  draft: QuoteDraft,
  lines: LinesByKey,
  version: number,
): LineChanges {
  const before = new Map(base.rows.map((row) => [row.key, row]))
  const removed = new Set(draft.rows.flatMap((row) => (row.isRemoved ? [row.key] : [])))
  const keptCount = [...lines.keys()].filter((key) => !removed.has(key)).length
  const changes: LineChangeRequest[] = []
  const paths: FormPath[] = []
  const keys: (string | undefined)[] = []
  let added = 0
  for (const [index, row] of draft.rows.entries()) {
    const change = changeOf(row, before.get(row.key), lines.get(row.key), draft.numbers)
    if (change !== undefined) {
      paths.push([`product_changes[${changes.length}]`, `products[${index}]`])
      changes.push(change)
    }
    if (isBlankRow(row) || row.isRemoved) keys.push(undefined)
    else if (row.key !== '') keys.push(row.key)
    else keys.push(newKey(version, keptCount + added++))
  }
  return { changes, paths, keys }
}

function changeOf(
  row: DraftRow,
  before: DraftRow | undefined,
  line: ProductLine | undefined,
  numbers: TypedNumbers,
): LineChangeRequest | undefined {
  if (isBlankRow(row)) return undefined
  const { key } = row
  if (key === '') return newLine(row, numbers) as LineChangeRequest
  if (row.isRemoved) return { key, remove: true }
  // The engine rejects the key of a line that is gone.
  if (before === undefined || line === undefined) return { key }
  const change = {
    ...changedFields(row, before, line, numbers),
    ...changedOffer(row, before, line, numbers),
  }
  return Object.keys(change).length === 0 ? undefined : { key, ...change }
}

function changedFields(
  { values }: DraftRow,
  { values: before }: DraftRow,
  { id }: ProductLine,
  numbers: TypedNumbers,
): LineChangeRequest {
  const isChanged = (field: RowField) => !isSameValue(values[field], before[field])
  const change: Record<string, unknown> = {}
  if (isChanged('qty')) change.qty = parseQuantity(values.qty, numbers)
  if (isChanged('note')) change.note = values.note || null
  if (id !== 0) return change
  if (isChanged('name')) change.name = values.name
  if (isChanged('price')) change.price = parseDecimal(values.price, 'money', numbers)
  for (const field of customFields) if (isChanged(field)) change[field] = values[field] || null
  return change
}

/** Returns the line that a new row adds: with a product, or else with a name and a price. */
export function newLine(
  { values }: DraftRow,
  numbers: TypedNumbers,
): Readonly<Record<string, unknown>> {
  const line: Record<string, unknown> = { qty: parseQuantity(values.qty, numbers) }
  if (values.id !== '') line.id = parseProductId(values.id)
  if (values.price !== '') line.price = parseDecimal(values.price, 'money', numbers)
  for (const field of ['name', 'note', ...customFields] as const)
    if (values[field] !== '') line[field] = values[field]
  return { ...line, ...newOffer(values, numbers) }
}
