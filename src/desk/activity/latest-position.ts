import type { StoreContext } from '../../engine/context.js'
import type { QuoteEngine } from '../../engine/quote-engine.js'

/** The latest positions that were found, so that the next search is short. */
const known = new WeakMap<QuoteEngine, Map<string, number>>()
const maxStores = 1_000

/**
 * Returns the position of the latest event of a store, or 0. Events are listed from the oldest on
 * and have no gaps, so it is found by doubling a step and halving it again: about 2 log₂ n reads of
 * one event, and two if nothing happened since the last search.
 */
export async function latestPosition(engine: QuoteEngine, user: StoreContext): Promise<number> {
  const positions = positionsOf(engine)
  const hasAfter = async (after: number) =>
    (await engine.listEvents(user, { after, limit: 1 })).items.length > 0

  const remembered = positions.get(user.storeId) ?? 0
  // A database can be replaced by an older one while the process runs.
  const isValid = remembered === 0 || (await hasAfter(remembered - 1))
  let low = isValid ? remembered : 0
  let step = 1
  while (await hasAfter(low + step - 1)) {
    low += step
    step *= 2
  }
  // The latest position is at least `low` and less than `high`.
  let high = low + step
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await hasAfter(middle - 1)) low = middle
    else high = middle
  }
  if (positions.size >= maxStores) positions.clear()
  positions.set(user.storeId, low)
  return low
}

function positionsOf(engine: QuoteEngine): Map<string, number> {
  const positions = known.get(engine) ?? new Map<string, number>()
  known.set(engine, positions)
  return positions
}
