// Runs the recipes of Next.js, Prisma and S3, which need too much for devDependencies: installs
// each in a temporary folder, with this package as it would be published, and runs the code of the
// Markdown.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import ts from 'typescript'

const startTimeoutMs = 60_000

/** For programs of Node with several modules. */
const compilerOptions = {
  strict: true,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  skipLibCheck: true,
}

const { codeBlocks } = await importTypeScript('test/docs/code-blocks.ts')
const { isExpectedOutput } = await importTypeScript('test/docs/expected-output.ts')
const folder = mkdtempSync(join(tmpdir(), 'quotewright-recipes-'))
try {
  const tarball = pack()
  await next(tarball)
  await prisma(tarball)
  s3(tarball)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function next(tarball) {
  const [route, command, output] = blocksOf('next', ['ts', 'sh', 'text'])
  const project = createProject('next', {
    [/^\/\/ (.*)\n/.exec(route)?.[1]]: route,
    // As create-next-app has it; without it Next.js chooses a resolution that knows no `exports`.
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler' },
    }),
  })
  const types = ['@types/node', 'typescript'].map(sameVersion)
  const react = ['react@19', 'react-dom@19', '@types/react@19']
  install(project, [tarball, sameVersion('hono'), 'next@15', ...react, ...types])
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  const cli = join(project, 'node_modules/next/dist/bin/next')
  run(process.execPath, [cli, 'build'], project, env)

  const port = String(await freePort())
  const args = [cli, 'start', '--hostname', '127.0.0.1', '--port', port]
  const server = spawn(process.execPath, args, { cwd: project, env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  try {
    await listening(port, server)
    const request = command.replace('localhost:3000', `127.0.0.1:${port}`)
    const printed = execFileSync('bash', ['-c', request.replace('curl', 'curl --silent')], {
      encoding: 'utf8',
    })
    const [head = '', body = ''] = printed.split('\r\n\r\n')
    if (!/^HTTP\/1\.1 201 /.test(head)) throw new Error(`the response is not 201:\n${printed}`)
    expectOutput('next', output, `${body.slice(0, output.trimEnd().length)}\n`)
  } finally {
    server.kill()
    await ended
  }
  console.log('next: runs as documented')
}

async function prisma(tarball) {
  const server = process.env.QUOTEWRIGHT_POSTGRES_URL
  if (server === undefined) {
    console.log('prisma: skipped, as QUOTEWRIGHT_POSTGRES_URL names no server')
    return
  }
  const [change, output, schema] = blocksOf('prisma', ['diff', 'text', 'prisma'])
  const project = createProject('prisma', {
    'quotes.ts': change.replace(/^-.*\n/gm, '').replace(/^[ +]/gm, ''),
    'prisma/schema.prisma': schema,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['quotes.ts', 'generated'] }),
  })
  const same = ['pg', '@types/pg', '@types/node', 'typescript'].map(sameVersion)
  install(project, [tarball, ...same, 'prisma@7', '@prisma/client@7', '@prisma/adapter-pg@7'])
  const cli = join(project, 'node_modules/prisma/build/index.js')
  // The CLI downloads the engine of its migrations if no path is set; `generate` does not use it.
  const env = { ...process.env, CHECKPOINT_DISABLE: '1' }
  const withoutEngine = { ...env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
  run(process.execPath, [cli, 'generate'], project, withoutEngine)
  run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc')], project)

  const name = `quotewright_recipes_prisma_${process.pid}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await query(server, `create database ${name}`)
  try {
    const databaseEnv = { ...env, DATABASE_URL: url.href }
    const printed = execFileSync(process.execPath, ['quotes.js'], {
      cwd: project,
      env: databaseEnv,
      encoding: 'utf8',
    })
    expectOutput('prisma', output, printed)
    copyFileSync('.ci/prisma-transaction.mjs', join(project, 'prisma-transaction.mjs'))
    run(
      process.execPath,
      ['--test', '--test-reporter=dot', 'prisma-transaction.mjs'],
      project,
      databaseEnv,
    )
  } finally {
    await query(server, `drop database ${name} with (force)`)
  }
  console.log('prisma: runs as documented')
}

function s3(tarball) {
  const [upload, download] = blocksOf('s3', ['ts', 'ts'])
  const project = createProject('s3', {
    'upload.ts': upload,
    'download.ts': download,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  })
  const same = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@types/node', 'typescript']
  install(project, [tarball, ...same.map(sameVersion), 's3rver@3'])
  run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc')], project)
  copyFileSync('.ci/s3-round-trip.mjs', join(project, 's3-round-trip.mjs'))
  const args = ['--test', '--test-reporter=dot', 's3-round-trip.mjs']
  run(process.execPath, args, project)
  console.log('s3: runs as documented')
}

/** The code of a recipe: its blocks in these languages, which are all that it has. */
function blocksOf(recipe, languages) {
  const blocks = codeBlocks(readFileSync(`docs/recipes/${recipe}.md`, 'utf8'))
  const found = blocks.map(({ info }) => info[0])
  if (found.join() !== languages.join()) throw new Error(`${recipe}.md has blocks: ${found}`)
  return blocks.map(({ code }) => code)
}

function expectOutput(recipe, expected, printed) {
  if (isExpectedOutput(expected, printed)) return
  throw new Error(`${recipe} prints\n${printed}\ninstead of\n${expected}`)
}

function createProject(name, files) {
  const project = join(folder, name)
  const manifest = JSON.stringify({ private: true, type: 'module' })
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...files })) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

function pack() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))
  return join(folder, filename)
}

/** Without scripts: those of Prisma download engines, which nothing here needs. */
function install(project, packages) {
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund']
  run('npm', ['install', '--ignore-scripts', '--no-package-lock', ...quiet, ...packages], project)
}

/** A package in the version that the tests use. */
function sameVersion(name) {
  const manifest = readFileSync(resolve('node_modules', name, 'package.json'), 'utf8')
  return `${name}@${JSON.parse(manifest).version}`
}

function run(command, args, cwd, env = process.env) {
  execFileSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
}

async function query(connectionString, statement) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Waits until the server responds, or ends. */
async function listening(port, server) {
  const deadline = Date.now() + startTimeoutMs
  while (server.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (response !== undefined) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the server of Next.js does not start')
}

async function freePort() {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Imports a file that imports nothing itself. */
async function importTypeScript(path) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), { compilerOptions })
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`)
}
