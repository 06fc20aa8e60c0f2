// Checks how much code each entry of the package loads: its file and the chunks that it imports.
// The limits are a tenth above what was measured, so that growth is a decision.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum sizes in KB of 1,000 bytes, not minified. */
const maxKilobytes = {
  index: 440,
  sqlite: 90,
  postgres: 110,
  catalogs: 75,
  http: 425,
  document: 110,
  pdf: 55,
  desk: 475,
  'customer-page': 235,
  testing: 395,
}

/** What only pages and documents need, and no other entry may load. */
const onlyForPages = /hono\/html|typst|font-variant-numeric/
const pages = ['document', 'pdf', 'desk', 'customer-page']

/** Prints the sizes of all entries, and returns what is wrong with them. */
export function entrySizeErrors() {
  return Object.entries(maxKilobytes).flatMap(([entry, max]) => {
    const code = filesOf(`${entry}.js`)
      .map((file) => readFileSync(posix.join('dist', file), 'utf8'))
      .join('\n')
    const size = code.length / 1000
    const compressed = gzipSync(code).length / 1000
    console.log(`${entry}: ${size.toFixed(0)} KB, compressed ${compressed.toFixed(0)} KB`)
    const errors = []
    if (size > max) errors.push(`${entry} loads ${size.toFixed(0)} KB, more than ${max} KB`)
    const stray = pages.includes(entry) ? null : onlyForPages.exec(code)
    if (stray) errors.push(`${entry} loads what only pages need: ${stray[0]}`)
    return errors
  })
}

/** Returns a file of dist and all files of dist that it imports. */
function filesOf(file, found = new Set()) {
  if (found.has(file)) return []
  found.add(file)
  const code = readFileSync(posix.join('dist', file), 'utf8')
  for (const [, target] of code.matchAll(/(?:from|import)\s*['"]\.\/([^'"]+)['"]/g))
    filesOf(target, found)
  return [...found]
}
