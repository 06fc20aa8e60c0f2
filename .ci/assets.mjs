// Writes each stylesheet, script and PDF template of src into a TypeScript file beside it, so that
// no file has to be found when the library is bundled: assets/pages.css -> assets/pages.css.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /(?:^|\/)assets\/[\w-]+\.(?:css|js|typ)$/.test(path))

for (const source of sources) {
  const path = join('src', `${source}.ts`)
  const content = generated(source)
  // Unchanged files keep their time, which tells whether the library has to be built.
  if (read(path) !== content) writeFileSync(path, content)
}

function generated(source) {
  const text = readFileSync(join('src', source), 'utf8')
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
  return `// Generated from ${source} by .ci/assets.mjs.\nexport const ${nameOf(source)} = \`${escaped}\`\n`
}

/** `assets/edit-lines.js` exports `editLinesJs`. */
function nameOf(source) {
  const words = source.replace(/^.*\//, '').split(/[-.]/)
  return words.map((word, index) => (index === 0 ? word : capitalized(word))).join('')
}

function capitalized(word) {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
