import { drawSvg, escapeXml } from '../harness/svg.mjs'
import { shareText, shownGroups } from './profile-text.mjs'

const width = 840
const margin = 16
const headingHeight = 40
const rowHeight = 20
const barsAt = 300
const longestBar = 440

const light = '.ours { fill: #1a7f37 } .others { fill: #8c959f }'
const dark = '.ours { fill: #3fb950 } .others { fill: #6e7681 }'

/**
 * For each side of a scenario a bar for each group, as long as its share. Those of the library itself stand out.
 *
 * @param {import('./side-profile.js').ScenarioProfile} profile
 */
export function drawProfile({ scenario, sides }) {
  const content = []
  const longest = Math.max(...sides.flatMap(({ groups }) => groups.map(({ share }) => share)))
  let y = 0
  for (const { work, groups } of sides) {
    y += headingHeight
    content.push(`  <text x="${margin}" y="${y - 12}">${escapeXml(work)}</text>`)
    for (const group of shownGroups(groups)) {
      content.push(drawBar(group, y, longest))
      y += rowHeight
    }
  }
  const title = `Where the time of ${scenario} goes`
  return drawSvg({ title, width, height: y + margin, light, dark, content })
}

/**
 * @param {import('./side-profile.js').Share} group
 * @param {number} y
 * @param {number} longest
 */
function drawBar({ name, share }, y, longest) {
  const length = Math.max(1, (share / longest) * longestBar)
  const kind = name.startsWith('quotewright') ? 'ours' : 'others'
  return `  <text class="limit" x="${barsAt - 8}" y="${y + 13}" text-anchor="end">${escapeXml(name)}</text>
  <rect class="${kind}" x="${barsAt}" y="${y + 4}" width="${length.toFixed(1)}" height="12" rx="2"/>
  <text class="limit" x="${(barsAt + length + 8).toFixed(1)}" y="${y + 13}">${shareText(share)}</text>`
}
