// Packs the package as it would be published, checks the tarball, and uses it as its users would.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { entrySizeErrors } from './entry-sizes.mjs'

const require = createRequire(import.meta.url)
const { files: listed } = JSON.parse(readFileSync('package.json', 'utf8'))
/** What only readers of the repository have. */
const leftOut = listed.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))
const folder = mkdtempSync(join(tmpdir(), 'quotewright-package-'))
try {
  const tarball = packed()
  rejectAny('sizes of entries', await entrySizeErrors())
  await lint(tarball)
  attest(tarball)
  use(tarball)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function packed() {
  // Without scripts, whose output would stand in the JSON.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename, files, size }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))
  const paths = files.map(({ path }) => path)
  const isBuilt =
    /^dist\/(?:openapi\.json|cjs\/package\.json|(?:cjs\/)?(?:types\/)?[^/]+\.(?:js|d\.ts))$/
  const beside = paths.filter((path) => !isBuilt.test(path))
  const pages = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'llms.txt', 'package.json']
  const expected = [...pages, ...documentation()]
  rejectAny(
    'unexpected in the tarball',
    beside.filter((path) => !expected.includes(path)),
  )
  rejectAny(
    'missing from the tarball',
    expected.filter((path) => !beside.includes(path)),
  )
  if (!paths.includes('dist/index.js')) throw new Error('nothing is built: npm run build')
  console.log(`${filename}: ${paths.length} files, ${size} bytes`)
  return join(folder, filename)
}

/** The files in docs, without those that "files" of package.json leaves out. */
function documentation() {
  return readdirSync('docs', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'))
    .filter((path) => !isLeftOut(path))
}

function isLeftOut(path) {
  return leftOut.some((entry) => path === entry || path.startsWith(`${entry}/`))
}

async function lint(tarball) {
  const bytes = readFileSync(tarball)
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true })
  rejectAny(
    'publint',
    messages.map((message) => formatMessage(message, pkg)),
  )
  console.log('publint: nothing to say')
}

/**
 * Resolution by Node's ESM, its CommonJS, bundlers, and node10, which ignores "exports". There the
 * OpenAPI document is `quotewright/dist/openapi.json`.
 */
function attest(tarball) {
  const cli = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js')
  const options = ['--profile', 'strict', '--format', 'table-flipped']
  run(process.execPath, [cli, tarball, ...options, '--exclude-entrypoints', 'openapi.json'])
}

function use(tarball) {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  cpSync('.ci/consumer', project, { recursive: true })

  install(project, [tarball])
  checkLinks(join(project, 'node_modules/quotewright'))
  run(process.execPath, ['without-peers.mjs'], project)
  checkStrictly(project, 'without-peers.ts', [])
  install(project, [sameVersion('@types/node')])
  const old = { module: 'commonjs', noEmit: true }
  compile(project, 'module commonjs alone', old, ['without-peers.ts'])

  const drivers = ['@electric-sql/pglite', '@types/pg', 'libsql', 'mysql2', 'pg']
  const compiler = '@myriaddreamin/typst-ts-node-compiler'
  const tools = '@modelcontextprotocol/sdk'
  const companions = [...drivers, compiler, tools, 'csv-parse', 'fast-check', 'hono']
  install(project, companions.map(sameVersion))
  for (const program of ['every-entry.mjs', 'every-entry.cjs', 'two-copies.mjs'])
    run(process.execPath, [program], project)
  checkStrictly(project, 'every-entry.ts', ['node'])
  checkStrictly(project, 'without-peers.ts', ['node'])
  checkCommonConfigurations(project)
}

/** Checks that relative links of the installed package point to its files, or what is left out. */
function checkLinks(installed) {
  const docs = documentation().filter((path) => path.endsWith('.md'))
  for (const page of ['README.md', 'llms.txt', 'CHANGELOG.md', ...docs]) {
    const text = readFileSync(join(installed, page), 'utf8')
    const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, target]) => target)
    const broken = links
      .filter((target) => !isLeftOut(posix.join(dirname(page), target)))
      .filter((target) => !existsSync(join(installed, dirname(page), target)))
    rejectAny(`links of ${page} to what is not in the package`, broken)
  }
  console.log(`links: ${docs.length + 3} pages link to files of the package, or what it leaves out`)
}

/** Type-checks a program in every module mode that reads "exports", and the declarations too. */
function checkStrictly(project, source, types) {
  const name = source.replace(/\.ts$/, '')
  for (const extension of ['mts', 'cts'])
    cpSync(join(project, source), join(project, `${name}.${extension}`))
  const modes = [
    ['node16', 'node16', ['mts', 'cts']],
    ['nodenext', 'nodenext', ['mts', 'cts']],
    ['preserve', 'bundler', ['mts', 'ts']],
    ['esnext', 'bundler', ['mts', 'ts']],
  ]
  for (const [module, moduleResolution, extensions] of modes) {
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      target: 'es2023',
      // The types of AbortSignal come from Node's package or from TypeScript's own for the web.
      lib: types.length === 0 ? ['es2023', 'dom'] : ['es2023'],
      esModuleInterop: true,
      noEmit: true,
      module,
      moduleResolution,
      types,
    }
    const files = extensions.map((extension) => `${name}.${extension}`)
    compile(project, `${module} and ${moduleResolution}`, options, files)
  }
}

/** Type-checks the programs with configurations that are common, but not strict. */
function checkCommonConfigurations(project) {
  const init = {
    target: 'es2016',
    module: 'commonjs',
    noEmit: true,
    strict: true,
    esModuleInterop: true,
    // The declarations of fast-check do not compile with node10.
    skipLibCheck: true,
  }
  const strict = { ...init, target: 'es2023', exactOptionalPropertyTypes: true }
  const nodenext = { ...strict, module: 'nodenext', moduleResolution: 'nodenext' }
  // What `next build` writes into a project without a tsconfig.json.
  const next = {
    target: 'es2017',
    lib: ['dom', 'dom.iterable', 'esnext'],
    allowJs: true,
    skipLibCheck: true,
    strict: false,
    noEmit: true,
    incremental: true,
    module: 'esnext',
    esModuleInterop: true,
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    isolatedModules: true,
    jsx: 'preserve',
  }
  compile(project, 'nodenext', nodenext, ['agents.ts'])
  const every = ['every-entry.ts', 'agents.ts', 'without-peers.ts']
  compile(project, 'tsc --init and node10', init, every)
  compile(project, 'the options of Next.js', next, every)
  compile(project, 'the options of Next.js, strict', { ...next, strict: true }, every)
}

function compile(project, name, compilerOptions, files) {
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', project])
  console.log(`types: ${files.join(', ')} with ${name}`)
}

function install(project, packages) {
  const args = ['install', '--loglevel=error', '--no-fund', '--no-package-lock', ...packages]
  run('npm', args, project)
}

/** A package in the version that the tests use. */
function sameVersion(name) {
  const { version } = JSON.parse(
    readFileSync(resolve('node_modules', name, 'package.json'), 'utf8'),
  )
  return `${name}@${version}`
}

function run(command, args, cwd = '.') {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
}

function rejectAny(what, errors) {
  if (errors.length > 0) throw new Error(`${what}:\n${errors.join('\n')}`)
}
