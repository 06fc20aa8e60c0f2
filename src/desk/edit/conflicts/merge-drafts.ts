import { mapTextFields } from '../../../quote/text-fields.js'
import { customerLabels } from '../../parts/field-labels.js'
import { customerValues } from '../changes/content-changes.js'
import type { DraftRow, QuoteDraft } from '../draft/quote-draft.js'
import { comparedFields, getOrder } from '../form/flatten.js'
import { compareDrafts, type PickSide, type Side, type ThreeDrafts } from './compare-drafts.js'

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
    rows: isMine('order') ? reordered(merged, getOrder(base, mine)) : merged,
    discounts: isMine('discounts') ? mine.discounts : theirs.discounts,
    shipping: isMine('shipping') ? mine.shipping : theirs.shipping,
    tags: mergeTags(drafts, isMine),
    owner: isMine('owner') ? mine.owner : theirs.owner,
    currency: base.currency,
  }
}

type IsMine = (path: string) => boolean

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
  const isKnown = ({ name }: { name: string }) => Object.hasOwn(customerLabels, name)
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
  return { ...stored, values }
}

/** A line that somebody else has removed is added again. What its product has frozen is gone. */
function asNew({ values }: DraftRow): DraftRow {
  const facts = { price: '', ...mapTextFields(() => '') }
  const isProduct = values.id !== ''
  const own = { ...values, ...(isProduct ? facts : undefined), position: '', discount_percent: '' }
  return { key: '', values: own, isRemoved: false }
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
