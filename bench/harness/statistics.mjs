/**
 * Returns the median and quartiles.
 *
 * @param {readonly number[]} values At least one value.
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
 * Returns a quantile, interpolated between two values.
 *
 * @param {readonly number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new Error('expected at least one value')
  return below + (above - below) * (position - Math.floor(position))
}
