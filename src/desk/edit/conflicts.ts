import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { type Form, toFormText } from '../../pages/forms/form.js'
import type { HiddenField } from '../../pages/forms/hidden-field.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import {
  describeScalarField,
  quoteScalarFieldNames,
} from '../../quote/model/quote-scalar-fields.js'
import { mapTextFields } from '../../quote/model/text-fields.js'
import { type ConflictPage, pickName, type ShownDifference, type Side } from '../conflict-page.js'
import type { DeskCall } from '../desk-call.js'
import { changesSince } from '../parts/changes.js'
import { shipToFields } from '../parts/fields.js'
import { quoteHeader, statusLabel } from '../parts/names.js'
import type { DeskStrings } from '../strings.js'
import { describePart, describeRange, lineOptions, optionLabel } from './choice-fields.js'
import {
  allParts,
  customerPath,
  draftOfQuote,
  endField,
  type FormLanguage,
  isBlankRow,
  isNewLine,
  isRemoved,
  linesOf,
  onceInterval,
  otherFieldsOf,
  type PartList,
  partLists,
  quoteName,
  shipToOf,
  tagsOf,
} from './draft.js'
import { type Draft, type Row, rowsOf, splitName } from './draft-rows.js'
import { columnLabel, getRowLabel, plainLabel } from './labels.js'
import { getOrderedKeys } from './line-requests.js'
import { chosenLines, chosenShipping, givenRows, givenText } from './requests.js'
import { paymentText } from './term-fields.js'

/** Changes of a quote that somebody else has changed meanwhile. */
interface Conflict {
  /** The version that the form was shown with. */
  readonly base: QuoteRecord
  /** What the user typed. */
  readonly draft: Draft
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
  const drafts = toDrafts(call, base, theirs, draft)
  const path = `/quotes/${encodeURIComponent(theirs.quoteId)}`
  const strings = call.strings.conflict
  return {
    title: strings.quoteTitle,
    section: 'quotes',
    header: quoteHeader(call, theirs),
    message: isLocked ? strings.locked(statusLabel(call, theirs.quote.status)) : strings.quote,
    changes: await changesSince(call, base.version, theirs),
    differences: showDifferences(call, drafts, isLocked ? undefined : preselectSide),
    note: keptLines(call.strings, draft),
    back: [path, strings.drop],
    path: next?.path ?? path,
    buttons: [
      ['save', next ? strings.saveAnd(next.button) : isLocked ? strings.again : strings.save],
    ],
    fields: [
      ...(next?.fields ?? []),
      ['version', String(base.version)],
      ['current', isLocked ? '' : String(theirs.version)],
      ...changedFields(draft, drafts.base),
    ],
  }
}

/** Says which new lines are kept: they are no difference. */
export function keptLines(strings: DeskStrings, draft: Draft): string | false {
  const added = rowsOf(draft, 'products').filter((row) => isNewLine(row) && !isBlankRow(row))
  const names = added.map((row) => getRowLabel(strings, row))
  return names.length > 0 && strings.conflict.keptLines(names.join(', '))
}

/**
 * Returns the fields that keep a draft, so that a page that asks about it can send it again: those
 * that differ from what the form showed, because the rest is in the same version.
 *
 * @param base What the form showed.
 */
function changedFields(draft: Draft, base: Draft): readonly HiddenField[] {
  const others = new Map(
    otherFieldsOf(draft).map((name, index) => [`${customerPath}${name}`, `fields[${index}]`]),
  )
  const dropped = new Set(
    rowsOf(draft, 'products')
      .filter(isBlankRow)
      .map(({ path }) => path),
  )
  const fieldsOf = (name: string, value: string): readonly HiddenField[] => {
    const [path = '', field] = splitName(name)
    const other = others.get(name)
    if (other !== undefined)
      return [
        [`${other}.key`, quoteName(name.slice(customerPath.length))],
        [`${other}.value`, value],
      ]
    if (field !== 'key' && value === base.get(name)) return []
    if (dropped.has(path) || isChecked(name) || field === 'picked') return []
    const picked = field === 'id' && draft.get(`${path}.picked`)
    return picked
      ? [
          [`${path}.offered`, 'yes'],
          [name, picked],
        ]
      : [[name, value]]
  }
  return [
    ['part', 'content'],
    ...[...draft].flatMap(([name, value]) => fieldsOf(name, value)),
    ...['', ...tagsOf(draft).map(quoteName)].map((name) => ['tags', name] as const),
    ...allParts.flatMap((list): readonly HiddenField[] => [
      ...rowsOf(draft, list.name).flatMap((row) =>
        ['', ...linesOf(row)].map((key) => [`${row.path}.lines`, key] as const),
      ),
      [endField(list), 'yes'],
    ]),
  ]
}

/** Returns true for one of a list of checkboxes. */
const isChecked = (name: string) => /^(?:tags|(?:discounts|charges)\[\d+\]\.lines)=/.test(name)

/** Three drafts of one quote, whose rows have the same number if they are of the same line. */
interface ThreeDrafts {
  /** What the form showed. */
  readonly base: Draft
  /** What the user typed. */
  readonly mine: Draft
  /** What is stored now. */
  readonly theirs: Draft
}

/** Returns the drafts of two versions, and the one between them that the user typed. */
export function toDrafts(
  desk: FormLanguage,
  base: QuoteRecord,
  theirs: QuoteRecord,
  mine: Draft,
): ThreeDrafts {
  const drafts = { base: draftOfQuote(base.quote, desk), mine }
  return { ...drafts, theirs: alignRows(draftOfQuote(theirs.quote, desk), drafts) }
}

/** Gives rows the numbers that their lines have in two other drafts; new ones come last. */
export function alignRows(draft: Draft, { base, mine }: Omit<ThreeDrafts, 'theirs'>): Draft {
  const numbers = new Map(rowsOf(base, 'products').map((row) => [row.get('key'), row.index]))
  let next = Math.max(numbers.size, rowsOf(mine, 'products').length)
  return renumberRows(
    draft,
    rowsOf(draft, 'products').map((row) => [row.path, numbers.get(row.get('key')) ?? next++]),
  )
}

/** Returns a draft with other numbers of its lines. */
function renumberRows(
  draft: Draft,
  numbers: Iterable<readonly [path: string, number: number]>,
): Draft {
  const paths = new Map([...numbers].map(([path, number]) => [path, `products[${number}]`]))
  return new Map(
    [...draft].map(([name, value]) => {
      const [path = '', field] = splitName(name)
      const moved = paths.get(path)
      return [moved === undefined ? name : `${moved}.${field}`, value]
    }),
  )
}

/** Something that the user or somebody else has changed. */
interface Difference {
  /** What is compared as one: the name of a field, or of one that stands for several. */
  readonly path: string
  readonly by: Side | 'both'
}

/**
 * Returns what is compared as one with a field: discounts, charges, the payment plan, sections,
 * choices, shipping, the address of delivery, which must not become a mixture of two, both parts of
 * an offered price, when a line is charged again, its range of quantities, and all lines with their
 * places. Undefined for a field that says nothing by itself.
 */
function unitOf(name: string): string | undefined {
  if (name.startsWith('shipping.')) return 'shipping'
  if (shipToFields.has(name)) return 'ship_to'
  const [path, field = ''] = splitName(name)
  if (path === undefined) return name
  const list = allParts.find((each) => path.startsWith(`${each.name}[`))
  if (list !== undefined) return list.name
  const [group = ''] = field.split('.')
  if (['billing', 'qty_range'].includes(group)) return `${path}.${group}`
  if (field === 'position') return 'product_order'
  if (field === 'discount_percent') return `${path}.quote`
  return ['id', 'picked', 'remove', 'stored'].includes(field) || path.startsWith('fields')
    ? undefined
    : name
}

/** Returns what is compared of a draft: not its new lines, nor lines that are removed. */
function unitsOf(draft: Draft): Draft {
  const left = rowsOf(draft, 'products').filter((row) => isNewLine(row) || isRemoved(row))
  const skipped = new Set(left.map(({ path }) => path))
  const units = new Map<string, string>()
  for (const [name, value] of draft) {
    const unit = skipped.has(splitName(name)[0] ?? '') ? undefined : unitOf(name)
    if (unit === undefined) continue
    const before = units.get(unit)
    units.set(unit, toFormText(before === undefined ? value : `${before}\n${value}`))
  }
  if (units.has('shipping')) units.set('shipping', JSON.stringify(chosenShipping(draft)))
  if (units.has('ship_to')) units.set('ship_to', JSON.stringify(shipToOf(draft)))
  for (const list of allParts)
    if (units.has(list.name)) units.set(list.name, givenText(draft, list))
  if (units.has('product_order')) units.set('product_order', JSON.stringify(orderOf(draft)))
  return units
}

/** Returns the keys of the lines that a draft has already, in the order that it gives them. */
function orderOf(draft: Draft): readonly string[] {
  const rows = rowsOf(draft, 'products')
  return getOrderedKeys(
    rows,
    rows.map((row) => row.get('key') || undefined),
  )
}

/**
 * Returns what the user, somebody else or both have changed since the user opened the form: first
 * what both have changed. A line that one side has removed is one difference.
 */
export function compareDrafts(drafts: ThreeDrafts): readonly Difference[] {
  const sides = [drafts.base, drafts.mine, drafts.theirs].map(unitsOf) as [Draft, Draft, Draft]
  const [base, mine, theirs] = sides
  const rows = sides.map((side) => new Map(rowsOf(side, 'products').map((row) => [row.path, row])))
  const isChanged = (path: string, side: Draft) => {
    const before = rows[0]?.get(path)?.values ?? new Map()
    return (
      side.has(`${path}.key`) &&
      [...before].some(([field, value]) => (side.get(`${path}.${field}`) ?? '') !== value)
    )
  }
  const differences = [...new Set(sides.flatMap((side) => [...side.keys()]))].flatMap(
    (path): readonly Difference[] => {
      const [row = '', field] = path.startsWith('products[') ? splitName(path) : []
      const isWhole = row !== '' && !rows.every((side) => side.has(row))
      if (isWhole && field !== 'key') return []
      const by = changedBy(base.get(path), mine.get(path), theirs.get(path))
      if (by === undefined || (path === 'product_order' && isSameOrder(mine, theirs, base)))
        return []
      const isBoth =
        isWhole && base.has(path) && [mine, theirs].some((side) => isChanged(row, side))
      return [{ path, by: isBoth ? 'both' : by }]
    },
  )
  return [
    ...differences.filter(({ by }) => by === 'both'),
    ...differences.filter(({ by }) => by !== 'both'),
  ]
}

/** Returns who has changed a value; undefined if both sides agree. */
function changedBy(before = '', mine = '', theirs = ''): Difference['by'] | undefined {
  if (mine === theirs) return undefined
  if (mine === before) return 'theirs'
  return theirs === before ? 'mine' : 'both'
}

/** Lines that are added or removed change the order as well; only moved lines are of interest. */
function isSameOrder(...sides: readonly [mine: Draft, theirs: Draft, base: Draft]): boolean {
  const orders = sides.map(
    (side) => JSON.parse(side.get('product_order') ?? '[]') as readonly string[],
  )
  const known = orders.map((keys) => new Set(keys))
  const [mine, theirs] = orders.map((keys) =>
    keys.filter((key) => known.every((others) => others.has(key))).join(),
  )
  return mine === theirs
}

/** Returns the side that counts, before the user has chosen. */
type PickSide = (difference: Difference) => Side

/**
 * Takes the change of the side that made it. If both have changed the same, that of the other
 * person counts, because it is stored already, and a hasty click must not undo it.
 */
export const preselectSide: PickSide = ({ by }) => (by === 'mine' ? 'mine' : 'theirs')

/**
 * Returns true if nothing has to be asked: others have changed only what the store notes beside the
 * offer, and the user has changed something else. Ids of the host are no notes: prices of new lines
 * depend on them.
 */
export function isSettled(differences: readonly Difference[]): boolean {
  return differences.every(({ path, by }) => by === 'mine' || (by === 'theirs' && isNote(path)))
}

function isNote(path: string): boolean {
  const name = quoteScalarFieldNames.find((each) => each === path)
  if (name === undefined) return /^tags=|^(?:products\[\d+\]\.)?internal_fields\./.test(path)
  const { audience, kind } = describeScalarField(name)
  return audience !== 'customer' && kind !== 'hostId'
}

/** Returns the sides that the user picked on the page about a conflict. */
export function pickedSides(form: Form, drafts: ThreeDrafts): PickSide {
  const picked = new Map<string, Side>()
  for (const [index, { path }] of compareDrafts(drafts).entries()) {
    const side = form.get(pickName(index))
    if (side === 'mine' || side === 'theirs') picked.set(path, side)
  }
  return (difference) => picked.get(difference.path) ?? preselectSide(difference)
}

/**
 * Returns the draft that the user's and the other person's changes make together: what is stored
 * now, with the changes that are picked from the user's form. New lines of the user are kept.
 */
export function mergeDrafts(drafts: ThreeDrafts, pick: PickSide): Draft {
  const { mine, theirs } = drafts
  const picked = compareDrafts(drafts).filter((difference) => pick(difference) === 'mine')
  const units = new Set<string | undefined>(picked.map(({ path }) => path))
  const isOwn = ([name]: HiddenField) =>
    !/^products\[\d+\]\.(?:key|position)$/.test(name) && units.has(unitOf(name))
  const rows = rowsOf(mine, 'products')
  const known = rowsOf(theirs, 'products')
  const picks = rows.filter(({ path }) => units.has(`${path}.key`))
  const again = picks.filter(({ path }) => !theirs.has(`${path}.key`))
  const added = [...again.map(asNew), ...rows.filter(isNewLine)]
  const merged = new Map([
    ...[...theirs].filter((field) => !isOwn(field)),
    ...[...mine].filter(isOwn),
    ...picks.flatMap(({ path }): HiddenField[] =>
      theirs.has(`${path}.key`) ? [[`${path}.remove`, 'yes']] : [],
    ),
    ...[...added, ...rowsOf(mine, 'fields')].flatMap(fieldsOf),
  ])
  if (units.has('product_order')) {
    const places = new Map(orderOf(mine).map((key, index) => [key, index]))
    const placeOf = (row: Row) => places.get(row.get('key')) ?? places.size
    const ordered = known.toSorted((left, right) => placeOf(left) - placeOf(right))
    for (const [index, { path }] of ordered.entries())
      merged.set(`${path}.position`, String(index + 1))
  }
  // A charge that somebody else has removed is added again.
  const keys = new Set(rowsOf(theirs, 'charges').map((row) => row.get('key')))
  for (const row of rowsOf(merged, 'charges'))
    if (!keys.has(row.get('key'))) merged.set(`${row.path}.key`, '')
  return renumberRows(
    merged,
    [...known, ...added].map(({ path }, index) => [path, index]),
  )
}

function fieldsOf({ path, values }: Pick<Row, 'path' | 'values'>): readonly HiddenField[] {
  return [...values].map(([field, value]) => [`${path}.${field}`, value])
}

/** A line that somebody else has removed is added again. What its product has frozen is gone. */
function asNew(row: Row): Pick<Row, 'path' | 'values'> {
  const frozen =
    row.get('id') === '' ? {} : { price: '', price_quantity: '', ...mapTextFields(() => '') }
  const gone = { key: '', position: '', discount_percent: '', ...frozen }
  return { path: row.path, values: new Map([...row.values, ...Object.entries(gone)]) }
}

/** A draft, with its lines as they are compared. */
interface ShownSide {
  readonly draft: Draft
  /** By what the names of their fields start with. */
  readonly rows: ReadonlyMap<string, Row>
}

function toSide(draft: Draft): ShownSide {
  const rows = rowsOf(draft, 'products').filter((row) => !isRemoved(row))
  return { draft, rows: new Map(rows.map((row) => [row.path, row])) }
}

/**
 * Returns the differences of drafts for people.
 *
 * @param pick Returns the side that is chosen beforehand; absent if there is nothing to choose.
 */
export function showDifferences(
  desk: FormLanguage,
  drafts: ThreeDrafts,
  pick?: PickSide,
): readonly ShownDifference[] {
  const { conflict } = desk.strings
  const [base, mine, theirs] = [drafts.base, drafts.mine, drafts.theirs].map(toSide) as [
    ShownSide,
    ShownSide,
    ShownSide,
  ]
  return compareDrafts(drafts).map((difference) => {
    const { path, by } = difference
    const [row = '', field = ''] = splitName(path)
    const line = [theirs, mine, base].flatMap(({ rows }) => rows.get(row) ?? [])[0]
    const shown = (side: ShownSide) =>
      field === 'key' && base.rows.has(row) && !side.rows.has(row)
        ? conflict.removed
        : describeValue(desk.strings, side, path)
    return {
      label: line === undefined ? unitLabel(desk, path) : lineLabel(desk, line, field),
      before: describeValue(desk.strings, base, path),
      mine: shown(mine),
      theirs: shown(theirs),
      by,
      chosen: pick?.(difference),
    }
  })
}

function lineLabel(desk: FormLanguage, line: Row, field: string): string {
  const name = getRowLabel(desk.strings, line)
  if (field === 'key') return name
  return desk.strings.conflict.lineField(name, columnLabel(desk, field) ?? field)
}

function unitLabel(desk: FormLanguage, path: string): string {
  const { conflict } = desk.strings
  if (path.startsWith('tags=')) return conflict.tag(path.slice('tags='.length))
  const label = plainLabel(desk, path) ?? path
  return path.startsWith(customerPath) ? conflict.customerField(label) : label
}

/** Returns what one version has of what is compared; empty for nothing. */
function describeValue(strings: DeskStrings, { draft, rows }: ShownSide, path: string): string {
  const { conflict, common } = strings
  if (path.startsWith('tags=')) return draft.has(path) ? conflict.there : ''
  if (path === 'shipping') return describeShipping(strings, draft)
  if (path === 'ship_to') return Object.values(shipToOf(draft) ?? {}).join(', ')
  const list = allParts.find(({ name }) => name === path)
  if (list !== undefined)
    return givenRows(draft, list)
      .map((row) =>
        list.noun === undefined
          ? describeTerm(strings, list, row)
          : describePart(strings, draft, row),
      )
      .join('; ')
  if (path === 'product_order') {
    const lines = rowsOf(draft, 'products')
    const names = new Map(lines.map((row) => [row.get('key'), getRowLabel(strings, row)]))
    return orderOf(draft)
      .map((key) => names.get(key))
      .join(', ')
  }
  const [row = '', field] = splitName(path)
  const line = rows.get(row)
  if (line === undefined) return draft.get(path) ?? ''
  const [quote, percent] = [line.get('quote'), line.get('discount_percent')]
  if (field === 'billing') return describeBilling(strings, line)
  if (field === 'qty_range') return describeRange(strings, line)
  if (field === 'section' || field === 'choice')
    return line.get(field) && optionLabel(lineOptions(strings, draft)[field], line.get(field))
  if (field === 'key') return `${line.get('qty')} × ${quote || conflict.catalogPrice}`
  if (field !== 'quote') return line.get(field ?? '')
  return [quote, percent && common.percentOff(percent)].filter(Boolean).join(', ')
}

function describeTerm(strings: DeskStrings, list: PartList, row: Row): string {
  if (list === partLists.payment_plan) return paymentText(strings, row)
  const { conflict, edit } = strings
  const [type = '', value = '', label, on = '', code] = [
    ...['type', 'value', 'label', 'on', 'tax_code'],
  ].map(row.get)
  const units = new Map([
    ['percent', conflict.percent],
    ['amount', list === partLists.charges ? String : conflict.amountOff],
    ['target', conflict.inTotal],
    ['unit', conflict.perPiece],
  ])
  const { length } = chosenLines(row)
  const targets: Readonly<Record<string, string>> = edit.discountTargets
  return [
    `${label === '' ? '' : `${label}: `}${units.get(type)?.(value) ?? value}`,
    length > 0 && conflict.ofLines(length),
    list === partLists.discounts && !['', 'lines'].includes(on) && `(${targets[on] ?? on})`,
    code !== '' && `(${code})`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says when a line is charged again; empty if its product says so. */
function describeBilling({ edit }: DeskStrings, row: Row): string {
  const interval = row.get('billing.interval')
  if (interval === '' || interval === onceInterval) return interval && edit.billedOnce
  return edit.billed(interval, row.get('billing.count'), row.get('billing.cycles'))
}

function describeShipping({ conflict }: DeskStrings, draft: Draft): string {
  const [type] = chosenShipping(draft)
  if (type === 'no_additional') return conflict.noShipping
  const price = draft.get('shipping.product.price')
  return [draft.get('shipping.product.name') || type, price].filter(Boolean).join(', ')
}
