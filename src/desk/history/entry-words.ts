import { lastTime } from '../../document/model/formats.js'
import { type FieldKind, fieldKinds } from '../../quote/model/field-rules.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import type { DeskRuntime } from '../desk-call.js'
import { orderOfPart, reportedPayment } from '../parts/changes.js'
import { getLabel } from '../parts/fields.js'
import { statusLabel } from '../parts/names.js'

/** What follows from other fields, or says what the operation says already. */
const derived = new Set([
  'quote_total',
  'price_total',
  'total',
  'amounts',
  'seal',
  'sent',
  'number',
  'payments',
  'proposals',
  'delivery',
  'order',
  'order_parts',
  'acceptance',
  'expiry_reported',
  'reminders',
  'decimals',
  'approvals',
])

/** Operations whose patches are best told by the fields that they change. */
const edits: ReadonlySet<string> = new Set<EntryOperation<'quote'>>([
  'update',
  'reprice',
  'priceTaxes',
])

/** Returns true for a change of the content of a quote, which its differences show. */
export function isEdit({ operation }: Pick<HistoryEntry, 'operation'>): boolean {
  return edits.has(operation)
}

type EntryDesk = Pick<DeskRuntime, 'formats' | 'options' | 'strings' | 'ownFields'>

/** Returns what a change of a quote was about, in a line; empty if the operation says it all. */
export function entryWords(
  entry: Pick<HistoryEntry, 'operation' | 'patches'>,
  desk: EntryDesk,
): string {
  const { operation, patches } = entry
  if (isEdit(entry)) return changedFields(entry, desk)
  const payment = reportedPayment(entry)
  if (payment !== undefined)
    return [desk.formats.money(payment.amount, payment.currency), payment.id].join(', ')
  const part = orderOfPart(entry)
  if (part !== undefined) return desk.strings.history.facts.order(part)
  const set = new Map<unknown, unknown>(
    patches.filter(({ path }) => path.length === 1).map(({ path, value }) => [path[0], value]),
  )
  return operation === 'create' || operation === 'copy' ? '' : describeFacts(set, desk)
}

/** Returns the facts that an operation has set: a revision, a date, a reason, an order. */
function describeFacts(
  set: ReadonlyMap<unknown, unknown>,
  { formats, strings }: EntryDesk,
): string {
  const { facts: shown } = strings.history
  const expires = set.get('expires')
  const reason = set.get('reason')
  const revision = set.get('revision')
  const { name, reference } = getFields(set.get('acceptance'))
  const { id } = getFields(set.get('order'))
  return [
    typeof revision === 'number' && shown.revision(revision),
    typeof expires === 'number' && shown.validThrough(lastTime(expires, formats)),
    typeof name === 'string' && name,
    typeof reference === 'string' && shown.reference(reference),
    typeof id === 'string' && shown.order(id),
    typeof reason === 'string' && reason,
  ]
    .filter(Boolean)
    .join(', ')
}

function getFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function changedFields({ patches }: Pick<HistoryEntry, 'patches'>, desk: EntryDesk): string {
  const { history, labels } = desk.strings
  const fields = new Set<string>()
  const ofCustomer = new Set<string>()
  let status: unknown
  for (const { path, value } of patches) {
    const [name, inner, field] = path
    // The amounts of a plan follow from the total.
    if (name === 'payment_plan' && field === 'amount') continue
    if (name === 'customer' && inner !== undefined)
      ofCustomer.add(customerLabel(desk, String(inner)))
    else if (isOwn(name)) for (const each of ownPaths(name, inner, value)) fields.add(each)
    else if (name === 'status') status = value
    else if (name !== undefined && !derived.has(String(name))) fields.add(String(name))
  }
  // Lines get their keys and their order with the first change of any of them.
  if (fields.has('products')) fields.delete('product_order')
  const own = new Map(desk.ownFields.quote.map(({ path, label }) => [path, label]))
  const words = [...fields].map(
    (name) => own.get(name) ?? history.changedField(getLabel(labels.quote, name)),
  )
  if (ofCustomer.size > 0) words.unshift(history.changedCustomer([...ofCustomer]))
  if (typeof status === 'string') words.push(history.changedStatus(statusLabel(desk, status)))
  return words.join(', ')
}

function customerLabel({ ownFields, strings }: EntryDesk, name: string): string {
  return ownFields.customer.get(name)?.label ?? getLabel(strings.labels.customer, name)
}

function isOwn(name: unknown): name is FieldKind {
  return fieldKinds.some((kind) => kind === name)
}

/** Returns the paths of the own fields that a patch changes; their kind if it removes all. */
function ownPaths(kind: FieldKind, name: unknown, value: unknown): readonly string[] {
  if (name !== undefined) return [`${kind}.${String(name)}`]
  const names = Object.keys(getFields(value))
  return names.length === 0 ? [kind] : names.map((each) => `${kind}.${each}`)
}
