import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @typedef {{ readonly group: string, readonly place: string }} Place */
/** @typedef {import('node:inspector').Runtime.CallFrame} CallFrame */

const native = '(native)'

/** Pseudo-functions of the profiler. */
const outsideOfFunctions = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['(idle)', 'idle'],
  ['(program)', 'native code outside of JavaScript'],
  ['(root)', 'native code outside of JavaScript'],
])

/**
 * Returns the source of a function, or undefined if it has no file, as native and generated
 * functions.
 *
 * @param {CallFrame} frame
 * @returns {Place | undefined}
 */
export function placeOf({ functionName, url, lineNumber }) {
  const outside = outsideOfFunctions.get(functionName)
  if (outside !== undefined) return { group: outside, place: '' }
  if (url === '') return undefined
  if (url.startsWith('node:')) return { group: url, place: url }
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return placeOfSource(sourceAt(path, lineNumber) ?? path)
}

/** Returns true for time outside of any function. */
export function isOutside(/** @type {CallFrame} */ { functionName }) {
  return outsideOfFunctions.has(functionName)
}

/**
 * Returns a function's name. Native functions of an addon share one name, so they get their
 * caller's.
 *
 * @param {CallFrame} frame
 * @param {string} caller
 */
export function nameOf({ functionName, scriptId }, caller) {
  if (scriptId === '0') return caller.endsWith(native) ? caller : `${caller} ${native}`.trim()
  return functionName || '(anonymous)'
}

/**
 * @param {string} path
 * @returns {Place}
 */
function placeOfSource(path) {
  const name = /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  if (name !== undefined) return { group: name, place: name }
  if (!path.startsWith('src/')) return { group: 'the benchmark itself', place: 'bench' }
  const [layer = '', part = ''] = path.replace(/^src\/|\.ts$/g, '').split('/')
  return { group: `quotewright: ${layer === 'storage' ? `${layer}/${part}` : layer}`, place: path }
}

/** @type {Map<string, readonly { readonly line: number, readonly source: string }[]>} */
const sourcesByPath = new Map()

/** Returns the source of a line of a bundle, which names each source in a comment. */
function sourceAt(/** @type {string} */ path, /** @type {number} */ line) {
  if (path.includes('node_modules/')) return undefined
  const sources = sourcesByPath.get(path) ?? sourcesIn(path)
  sourcesByPath.set(path, sources)
  return sources.findLast((source) => source.line <= line)?.source
}

function sourcesIn(/** @type {string} */ path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((content, line) => {
      const source = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(content)?.[1]
      return source === undefined ? [] : [{ line, source }]
    })
}
