import type { QuoteDraft } from '../draft/quote-draft.js'

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
export function changedBy(
  before: string,
  mine: string,
  theirs: string,
): Difference['by'] | undefined {
  if (mine === theirs) return undefined
  if (mine === before) return 'theirs'
  return theirs === before ? 'mine' : 'both'
}
