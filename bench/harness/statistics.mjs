/**
 * @param {readonly number[]} values At least one.
 * @returns {import('./scenario.js').Spread}
 */
export function spreadOf(values) {
  const sorted = values.toSorted((left, right) => left - right)
  return {
    lowerQuartile: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    upperQuartile: quantile(sorted, 0.75),
  }
}

/**
 * Between two values, in proportion.
 *
 * @param {readonly number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new Error('there are no values')
  return below + (above - below) * (place - Math.floor(place))
}
