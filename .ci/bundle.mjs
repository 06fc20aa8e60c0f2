// Bundles the entries into dist, as ES modules and as CommonJS.
//
// Node takes half a millisecond for each file that it loads. So packages of many modules, of which
// the library needs few, are bundled with it, and what entries share is in few files: tsup writes a
// file for each set of entries that need the same modules, and rolldown joins these files.
import { readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { build } from 'tsup'

const { dependencies, peerDependencies, tsup } = JSON.parse(readFileSync('package.json', 'utf8'))
const modules = resolve('dist/modules')
const names = Object.keys(tsup.entry)
const entries = new Map(names.map((name) => [name, join(modules, `${name}.js`)]))
const installed = Object.keys({ ...dependencies, ...peerDependencies })

/** The packages that are bundled, and their licenses. The text is in the file LICENSE. */
const bundled = {
  zod: 'zod, copyright 2025 Colin McDonnell, MIT license',
  uuid: 'uuid, copyright 2010-2020 Robert Kieffer and other contributors, MIT license',
}

/**
 * The files of what the main entry shares with others, or all storages share. A module is in the
 * first of them that has an entry which needs the module, so an entry loads little that it does not
 * need.
 */
const shared = [
  { name: 'ports', entries: ['ports'] },
  { name: 'base', entries: ['sqlite', 'postgres', 'mysql', 'moving', 'relay', 'pdf'] },
  { name: 'catalogs', entries: ['catalogs'] },
  { name: 'documents', entries: ['document', 'mail'] },
  { name: 'pages', entries: ['desk', 'customer-page'] },
  { name: 'commands', entries: ['files', 'testing'] },
  { name: 'engine', entries: ['http', 'mcp', 'cli'] },
]

/** The modules that each entry reaches, without those that it imports later. */
const reached = new Map()

/** The modules that an entry imports later, so that they are in no file that it loads at once. */
const later = new Set()

const notesReach = {
  name: 'reach',
  buildEnd() {
    const closure = (path, importsOf) => {
      const found = new Set([path])
      for (const id of found)
        for (const imported of importsOf(this.getModuleInfo(id))) found.add(imported)
      return found
    }
    for (const [name, path] of entries) {
      const atStart = closure(path, (module) => module?.importedIds ?? [])
      reached.set(name, atStart)
      const all = closure(path, (module) =>
        module ? [...module.importedIds, ...module.dynamicallyImportedIds] : [],
      )
      for (const id of all) if (!atStart.has(id)) later.add(id)
    }
  },
}

function fileOf(id) {
  if (later.has(id)) return undefined
  const isReachedBy = (entry) => reached.get(entry).has(id)
  const isShared = isReachedBy('index') || ['sqlite', 'postgres', 'mysql'].every(isReachedBy)
  return isShared ? shared.find((file) => file.entries.some(isReachedBy))?.name : undefined
}

const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`))

await build({
  ...tsup,
  config: false,
  format: 'esm',
  // rolldown leaves out more of them.
  external: Object.keys(bundled),
  dts: false,
  clean: false,
  outDir: modules,
})
const bundle = await rolldown({
  input: Object.fromEntries(entries),
  external: (id) => isBuiltin(id) || isInstalled(id),
  platform: 'node',
  transform: { target: 'node20' },
  plugins: [notesReach],
})

for (const [format, extension] of [
  ['es', 'js'],
  ['cjs', 'cjs'],
]) {
  await bundle.write({
    dir: 'dist',
    format,
    exports: 'named',
    strict: true,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name]-[hash].${extension}`,
    comments: { jsdoc: false },
    banner: ({ moduleIds }) => licenses(moduleIds),
    codeSplitting: {
      groups: shared.map(({ name }, index) => ({
        name,
        test: (id) => fileOf(id) === name,
        priority: shared.length - index,
      })),
    },
  })
}
await bundle.close()
rmSync(modules, { recursive: true })

/** Returns a comment that bundlers keep. */
function licenses(moduleIds) {
  const notices = Object.entries(bundled)
    .filter(([name]) => moduleIds.some((id) => id.includes(`/node_modules/${name}/`)))
    .map(([, notice]) => notice)
  return notices.length === 0 ? '' : `/*! ${notices.join('; ')}: see the file LICENSE. */`
}
