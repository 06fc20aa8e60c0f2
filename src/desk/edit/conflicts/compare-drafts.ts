import { comparedFields, type FlatDraft, flatten } from '../form/flatten.js'
import { changedBy, type Difference, type ThreeDrafts } from './difference.js'

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
