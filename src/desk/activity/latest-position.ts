import type { StoreContext } from '../../engine/arguments.js'
import type { QuoteEngine } from '../../engine/quote-engine.js'
import { findLastNumber } from '../parts/load-newest.js'

/** The latest positions that were found, so that the next search is short. */
const known = new WeakMap<QuoteEngine, Map<string, number>>()
const maxStores = 1_000

/** Returns the position of the latest event of a store, or 0. */
export async function latestPosition(engine: QuoteEngine, user: StoreContext): Promise<number> {
  const positions = getPositions(engine)
  const latest = await findLastNumber(
    (after, limit) => engine.listEvents(user, { after, limit }),
    positions.get(user.storeId),
  )
  if (positions.size >= maxStores) positions.clear()
  positions.set(user.storeId, latest)
  return latest
}

function getPositions(engine: QuoteEngine): Map<string, number> {
  const positions = known.get(engine) ?? new Map<string, number>()
  known.set(engine, positions)
  return positions
}
