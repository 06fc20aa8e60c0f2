import type { Formats } from '../../document/model/formats.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { DeskRuntime } from '../desk-call.js'
import { statusLabel } from '../parts/status.js'
import { customerLabel, quoteLabel } from './field-labels.js'

/** What follows from other fields, or says what the operation says already. */
const derived = new Set([
  'quote_total',
  'price_total',
  'total',
  'amounts',
  'seal',
  'sent',
  'number',
  'delivery',
  'order',
  'acceptance',
  'expiry_reported',
  'decimals',
])

/** Operations whose patches are best told by the fields that they change. */
const edits: ReadonlySet<string> = new Set<EntryOperation<'quote'>>([
  'update',
  'reprice',
  'price_taxes',
])

/** Returns what a change of a quote was about, in a line; empty if the operation says it all. */
export function entryWords(
  entry: HistoryEntry,
  desk: Pick<DeskRuntime, 'formats' | 'options'>,
): string {
  const { formats } = desk
  const { operation, patches } = entry
  if (edits.has(operation)) return changedFields(entry, desk)
  const set = new Map<unknown, unknown>(
    patches.filter(({ path }) => path.length === 1).map(({ path, value }) => [path[0], value]),
  )
  return operation === 'create' || operation === 'copy' ? '' : facts(set, formats)
}

/** Returns the facts that an operation has set: a revision, a date, a reason, an order. */
function facts(set: ReadonlyMap<unknown, unknown>, formats: Formats): string {
  const expires = set.get('expires')
  const reason = set.get('reason')
  const revision = set.get('revision')
  const { name, reference } = fieldsOf(set.get('acceptance'))
  const { id } = fieldsOf(set.get('order'))
  return [
    typeof revision === 'number' && `revision ${revision}`,
    typeof expires === 'number' && `valid through ${formats.date(expires - 1)}`,
    typeof name === 'string' && name,
    typeof reference === 'string' && `reference ${reference}`,
    typeof id === 'string' && `order ${id}`,
    typeof reason === 'string' && reason,
  ]
    .filter(Boolean)
    .join(', ')
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function changedFields({ patches }: HistoryEntry, desk: Pick<DeskRuntime, 'options'>): string {
  const fields = new Set<string>()
  const ofCustomer = new Set<string>()
  let status: unknown
  for (const { path, value } of patches) {
    const [name, inner] = path
    if (name === 'customer' && inner !== undefined) ofCustomer.add(customerLabel(String(inner)))
    else if (name === 'status') status = value
    else if (name !== undefined && !derived.has(String(name))) fields.add(String(name))
  }
  // Lines get their keys and their order with the first change of any of them.
  if (fields.has('products')) fields.delete('product_order')
  const words = [...fields].map((name) => quoteLabel(name).toLowerCase())
  if (ofCustomer.size > 0) words.unshift(`customer (${[...ofCustomer].join(', ').toLowerCase()})`)
  if (typeof status === 'string') words.push(`status ${statusLabel(desk, status).toLowerCase()}`)
  return words.join(', ')
}
