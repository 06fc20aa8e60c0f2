import { markdownTable } from '../harness/table.mjs'

const minShownShare = 0.005
const maxFunctions = 15

const note = `Shares of the samples of V8's profiler, by self time. Native functions have the names of their callers.
JSON.parse, JSON.stringify and other V8 built-ins are counted with their callers.`

/** @param {import('./benchmark-profile.js').ScenarioProfile} profile */
export function profileText({ benchmarks }) {
  return [...benchmarks.map(benchmarkText), note].join('\n\n')
}

/** @param {import('./benchmark-profile.js').BenchmarkProfile} profile */
function benchmarkText({ benchmark, groups, functions }) {
  const groupRows = shownGroups(groups).map(({ name, share }) => [shareText(share), name])
  const functionRows = functions
    .slice(0, maxFunctions)
    .map(({ name, place, share }) => [shareText(share), name, place])
  return `${benchmark}

${markdownTable(['Share', 'Part'], groupRows)}

${markdownTable(['Share', 'Function', 'Source'], functionRows)}`
}

/**
 * Combines groups with small shares.
 *
 * @param {readonly import('./benchmark-profile.js').Share[]} groups
 */
export function shownGroups(groups) {
  const shown = groups.filter(({ share }) => share >= minShownShare)
  const rest = 1 - shown.reduce((sum, { share }) => sum + share, 0)
  return rest > 0.0005 ? [...shown, { name: 'other', share: rest }] : shown
}

/** @param {number} share */
export function shareText(share) {
  return `${(share * 100).toFixed(1)} %`
}
