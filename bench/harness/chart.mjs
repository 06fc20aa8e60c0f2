import { drawSvg, escapeXml } from './svg.mjs'
import { ratioText, verdictOf } from './table.mjs'

/** @typedef {import('./scenario.js').ComparisonResult} ComparisonResult */

const width = 840
const rowHeight = 46
const top = 48
const margin = 16
/**
 * The scale is logarithmic: half the target is as far to the left as twice the target to the right.
 */
const targetAt = 340
const doublingWidth = 68
const doublings = [-4, -3, -2, -1, 0, 1, 2, 3, 4]

const light = `.hit { fill: #1a7f37 } .miss { fill: #bc4c00 }
line { stroke: #59636e }
.step { stroke-opacity: 0.25 }`

const dark = `.hit { fill: #3fb950 } .miss { fill: #f0883e }
line { stroke: #9198a1 }`

/**
 * Draws a bar for each comparison with a target, from the target to the measured relative speed.
 * Bars to the right are faster than the target.
 *
 * @param {readonly ComparisonResult[]} results
 */
export function drawChart(results) {
  const judged = results.filter(({ target }) => target !== undefined)
  const height = top + judged.length * rowHeight + margin
  const title = 'Relative speed of each benchmark, compared with its target'
  const content = [...drawScale(), ...judged.map(drawRow)]
  return drawSvg({ title, width, height, light, dark, content })
}

function drawScale() {
  return doublings.map((step) => {
    const label = step < 0 ? `1/${2 ** -step}` : `${2 ** step}×`
    const caption = step === 0 ? 'target' : label
    return `  <text class="muted" x="${xOf(step)}" y="24" text-anchor="middle">${caption}</text>`
  })
}

/** @param {number} y */
function drawSteps(y) {
  const line = (/** @type {number} */ step) => {
    const kind = step === 0 ? '' : ' class="step"'
    return `  <line${kind} x1="${xOf(step)}" x2="${xOf(step)}" y1="${y + 16}" y2="${y + 32}"/>`
  }
  return doublings.map(line).join('\n')
}

/** @param {number} step */
function xOf(step) {
  return targetAt + step * doublingWidth
}

/**
 * @param {ComparisonResult} result
 * @param {number} index
 */
function drawRow(result, index) {
  const { benchmark, baseline, speed, target = 1 } = result
  const y = top + index * rowHeight
  const distance = Math.log2(speed.median / target)
  const length = Math.min(Math.abs(distance), Math.max(...doublings)) * doublingWidth
  const x = distance < 0 ? targetAt - length : targetAt
  const verdict = verdictOf(result)
  const figures = `${ratioText(speed.median)}×, target ${ratioText(target)}: ${verdict}`
  return `${drawSteps(y)}
  <text x="${margin}" y="${y + 12}">${escapeXml(benchmark)} <tspan class="muted">against ${escapeXml(baseline)}</tspan></text>
  <rect class="${verdict}" x="${x.toFixed(1)}" y="${y + 18}" width="${Math.max(length, 1).toFixed(1)}" height="12" rx="2"/>
  <text class="muted" x="${width - margin}" y="${y + 28}" text-anchor="end">${figures}</text>`
}
