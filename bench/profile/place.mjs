import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @typedef {{ readonly group: string, readonly place: string }} Place */
/** @typedef {import('node:inspector').Runtime.CallFrame} CallFrame */

const native = '(native)'

/** What the profiler calls by names of its own. */
const outsideOfFunctions = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['(idle)', 'idle'],
  ['(program)', 'native code outside of JavaScript'],
  ['(root)', 'native code outside of JavaScript'],
])

/**
 * Where a function is from, or undefined where only its caller can tell: native functions and those made from a text have no file.
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

/** Whether it is time that no function has spent. */
export function isOutside(/** @type {CallFrame} */ { functionName }) {
  return outsideOfFunctions.has(functionName)
}

/**
 * Native functions of an addon all bear the name of one of them, so they are called by that of their caller.
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
  const [room = '', part = ''] = path.replace(/^src\/|\.ts$/g, '').split('/')
  return { group: `quotewright: ${room === 'storage' ? `${room}/${part}` : room}`, place: path }
}

/** @type {Map<string, readonly { readonly line: number, readonly source: string }[]>} */
const sourcesByPath = new Map()

/** Bundles say on a line of its own what source the next lines are from. */
function sourceAt(/** @type {string} */ path, /** @type {number} */ line) {
  if (path.includes('node_modules/')) return undefined
  const sources = sourcesByPath.get(path) ?? sourcesIn(path)
  sourcesByPath.set(path, sources)
  return sources.findLast((source) => source.line <= line)?.source
}

function sourcesIn(/** @type {string} */ path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, line) => {
      const source = /^\/\/ ((?:src|node_modules)\/\S+)$/.exec(text)?.[1]
      return source === undefined ? [] : [{ line, source }]
    })
}
