import { drawSvg, escapeXml } from '../harness/svg.mjs'
import { shareText, shownGroups } from './profile-text.mjs'

const width = 840
const margin = 16
const headingHeight = 40
const rowHeight = 20
const barX = 300
const maxBarLength = 440

const light = '.library { fill: #1a7f37 } .others { fill: #8c959f }'
const dark = '.library { fill: #3fb950 } .others { fill: #6e7681 }'

/**
 * Draws a bar for each group of each benchmark, proportional to its share. Highlights the
 * library's.
 *
 * @param {import('./benchmark-profile.js').ScenarioProfile} profile
 */
export function drawProfile({ scenario, benchmarks }) {
  const content = []
  const maxShare = Math.max(...benchmarks.flatMap(({ groups }) => groups.map(({ share }) => share)))
  let y = 0
  for (const { benchmark, groups } of benchmarks) {
    y += headingHeight
    content.push(`  <text x="${margin}" y="${y - 12}">${escapeXml(benchmark)}</text>`)
    for (const group of shownGroups(groups)) {
      content.push(drawBar(group, y, maxShare))
      y += rowHeight
    }
  }
  const title = `Profile of ${scenario}`
  return drawSvg({ title, width, height: y + margin, light, dark, content })
}

/**
 * @param {import('./benchmark-profile.js').Share} group
 * @param {number} y
 * @param {number} maxShare
 */
function drawBar({ name, share }, y, maxShare) {
  const length = Math.max(1, (share / maxShare) * maxBarLength)
  const kind = name.startsWith('quotewright') ? 'library' : 'others'
  return `  <text class="muted" x="${barX - 8}" y="${y + 13}" text-anchor="end">${escapeXml(name)}</text>
  <rect class="${kind}" x="${barX}" y="${y + 4}" width="${length.toFixed(1)}" height="12" rx="2"/>
  <text class="muted" x="${(barX + length + 8).toFixed(1)}" y="${y + 13}">${shareText(share)}</text>`
}
