// Bundles the declarations of the entries into dist for ES modules, and into dist/cjs for CommonJS.
// The former export the latter. Only what entries export is in them, and what that needs.
// `npm run types` checks them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const { dependencies, peerDependenciesMeta, tsup } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const optionalPeers = Object.keys(peerDependenciesMeta)
const { cli: _, ...importable } = tsup.entry

const bundle = await rolldown({
  input: Object.fromEntries(
    Object.entries(importable).map(([name, path]) => [name, resolve(path)]),
  ),
  external: (id) => !/^[./]/.test(id),
  experimental: { attachDebugInfo: 'none' },
  // TypeScript takes almost all of the time.
  checks: { bundlerTimings: false },
  plugins: [dts({ emitDtsOnly: true, compilerOptions: { noCheck: true } })],
})
const { output } = await bundle.generate({
  entryFileNames: '[name].ts',
  chunkFileNames: 'types/[name].ts',
})
for (const { fileName, code } of output) {
  const lines = code.split('\n').flatMap((line) => declarationLines(line, fileName))
  write(`cjs/${fileName}`, lines)
  if (!fileName.startsWith('types/')) write(fileName, inModule(lines, fileName))
}
await bundle.close()
console.log(`declarations: ${output.length} files of ${Object.keys(importable).length} entries`)

/**
 * Returns the lines of an entry for ES modules. Most export what is declared for CommonJS; but the
 * types of a package can differ between the two, if they are not those of hono.
 */
function inModule(lines, file) {
  const importsTypes = lines.some((line) => /^(?:im|ex)port .* from "(?!\.|node:|hono)/.test(line))
  return importsTypes
    ? lines.map((line) => line.replace('"./types/', '"./cjs/types/'))
    : [`export * from './cjs/${file.replace(/\.d\.ts$/, '.js')}'`, '']
}

/**
 * Lets a line compile without the optional peers. Where a peer is missing, TypeScript takes its
 * types for `any`; where it is installed, they are those of the installed version.
 */
function declarationLines(line, file) {
  const [, imported] = /^(?:im|ex)port .*from ["']([^."'][^"']*)["'];$/.exec(line) ?? []
  if (imported === undefined || imported.startsWith('node:') || imported in dependencies)
    return line
  const peer = optionalPeers.find((name) => imported === name || imported.startsWith(`${name}/`))
  if (peer === undefined)
    throw new Error(`dist/${file} imports ${imported}, which hosts may not have`)
  return [`// @ts-ignore: ${peer} is an optional peer dependency.`, line]
}

function write(file, lines) {
  const path = `dist/${file}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.join('\n'))
}
