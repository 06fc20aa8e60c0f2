// Bundles the entries into dist: ES modules, and the same files as CommonJS in dist/cjs.
//
// Node takes half a millisecond for each file that it loads. So packages of many modules, of which
// the library needs few, are bundled with it, and what an engine needs is in few files. The others
// are so small that gzip, which looks back 32 KB, finds a file of dist/cjs in the file of the same
// name beside it: it takes no room in the tarball.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { build } from 'tsup'
import { toCommonJs } from './commonjs.mjs'

const { bin, dependencies, peerDependencies, tsup } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const modules = resolve('dist/modules')
const moduleOf = (source) => join(modules, source.replace(/^src\/(.*)\.ts$/, '$1.js'))
const entries = new Map(
  Object.entries(tsup.entry).map(([name, source]) => [name, moduleOf(source)]),
)
const isProgram = (name) => Object.values(bin).includes(`./dist/${name}.js`)
const installed = Object.keys({ ...dependencies, ...peerDependencies })

/** The packages that are bundled, and their licenses. The text is in the file LICENSE. */
const bundled = {
  zod: 'zod, copyright 2025 Colin McDonnell, MIT license',
  uqr: 'uqr, copyright Project Nayuki, 2023 Anthony Fu, MIT license',
  uuid: 'uuid, copyright 2010-2020 Robert Kieffer and other contributors, MIT license',
}

const sqlStorages = ['sqlite', 'postgres', 'mysql']

/**
 * The files of what the main entry shares with others, or all storages share. A module is in the
 * first of them that has an entry which needs the module, so an entry loads little that it does not
 * need. Those that are whole are loaded by every engine: they have only what `ofAll` needs, too.
 */
const shared = [
  { name: 'ports', entries: ['ports'] },
  {
    name: 'base',
    entries: [...sqlStorages, 'moving', 'relay', 'pdf'],
    ofAll: 'index',
    whole: true,
  },
  { name: 'sql', entries: sqlStorages },
  { name: 'catalogs', entries: ['catalogs'] },
  { name: 'documents', entries: ['document', 'mail'] },
  { name: 'pages', entries: ['desk', 'customer-page'] },
  { name: 'commands', entries: ['files', 'testing'], ofAll: 'http', whole: true },
  { name: 'engine', entries: ['http', 'mcp', 'cli'], ofAll: 'http', whole: true },
]

/** How many bytes the modules of the other files have, without what a file imports. */
const maxLength = 28_500

/** What an engine loads when it is first sent a state, so that it is in no file of all engines. */
const statesOf = /\/quote\/regions\/(?:regions|states.*)\.js$/

/** The modules of each file. What a file imports is in those before it. */
const files = new Map()

/** Assigns modules to files. Those of no file are in that of their entry, or loaded later. */
const assignsFiles = {
  name: 'assign files',
  generateBundle(_, output) {
    if (files.size > 0) return
    const lengths = new Map(
      Object.values(output).flatMap(({ modules = {} }) =>
        Object.entries(modules).map(([id, { code }]) => [id, Buffer.byteLength(code ?? '')]),
      ),
    )
    const lengthOf = (id) => lengths.get(id) ?? 0
    const importsOf = (id) => this.getModuleInfo(id)?.importedIds ?? []
    const reached = new Map()
    const ordered = new Set()
    for (const [name, path] of entries) {
      const modulesOf = reachableFrom(path, importsOf)
      reached.set(name, modulesOf)
      for (const id of modulesOf) ordered.add(id)
    }
    const groups = new Map(shared.map(({ name, whole }) => [name, { order: 0, whole, ids: [] }]))
    for (const id of ordered) {
      if ([...entries.values()].includes(id)) continue
      const user = jsonSchema.test(id) ? usesJsonSchema : id
      const file = statesOf.test(id) ? undefined : sharedFileOf(user, reached)
      const names = file === undefined ? entriesOf(user, reached) : [file.name]
      const name = names.join('-and-')
      const group = groups.get(name) ?? { order: entries.size - names.length + 1, ids: [] }
      group.ids.push(id)
      groups.set(name, group)
    }
    const inOrder = [...groups].sort(([, one], [, other]) => one.order - other.order)
    for (const [name, { whole, ids }] of inOrder) {
      const parts = whole ? [ids] : partsOf(ids, lengthOf)
      // The file of an entry has what is left.
      if (entries.has(name) && shared.every((file) => file.name !== name)) parts.pop()
      parts.forEach((part, index) => {
        files.set(parts.length === 1 ? name : `${name}-${index + 1}`, new Set(part))
      })
    }
  },
}

/** Returns a module and what it imports, each after its imports. */
function reachableFrom(path, importsOf) {
  const visited = new Set()
  const ordered = new Set()
  const visit = (id) => {
    if (visited.has(id)) return
    visited.add(id)
    for (const imported of importsOf(id)) visit(imported)
    ordered.add(id)
  }
  visit(path)
  return ordered
}

function sharedFileOf(id, reached) {
  const isReachedBy = (entry) => reached.get(entry).has(id)
  if (!isReachedBy('index') && !sqlStorages.every(isReachedBy)) return undefined
  return shared.find(
    ({ entries, ofAll }) =>
      entries.some(isReachedBy) && (ofAll === undefined || isReachedBy(ofAll)),
  )
}

/** Returns the entries that need a module, and programs only if no other does. */
function entriesOf(id, reached) {
  const names = [...entries.keys()].filter((entry) => reached.get(entry).has(id))
  return names.length === 1 ? names : names.filter((name) => !isProgram(name))
}

function partsOf(ids, lengthOf) {
  const parts = [[]]
  let length = 0
  for (const id of ids) {
    length += lengthOf(id)
    if (length > maxLength && parts.at(-1).length > 0) {
      parts.push([])
      length = lengthOf(id)
    }
    parts.at(-1).push(id)
  }
  return parts
}

/**
 * Schemas of zod convert themselves to JSON Schema, with 40 KB of code that only two entries need.
 * Here they call what is loaded with the function of zod that starts the conversion.
 */
const jsonSchema = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
const usesJsonSchema = moduleOf('src/http/json-schema.ts')
const conversion = '\0json-schema-conversion.js'
const loadsJsonSchemaLater = {
  name: 'load JSON Schema later',
  resolveId(specifier, importer) {
    const isOfSchemas = importer?.endsWith('/zod/v4/classic/schemas.js')
    return specifier === conversion ||
      (isOfSchemas && jsonSchema.test(`/zod/v4${specifier.slice(2)}`))
      ? conversion
      : undefined
  },
  load(id) {
    if (id !== conversion) return undefined
    return `let loaded
export const load = (functions) => { loaded = functions }
${conversionNames()
  .map((name) => `export const ${name} = (...values) => loaded.${name}(...values)`)
  .join('\n')}
${methodNames
  .map(
    (name) => `export const ${name} = (...of) => (...values) => loaded.${name}(...of)(...values)`,
  )
  .join('\n')}`
  },
  transform(code, id) {
    if (!id.endsWith('/json-schema-processors.js')) return undefined
    return `import { load } from ${JSON.stringify(conversion)}
import { ${methodNames.join(', ')} } from './to-json-schema.js'
${code}
load({ ${[...conversionNames(), ...methodNames].join(', ')} })`
  },
}

/** What creates methods of schemas, which are called later, or never. */
const methodNames = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod']

/** What schemas of zod need to convert themselves. */
function conversionNames() {
  const schemas = readFileSync('node_modules/zod/v4/classic/schemas.js', 'utf8')
  const processors = schemas.matchAll(/\bprocessors\.(\w+)\(/g)
  return [...new Set([...processors].map(([, name]) => name))]
}

const isInstalled = (id) => installed.some((name) => id === name || id.startsWith(`${name}/`))

// Each module by itself, without types: rolldown finds what is used of them.
await build({
  ...tsup,
  config: false,
  entry: ['src/**/*.ts'],
  format: 'esm',
  bundle: false,
  splitting: false,
  dts: false,
  clean: false,
  outDir: modules,
  // Names of states are as they are, not escaped.
  esbuildOptions: (options) => Object.assign(options, { charset: 'utf8' }),
})
const bundle = await rolldown({
  input: Object.fromEntries(entries),
  external: (id) => isBuiltin(id) || isInstalled(id),
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  transform: { target: 'node20' },
  experimental: { attachDebugInfo: 'none' },
  plugins: [assignsFiles, loadsJsonSchemaLater],
})
// Assigns the files, which the groups below are made of. The lengths of modules are known then.
await bundle.generate()

const { output } = await bundle.write({
  dir: 'dist',
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  comments: { jsdoc: false },
  banner: ({ moduleIds }) => licenses(moduleIds),
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [...files].map(([name, ids], index) => ({
      name,
      test: (id) => ids.has(id),
      priority: files.size - index,
    })),
  },
})
mkdirSync('dist/cjs')
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')
for (const { fileName, name, code } of output)
  if (!isProgram(name)) writeFileSync(`dist/cjs/${fileName}`, toCommonJs(code, fileName))
await bundle.close()
rmSync(modules, { recursive: true })

/** Returns a comment that bundlers keep. */
function licenses(moduleIds) {
  const notices = Object.entries(bundled)
    .filter(([name]) => moduleIds.some((id) => id.includes(`/node_modules/${name}/`)))
    .map(([, notice]) => notice)
  return notices.length === 0 ? '' : `/*! ${notices.join('; ')}: see the file LICENSE. */`
}
