// Bundles each entry of the package as a host would, minified and with its dependencies, and checks
// how large it is, without what it loads when it is first needed. The limits are at most 3 % above
// what was measured, so that growth is a decision.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

/** Maximum sizes in KB of 1,000 bytes, compressed. */
const maxKilobytes = {
  index: 232,
  sqlite: 55,
  postgres: 60,
  mysql: 58,
  ports: 2,
  moving: 50,
  files: 101,
  insight: 63,
  relay: 53,
  mail: 104,
  catalogs: 65,
  http: 174,
  mcp: 168,
  document: 112,
  pdf: 57,
  desk: 265,
  'customer-page': 160,
  testing: 194,
}

/** What a host bundles that needs no more than the engine in memory. */
const engineOnly = `export { createQuoteEngine, memoryCatalog, memoryStorage } from './dist/index.js'`
const maxEngineKilobytes = 168

/** What only pages and documents need, and no other entry may load. */
const onlyForPages = /hono\/html|typst|font-variant-numeric/
const pages = ['document', 'mail', 'pdf', 'desk', 'customer-page']

/** Returns the files of a bundle that a host would make. */
async function bundle(input) {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const external = Object.keys(peerDependencies).map((name) => new RegExp(`^${name}(?:/|$)`))
  const build = await rolldown({ ...input, external, platform: 'node', logLevel: 'silent' })
  const { output } = await build.generate({ format: 'es', minify: true })
  const atStart = filesAtStart(output)
  return { atStart, later: output.filter((file) => !atStart.includes(file)) }
}

/** Returns the KB, compressed, of an engine with adapters in memory, as it is loaded at start. */
export async function engineKilobytes() {
  const { atStart } = await bundle(virtualEntry(engineOnly))
  return kilobytes(atStart, (code) => gzipSync(code).length)
}

/** Prints the sizes of all entries, and returns what is wrong with them. */
export async function entrySizeErrors() {
  const errors = []

  async function measure(name, input, max) {
    const { atStart, later } = await bundle(input)
    const size = kilobytes(atStart, (code) => gzipSync(code).length)
    const laterSize = kilobytes(later, (code) => gzipSync(code).length)
    console.log(
      `${name}: ${size.toFixed(0)} KB compressed, ` +
        `${kilobytes(atStart, ({ length }) => length).toFixed(0)} KB minified` +
        (later.length > 0 ? `; ${laterSize.toFixed(0)} KB compressed if they are needed` : ''),
    )
    if (size > max) errors.push(`${name} has ${size.toFixed(0)} KB compressed, more than ${max} KB`)
    const text = atStart.map(({ code }) => code).join('\n')
    const stray = pages.includes(name) ? null : onlyForPages.exec(text)
    if (stray) errors.push(`${name} loads what only pages need: ${stray[0]}`)
  }

  await measure('engine in memory', virtualEntry(engineOnly), maxEngineKilobytes)
  for (const [entry, max] of Object.entries(maxKilobytes))
    await measure(entry, { input: `dist/${entry}.js` }, max)
  return errors
}

/** Returns the input of a bundle whose entry is this code. */
function virtualEntry(code) {
  const input = resolve('engine-only.js')
  const plugin = {
    name: 'virtual entry',
    resolveId: (id) => (id === input ? id : undefined),
    load: (id) => (id === input ? code : undefined),
  }
  return { input, plugins: [plugin] }
}

/** Returns the files that are loaded with the entry, and not those that are imported later. */
function filesAtStart(output) {
  const atStart = output.filter(({ isEntry }) => isEntry)
  for (const { imports } of atStart)
    for (const file of output)
      if (imports.includes(file.fileName) && !atStart.includes(file)) atStart.push(file)
  return atStart
}

function kilobytes(files, sizeOf) {
  return files.reduce((sum, { code }) => sum + sizeOf(code), 0) / 1000
}
