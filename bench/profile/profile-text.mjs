import { markdownTable } from '../harness/table.mjs'

const fewestShown = 0.005
const functionsShown = 15

const note = `Shares of the samples that V8's profiler took, each function with the time that it spent itself. Native functions are shown under the
names of their callers. JSON.parse, JSON.stringify and what else V8 has built in cannot be told apart from their callers at all.`

/** @param {import('./side-profile.js').ScenarioProfile} profile */
export function profileText({ sides }) {
  return [...sides.map(sideText), note].join('\n\n')
}

/** @param {import('./side-profile.js').SideProfile} side */
function sideText({ work, groups, functions }) {
  const groupRows = shownGroups(groups).map(({ name, share }) => [shareText(share), name])
  const functionRows = functions
    .slice(0, functionsShown)
    .map(({ name, place, share }) => [shareText(share), name, place])
  return `${work}

${markdownTable(['share', 'spent in'], groupRows)}

${markdownTable(['share', 'function', 'of'], functionRows)}`
}

/**
 * Those that take little are one.
 *
 * @param {readonly import('./side-profile.js').Share[]} groups
 */
export function shownGroups(groups) {
  const shown = groups.filter(({ share }) => share >= fewestShown)
  const rest = 1 - shown.reduce((sum, { share }) => sum + share, 0)
  return rest > 0.0005 ? [...shown, { name: 'all else', share: rest }] : shown
}

/** @param {number} share */
export function shareText(share) {
  return `${(share * 100).toFixed(1)} %`
}
