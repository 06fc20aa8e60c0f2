import { isOutside, nameOf, placeOf } from './place.mjs'

/** @typedef {import('./benchmark-profile.js').Shares} Shares */

const noCaller = { group: 'native code outside of JavaScript', place: '', name: '' }

/**
 * Returns the shares of groups and functions by self time.
 *
 * @param {import('node:inspector').Profiler.Profile} profile
 * @returns {Shares}
 */
export function sharesOf({ nodes }) {
  const samples = nodes.reduce((sum, { hitCount = 0 }) => sum + hitCount, 0)
  /** @type {Map<number, import('./place.mjs').Place & { name: string }>} */
  const callers = new Map()
  /** @type {Map<string, number>} */
  const groups = new Map()
  /** @type {Map<string, { name: string, place: string, share: number }>} */
  const functions = new Map()
  for (const { id, callFrame, hitCount = 0, children = [] } of nodes) {
    const caller = callers.get(id) ?? noCaller
    const { group, place } = placeOf(callFrame) ?? caller
    const name = nameOf(callFrame, caller.name)
    for (const child of children) callers.set(child, { group, place, name })
    if (hitCount === 0) continue
    const share = hitCount / samples
    groups.set(group, (groups.get(group) ?? 0) + share)
    if (isOutside(callFrame)) continue
    const key = JSON.stringify([name, place])
    functions.set(key, { name, place, share: (functions.get(key)?.share ?? 0) + share })
  }
  return {
    groups: [...groups].map(([name, share]) => ({ name, share })).sort(byShare),
    functions: [...functions.values()].sort(byShare),
  }
}

/**
 * @param {{ share: number }} left
 * @param {{ share: number }} right
 */
function byShare(left, right) {
  return right.share - left.share
}
