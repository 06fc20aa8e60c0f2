import type { Form } from '../../../pages/forms/form.js'
import type { QuoteDraft } from '../draft/quote-draft.js'
import { comparedFields, type FlatDraft, flatten } from '../form/flatten.js'

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
    const difference = line === path ? compareLine(path, sides) : compareValue(path, sides)
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
function compareLine(path: string, sides: FlatSides): Difference | undefined {
  const { base, mine, theirs } = sides
  const difference = compareValue(path, sides)
  if (difference === undefined) return undefined
  const isChanged = (side: FlatDraft) =>
    side.has(path) &&
    [...comparedFields, 'offer'].some(
      (field) => side.get(`${path} ${field}`)?.value !== base.get(`${path} ${field}`)?.value,
    )
  const isBoth = base.has(path) && (isChanged(mine) || isChanged(theirs))
  const removed = 'Removed'
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
export interface ThreeDrafts {
  readonly base: QuoteDraft
  readonly mine: QuoteDraft
  readonly theirs: QuoteDraft
}

/** Which of two versions counts. */
export type Side = 'mine' | 'theirs'

/** Something that the user or somebody else has changed. */
export interface Difference {
  /** Identifies what was changed: `customer name`, `line 1-2 qty`. */
  readonly path: string
  /** What was changed, for people: `Customer: Name`. */
  readonly label: string
  /** What each version shows; empty for nothing. */
  readonly before: string
  readonly mine: string
  readonly theirs: string
  /** Who has changed it. */
  readonly by: Side | 'both'
}

/** Returns the side that counts, before the user has chosen. */
export type PickSide = (path: string, by: Difference['by']) => Side

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

/** Returns the name of the field that picks a side of a difference. */
export function pickName(index: number): string {
  return `pick[${index}]`
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
