// Bundles each entry of the package as a host would, minified and with its dependencies, and checks
// how large it is. The limits are 3 % above what was measured, so that growth is a decision.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Maximum sizes in KB of 1,000 bytes, compressed. */
const maxKilobytes = {
  index: 208,
  sqlite: 61,
  postgres: 66,
  mysql: 65,
  ports: 9,
  moving: 55,
  files: 146,
  relay: 60,
  mail: 85,
  catalogs: 77,
  http: 197,
  mcp: 192,
  document: 92,
  pdf: 61,
  desk: 172,
  'customer-page': 103,
  testing: 182,
}

/** What a host bundles that needs no more than the engine in memory. */
const engineOnly = `export { createQuoteEngine, memoryCatalog, memoryStorage } from './dist/index.js'`
const maxEngineKilobytes = 197

/** What only pages and documents need, and no other entry may load. */
const onlyForPages = /hono\/html|typst|font-variant-numeric/
const pages = ['document', 'mail', 'pdf', 'desk', 'customer-page']

/** Prints the sizes of all entries, and returns what is wrong with them. */
export async function entrySizeErrors() {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const options = {
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: Object.keys(peerDependencies),
    logLevel: 'error',
  }
  const errors = []

  async function measure(name, input, max) {
    const { outputFiles } = await build({ ...options, ...input })
    const [{ text }] = outputFiles
    const compressed = gzipSync(text).length / 1000
    console.log(
      `${name}: ${compressed.toFixed(0)} KB compressed, ${(text.length / 1000).toFixed(0)} KB minified`,
    )
    if (compressed > max)
      errors.push(`${name} has ${compressed.toFixed(0)} KB compressed, more than ${max} KB`)
    const stray = pages.includes(name) ? null : onlyForPages.exec(text)
    if (stray) errors.push(`${name} loads what only pages need: ${stray[0]}`)
  }

  const stdin = { contents: engineOnly, resolveDir: process.cwd() }
  await measure('engine in memory', { stdin }, maxEngineKilobytes)
  for (const [entry, max] of Object.entries(maxKilobytes))
    await measure(entry, { entryPoints: [`dist/${entry}.js`] }, max)
  return errors
}
