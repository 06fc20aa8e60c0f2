// Checks that package.json "exports", the fields for tools that ignore it, the entries of the build
// and the files in dist agree.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const { bin, exports, tsup, main, types, typesVersions } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const built = new Set(
  readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.relative('dist', posix.join(parentPath, name))),
)
const errors = []
const seen = new Set()

// What only "bin" names is an ES module.
const programs = Object.keys(tsup.entry).filter((name) =>
  Object.values(bin).includes(`./dist/${name}.js`),
)
const importable = Object.keys(tsup.entry).filter((name) => !programs.includes(name))

const expected = {
  './openapi.json': './dist/openapi.json',
  './package.json': './package.json',
}
for (const name of importable) {
  expected[name === 'index' ? '.' : `./${name}`] = {
    import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    require: { types: `./dist/cjs/${name}.d.ts`, default: `./dist/cjs/${name}.js` },
  }
}

for (const key of new Set([...Object.keys(exports), ...Object.keys(expected)])) {
  if (!(key in expected)) errors.push(`"${key}" is exported, but is no entry of the build`)
  else if (!(key in exports)) errors.push(`"${key}" is an entry of the build, but is not exported`)
  // As text, since the order of conditions matters.
  else if (JSON.stringify(exports[key]) !== JSON.stringify(expected[key]))
    errors.push(`"${key}" must be ${JSON.stringify(expected[key])}`)
}

// TypeScript reads these with moduleResolution node10, and old bundlers read "main".
const entries = importable.filter((name) => name !== 'index')
const forOldResolution = {
  main: './dist/cjs/index.js',
  types: './dist/cjs/index.d.ts',
  typesVersions: {
    '*': Object.fromEntries(entries.map((name) => [name, [`./dist/cjs/${name}.d.ts`]])),
  },
}
for (const [field, value] of Object.entries({ main, types, typesVersions })) {
  const wanted = JSON.stringify(forOldResolution[field])
  if (JSON.stringify(value) !== wanted) errors.push(`"${field}" must be ${wanted}`)
}

const targets = Object.values(exports).flatMap(targetsOf)
for (const target of targets.filter((each) => each.startsWith('./dist/')))
  follow(target.slice('./dist/'.length), 'package.json')
for (const name of programs) follow(`${name}.js`, 'package.json')
// It says that the files beside it are CommonJS.
built.delete('cjs/package.json')
for (const file of built) errors.push(`dist/${file} is neither exported nor part of an export`)

if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exit(1)
}
console.log(`${Object.keys(exports).length} exports, and nothing in dist beside them`)

function targetsOf(target) {
  return typeof target === 'string' ? [target] : Object.values(target).flatMap(targetsOf)
}

/** Takes a file, and all that it imports, off the list of built files. */
function follow(file, from) {
  if (seen.has(file)) return
  seen.add(file)
  if (!built.delete(file)) {
    errors.push(`dist/${file} does not exist, but ${from} wants it`)
    return
  }
  const text = readFileSync(join('dist', file), 'utf8')
  // Types in comments, as in {import('./a.js').B}, import nothing.
  const imports = /(?:from|require\(|(?<!\{)import\(?)\s*["'](\.[^"']*)["']/g
  for (const [, specifier] of text.matchAll(imports)) {
    const imported = posix.join(posix.dirname(file), specifier)
    follow(file.includes('.d.') ? imported.replace(/\.js$/, '.d.ts') : imported, `dist/${file}`)
  }
}
