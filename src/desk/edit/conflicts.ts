import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Form } from '../../pages/forms/form.js'
import type { HiddenField } from '../../pages/forms/hidden-field.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { mapTextFields } from '../../quote/model/text-fields.js'
import { type ConflictPage, pickName, type ShownDifference, type Side } from '../conflict-page.js'
import type { DeskCall } from '../desk-call.js'
import { changesSince } from '../parts/changes.js'
import { customerFieldNames, type PickedProduct, pickValue } from '../parts/fields.js'
import { quoteHeader, statusLabel } from '../parts/names.js'
import { emptyOwn, type OwnDraft } from '../parts/own-fields.js'
import {
  allDiscountsField,
  type DraftRow,
  draftOfQuote,
  isBlankRow,
  type QuoteDraft,
  quoted,
  rowFields,
} from './draft.js'
import { comparedFields, type FlatDraft, flatten, getOrder, getRowLabel } from './flatten.js'
import { customerValues } from './part-changes.js'
import { mapStoreInputs, storeInputNames } from './store-fields.js'

/** Changes of a quote that somebody else has changed meanwhile. */
interface Conflict {
  /** The version that the form was shown with. */
  readonly base: QuoteRecord
  /** What the user typed. */
  readonly draft: QuoteDraft
  /** The version that is stored now. */
  readonly theirs: QuoteView
  /** True if the quote cannot be edited in its status. */
  readonly isLocked: boolean
  /** The action that follows once the changes are saved. */
  readonly next?: NextAction | undefined
}

/** An action whose button has sent the form. */
interface NextAction {
  readonly path: string
  readonly button: string
  readonly fields: readonly HiddenField[]
}

/** Returns the page with both versions, on which the user chooses for each difference. */
export async function quoteConflict(
  call: DeskCall,
  { base, draft, theirs, isLocked, next }: Conflict,
): Promise<ConflictPage> {
  const drafts = toDrafts(base, theirs, draft)
  const added = draft.rows.filter((row) => row.key === '' && !isBlankRow(row))
  const path = `/quotes/${encodeURIComponent(theirs.quoteId)}`
  const strings = call.strings.conflict
  return {
    title: strings.quoteTitle,
    section: 'quotes',
    header: quoteHeader(call, theirs),
    message: isLocked ? strings.locked(statusLabel(call, theirs.quote.status)) : strings.quote,
    changes: await changesSince(call, base.version, theirs),
    differences: compareDrafts(drafts).map((difference) => ({
      ...difference,
      chosen: isLocked ? undefined : preselected(difference.path, difference.by),
    })),
    note:
      added.length > 0 &&
      strings.keptLines(added.map((row) => getRowLabel(call.strings, row)).join(', ')),
    back: [path, strings.drop],
    path: next?.path ?? path,
    buttons: [
      ['save', next ? strings.saveAnd(next.button) : isLocked ? strings.again : strings.save],
    ],
    fields: [
      ...(next?.fields ?? []),
      ['version', String(base.version)],
      ['current', isLocked ? '' : String(theirs.version)],
      ...draftFields(draft, drafts.base),
    ],
  }
}

/**
 * Returns the fields that keep a draft, so that a page that asks about it can send it again. Of the
 * lines that the form showed, only what was typed is kept: the rest is in the same version.
 *
 * @param base What the form showed.
 */
function draftFields(draft: QuoteDraft, base: QuoteDraft): readonly HiddenField[] {
  const before = new Map(base.rows.map((row) => [row.key, row]))
  return [
    ['part', 'content'],
    ...[...draft.customer].map(([name, value]) => [`customer.${name}`, value] as const),
    ...draft.fields.flatMap(({ name, value }, index) => [
      [`fields[${index}].key`, quoted(name)] as const,
      [`fields[${index}].value`, value] as const,
    ]),
    ...draft.rows
      .filter((row) => !isBlankRow(row))
      .flatMap((row, index) => rowValues(row, index, before.get(row.key))),
    ...draft.own,
    ...discountValues(draft),
    ['shipping.type', draft.shipping.type],
    ['shipping.product.name', draft.shipping.name],
    ['shipping.product.price', draft.shipping.price],
    ['shipping.product.tax_code', draft.shipping.tax_code],
    ['tags', ''],
    ...draft.tags.map((name) => ['tags', quoted(name)] as const),
    ...storeInputNames.map((name) => [name, draft[name]] as const),
  ]
}

function rowValues(
  { key, values, own = emptyOwn, isRemoved, shown }: DraftRow,
  index: number,
  before: DraftRow | undefined,
): readonly HiddenField[] {
  const path = `products[${index}]`
  return [
    [`${path}.key`, key],
    ...rowFields
      .filter(
        (field) =>
          (field !== 'id' || shown === undefined) && values[field] !== before?.values[field],
      )
      .map((field) => [`${path}.${field}`, values[field]] as const),
    ...[...own]
      .filter(([name, value]) => value !== (before?.own?.get(name) ?? ''))
      .map(([name, value]) => [`${path}.${name}`, value] as const),
    ...(shown === undefined ? [] : pickFields(path, { id: values.id, text: shown })),
    ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
  ]
}

function pickFields(path: string, pick: PickedProduct): readonly HiddenField[] {
  return [
    [`${path}.offered`, 'yes'],
    [`${path}.id`, pickValue(pick)],
  ]
}

function discountValues({ discounts }: QuoteDraft): readonly HiddenField[] {
  const fields = discounts.flatMap(({ type, value, label, lines, isRemoved }, index) => {
    const path = `discounts[${index}]`
    return [
      [`${path}.type`, type] as const,
      [`${path}.value`, value] as const,
      [`${path}.label`, label] as const,
      ...['', ...lines].map((key) => [`${path}.lines`, key] as const),
      ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
    ]
  })
  return [...fields, [allDiscountsField, 'yes']]
}

/**
 * Returns the draft that the user's and the other person's changes make together: what is stored
 * now, with the changes that are picked from the user's form. New lines of the user are kept.
 */
export function mergeDrafts(drafts: ThreeDrafts, pick: PickSide): QuoteDraft {
  const { base, mine, theirs } = drafts
  const sides = new Map<string, Side>(
    compareDrafts(drafts).map(({ path, by }) => [path, pick(path, by)]),
  )
  const isMine = (path: string) => sides.get(path) === 'mine'
  const merged = mergeRows(drafts, isMine)
  return {
    ...theirs,
    ...mergeCustomer(drafts, isMine),
    own: mergeOwn(theirs.own, mine.own, (path) => isMine(`own ${path}`)),
    rows: isMine('order') ? reordered(merged, getOrder(base, mine)) : merged,
    discounts: isMine('discounts') ? mine.discounts : theirs.discounts,
    shipping: isMine('shipping') ? mine.shipping : theirs.shipping,
    tags: mergeTags(drafts, isMine),
    ...mapStoreInputs((name) => (isMine(name) ? mine : theirs)[name]),
    currency: base.currency,
  }
}

type IsMine = (path: string) => boolean

function mergeOwn(stored: OwnDraft = emptyOwn, own: OwnDraft = emptyOwn, isMine: IsMine): OwnDraft {
  return new Map(
    [...stored].map(([path, value]) => [path, isMine(path) ? (own.get(path) ?? '') : value]),
  )
}

function mergeCustomer(
  { mine, theirs }: ThreeDrafts,
  isMine: IsMine,
): Pick<QuoteDraft, 'customer' | 'fields'> {
  const [own, stored] = [customerValues(mine), customerValues(theirs)]
  const names = new Set([...stored.keys(), ...own.keys()])
  const values = [...names].map((name) => {
    const value = (isMine(`customer ${name}`) ? own : stored).get(name) ?? ''
    return { name, value }
  })
  const isKnown = ({ name }: { name: string }) => customerFieldNames.some((known) => known === name)
  return {
    customer: new Map(values.filter(isKnown).map(({ name, value }) => [name, value])),
    fields: values.filter((field) => !isKnown(field)),
  }
}

function mergeRows({ base, mine, theirs }: ThreeDrafts, isMine: IsMine): readonly DraftRow[] {
  const ownRows = new Map(mine.rows.map((row) => [row.key, row]))
  const storedKeys = new Set(theirs.rows.map(({ key }) => key))
  const stored = theirs.rows.map((row) => mergeRow(row, ownRows.get(row.key), isMine))
  const gone = base.rows.filter(({ key }) => !storedKeys.has(key) && isMine(`line ${key}`))
  const again = gone.flatMap(({ key }) => {
    const row = ownRows.get(key)
    return row === undefined || row.isRemoved ? [] : [asNew(row)]
  })
  return [...stored, ...again, ...mine.rows.filter(({ key }) => key === '')]
}

function mergeRow(stored: DraftRow, own: DraftRow | undefined, isMine: IsMine): DraftRow {
  const path = `line ${stored.key}`
  if (own === undefined) return isMine(path) ? { ...stored, isRemoved: true } : stored
  // One side has changed the line, and the user has removed it.
  if (own.isRemoved) return isMine(path) ? { ...stored, isRemoved: true } : stored
  const values = { ...stored.values }
  for (const field of comparedFields)
    if (isMine(`${path} ${field}`)) values[field] = own.values[field]
  if (isMine(`${path} offer`)) {
    values.quote = own.values.quote
    values.discount_percent = own.values.discount_percent
  }
  if (stored.own === undefined) return { ...stored, values }
  const merged = mergeOwn(stored.own, own.own, (name) => isMine(`${path} ${name}`))
  return { ...stored, values, own: merged }
}

/** A line that somebody else has removed is added again. What its product has frozen is gone. */
function asNew({ values, own }: DraftRow): DraftRow {
  const facts = { price: '', ...mapTextFields(() => '') }
  const isProduct = values.id !== ''
  const typed = {
    ...values,
    ...(isProduct ? facts : undefined),
    position: '',
    discount_percent: '',
  }
  return { key: '', values: typed, own, isRemoved: false }
}

/** Returns the rows with places in another order; those that it does not have come last. */
function reordered(rows: readonly DraftRow[], order: readonly string[]): readonly DraftRow[] {
  const places = new Map(order.map((key, index) => [key, index]))
  const place = ({ key }: DraftRow) => places.get(key) ?? places.size
  const byPlace = rows
    .filter(({ key }) => key !== '')
    .toSorted((left, right) => place(left) - place(right))
  const positions = new Map(byPlace.map(({ key }, index) => [key, String(index + 1)]))
  return rows.map((row) => {
    const position = positions.get(row.key)
    return position === undefined ? row : { ...row, values: { ...row.values, position } }
  })
}

function mergeTags({ mine, theirs }: ThreeDrafts, isMine: IsMine): readonly string[] {
  const kept = theirs.tags.filter((name) => !isMine(`tag ${name}`) || mine.tags.includes(name))
  const added = mine.tags.filter((name) => isMine(`tag ${name}`) && !theirs.tags.includes(name))
  return [...kept, ...added]
}

/**
 * Returns what the user, somebody else or both have changed since the user opened the form: first
 * what both have changed. A line that one side has removed is one difference.
 */
export function compareDrafts({ base, mine, theirs }: ThreeDrafts): readonly Difference[] {
  const sides = { base: flatten(base), mine: flatten(mine, base), theirs: flatten(theirs) }
  const paths = new Set([...sides.base.keys(), ...sides.theirs.keys(), ...sides.mine.keys()])
  const wholeLines = new Set([...paths].filter((path) => isWholeLine(path, sides)))
  const differences = [...paths].flatMap((path) => {
    const line = /^line \S+/.exec(path)?.[0]
    if (line !== undefined && line !== path && wholeLines.has(line)) return []
    if (line === path && !wholeLines.has(line)) return []
    const difference = line === path ? compareLine(path, sides, mine) : compareValue(path, sides)
    return difference === undefined || isImplied(difference, sides) ? [] : [difference]
  })
  return [
    ...differences.filter(({ by }) => by === 'both'),
    ...differences.filter(({ by }) => by !== 'both'),
  ]
}

interface FlatSides {
  readonly base: FlatDraft
  readonly mine: FlatDraft
  readonly theirs: FlatDraft
}

/** Returns true for a line that not every side has. */
function isWholeLine(path: string, { base, mine, theirs }: FlatSides): boolean {
  if (!/^line \S+$/.test(path)) return false
  return !(base.has(path) && mine.has(path) && theirs.has(path))
}

function compareValue(path: string, { base, mine, theirs }: FlatSides): Difference | undefined {
  const [before, own, other] = [base.get(path), mine.get(path), theirs.get(path)]
  const by = changedBy(before?.value ?? '', own?.value ?? '', other?.value ?? '')
  if (by === undefined) return undefined
  const { label = path } = theirs.get(path) ?? mine.get(path) ?? base.get(path) ?? {}
  return {
    path,
    label,
    before: before?.shown ?? '',
    mine: own?.shown ?? '',
    theirs: other?.shown ?? '',
    by,
  }
}

/** A line that one side has removed conflicts if the other side has changed it. */
function compareLine(
  path: string,
  sides: FlatSides,
  { strings, ownFields }: QuoteDraft,
): Difference | undefined {
  const { base, mine, theirs } = sides
  const { removed } = strings.conflict
  const ownPaths = ownFields.line.map(({ path: name }) => name)
  const difference = compareValue(path, sides)
  if (difference === undefined) return undefined
  const isChanged = (side: FlatDraft) =>
    side.has(path) &&
    [...comparedFields, ...ownPaths, 'offer'].some(
      (field) => side.get(`${path} ${field}`)?.value !== base.get(`${path} ${field}`)?.value,
    )
  const isBoth = base.has(path) && (isChanged(mine) || isChanged(theirs))
  return {
    ...difference,
    mine: mine.get(path)?.shown ?? (base.has(path) ? removed : ''),
    theirs: theirs.get(path)?.shown ?? (base.has(path) ? removed : ''),
    by: isBoth ? 'both' : difference.by,
  }
}

/** Lines that are added or removed change the order as well; only moved lines are of interest. */
function isImplied({ path }: Difference, { base, mine, theirs }: FlatSides): boolean {
  if (path !== 'order') return false
  const [before, own, other] = [base, mine, theirs].map(
    (side) => JSON.parse(side.get(path)?.value ?? '[]') as readonly string[],
  ) as [readonly string[], readonly string[], readonly string[]]
  const inAll = (key: string) => before.includes(key) && own.includes(key) && other.includes(key)
  const shown = [before, own, other].map((keys) => keys.filter(inAll).join())
  return shown[1] === shown[2]
}

/** Three drafts of one quote: what it was, what the user typed, and what is stored now. */
interface ThreeDrafts {
  readonly base: QuoteDraft
  readonly mine: QuoteDraft
  readonly theirs: QuoteDraft
}

/** Returns the drafts of two versions, and the one between them that the user typed. */
export function toDrafts(base: QuoteRecord, theirs: QuoteRecord, mine: QuoteDraft): ThreeDrafts {
  return { base: draftOfQuote(base.quote, mine), mine, theirs: draftOfQuote(theirs.quote, mine) }
}

/** Something that the user or somebody else has changed. */
interface Difference extends Required<Omit<ShownDifference, 'chosen'>> {
  /** Identifies what was changed: `customer name`, `line 1-2 qty`. */
  readonly path: string
}

/** Returns the side that counts, before the user has chosen. */
type PickSide = (path: string, by: Difference['by']) => Side

/**
 * Takes the change of the side that made it. If both have changed the same, that of the other
 * person counts, because it is stored already, and a hasty click must not undo it.
 */
export const preselected: PickSide = (_path, by) => (by === 'mine' ? 'mine' : 'theirs')

/** Returns who has changed a value; undefined if both sides agree. */
function changedBy(before: string, mine: string, theirs: string): Difference['by'] | undefined {
  if (mine === theirs) return undefined
  if (mine === before) return 'theirs'
  return theirs === before ? 'mine' : 'both'
}

/** Returns the sides that the user picked on the page about a conflict. */
export function pickedSides(form: Form, drafts: ThreeDrafts): PickSide {
  const picked = new Map<string, Side>()
  for (const [index, { path }] of compareDrafts(drafts).entries()) {
    const side = form.get(pickName(index))
    if (side === 'mine' || side === 'theirs') picked.set(path, side)
  }
  return (path, by) => picked.get(path) ?? preselected(path, by)
}
