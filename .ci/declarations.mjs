// Bundles the declarations of the entries into dist for ES modules, and into dist/cjs for CommonJS.
// The former are the latter. Only what entries export is in them, and what that needs.
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
  if (!fileName.startsWith('types/'))
    write(fileName, [`export * from './cjs/${fileName.replace(/\.d\.ts$/, '.js')}'`, ''])
}
await bundle.close()
console.log(`declarations: ${output.length} files of ${Object.keys(importable).length} entries`)

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
