/** Formats results as Markdown tables. */

/** @typedef {import('./scenario.js').ComparisonResult} ComparisonResult */
/** @typedef {import('./scenario.js').FigureResult} FigureResult */
/** @typedef {import('./scenario.js').ForecastResult} ForecastResult */

/** @param {readonly ComparisonResult[]} results */
export function comparisonTable(results) {
  return markdownTable(
    ['Benchmark', 'Baseline', 'Relative speed (quartiles)', 'Target', '', 'Time'],
    results.map((result) => [
      result.benchmark,
      result.baseline,
      `**${ratioText(result.speed.median)}** (${ratioText(result.speed.lowerQuartile)}–${ratioText(result.speed.upperQuartile)})`,
      result.target === undefined ? '' : `≥ ${ratioText(result.target)}`,
      verdictOf(result),
      `${timeText(result.time.median)} vs. ${timeText(result.baselineTime.median)}`,
    ]),
  )
}

/** @param {readonly FigureResult[]} results */
export function figureTable(results) {
  return markdownTable(
    ['Measurement', 'Value'],
    results.map(({ name, value, unit }) => [name, `${threeDigits(value)} ${unit}`]),
  )
}

/** @param {readonly ForecastResult[]} results */
export function forecastTable(results) {
  return markdownTable(
    ['Load', 'Part', 'Of', 'Forecast', 'Measured', 'Measured ÷ forecast (quartiles)'],
    results.map(({ load, part, name, unit, forecast, measured, ratio }) => [
      load,
      part,
      name,
      `${threeDigits(forecast)} ${unit}`,
      `${threeDigits(measured)} ${unit}`,
      `**${ratioText(ratio.median)}** (${ratioText(ratio.lowerQuartile)}–${ratioText(ratio.upperQuartile)})`,
    ]),
  )
}

/** @param {Pick<ComparisonResult, 'speed' | 'target'>} result */
export function verdictOf({ speed, target }) {
  if (target === undefined) return ''
  return speed.median >= target ? 'hit' : 'miss'
}

/** @param {number} ratio */
export function ratioText(ratio) {
  return ratio.toFixed(ratio < 10 ? 2 : 1)
}

/** @param {number} microseconds */
function timeText(microseconds) {
  return microseconds < 1000
    ? `${threeDigits(microseconds)} µs`
    : `${threeDigits(microseconds / 1000)} ms`
}

/** @param {number} value */
export function threeDigits(value) {
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.max(value, 0.1))))
  return value.toFixed(decimals).replace(/\B(?=(?:\d{3})+$)(?<!\.\d*)/g, ',')
}

/**
 * @param {readonly string[]} headings
 * @param {readonly (readonly string[])[]} rows
 */
export function markdownTable(headings, rows) {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const drawRow = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [headings, rule, ...rows].map(drawRow).join('\n')
}
