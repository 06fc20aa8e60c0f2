// Runs `runtimes/program.mjs`, a user of the package as it would be published, in each runtime, and
// `runtimes/worker.mjs` in workerd. Needs a build, and QUOTEWRIGHT_POSTGRES_URL.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { freePort, listening } from './local-servers.mjs'
import { runtimes } from './runtimes/list.mjs'
import { requests } from './runtimes/requests.mjs'

/** Only what hangs takes as long. */
const timeout = 600_000
/** Of runtimes at a time: the database has work, too. */
const workers = 2

if (process.env.QUOTEWRIGHT_POSTGRES_URL === undefined)
  throw new Error('QUOTEWRIGHT_POSTGRES_URL must be set to a server')
const folder = mkdtempSync(join(tmpdir(), 'quotewright-runtimes-'))
/** Of the databases: in memory, where there is a file system in it. */
const files = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'quotewright-'))
try {
  install()
  const waiting = [...runtimes]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await (next.name.startsWith('workerd') ? runWorker(next) : run(next))
  }
  // All end before their folder is removed.
  const outcomes = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const { reason } of outcomes) if (reason !== undefined) throw reason
} finally {
  for (const each of [folder, files]) rmSync(each, { recursive: true, force: true })
}

function install() {
  const packArgs = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', packArgs, { encoding: 'utf8' }))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  cpSync('.ci/runtimes', folder, { recursive: true })
  const compiler = '@myriaddreamin/typst-ts-node-compiler'
  const companions = ['@hono/node-server', compiler, 'hono', 'libsql', 'pg'].map(sameVersion)
  const programs = runtimes.flatMap((runtime, index) =>
    runtime.package === undefined ? [] : [`runtime-${index}@npm:${runtime.package}`],
  )
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-package-lock']
  const packages = [join(folder, filename), ...companions, ...programs]
  execFileSync('npm', ['install', '--ignore-scripts', ...quiet, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Runs the program, which ends by itself, and prints a line for each capability. */
async function run({ name, args = [], capabilities }) {
  const program = programOf(name)
  const child = spawn(program, [...args, 'program.mjs', ...capabilities], {
    cwd: folder,
    env: { ...process.env, TMPDIR: files, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  const passed = []
  for await (const line of createInterface({ input: child.stdout })) {
    passed.push(line.replace(/,.*/, ''))
    console.log(`${name}: ${line}`)
  }
  const [code, signal] = await ended
  const failed = capabilities.find((capability) => !passed.includes(capability))
  if (failed !== undefined) throw new Error(`${name}: ${failed} fails`)
  if (code !== 0) throw new Error(`${name} ends with ${code ?? signal} instead of 0`)
}

/** Serves the worker, and sends it the requests. */
async function runWorker({ name, capabilities }) {
  const port = await freePort()
  const outfile = join(folder, 'bundle.mjs')
  // All of Node's modules are `node:…` in the package, and workerd has them.
  const bundle = { bundle: true, format: 'esm', platform: 'node', external: ['node:*'], outfile }
  buildSync({ ...bundle, entryPoints: [join(folder, 'worker.mjs')], logLevel: 'error' })
  const config = readFileSync(join(folder, 'workerd.capnp'), 'utf8').replace('PORT', port)
  writeFileSync(join(folder, 'workerd.capnp'), config)
  const child = spawn(programOf(name), ['serve', 'workerd.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  try {
    await listening(port, child)
    const origin = `http://127.0.0.1:${port}`
    for (const capability of capabilities) {
      await (requests[capability] ?? passStorageSuite)(origin)
      console.log(`${name}: ${capability}`)
    }
  } finally {
    child.kill()
    await ended
  }
}

async function passStorageSuite(origin) {
  const response = await fetch(`${origin}/storage-suite`)
  if (response.status !== 200) throw new Error(`the storage suite fails: ${await response.text()}`)
}

function programOf(name) {
  const index = runtimes.findIndex((runtime) => runtime.name === name)
  const { program } = runtimes[index]
  if (program !== undefined) return join(folder, `node_modules/runtime-${index}`, program)
  if (name !== `Node ${process.versions.node.split('.')[0]}`)
    throw new Error(`${name} must run this script; it is run by Node ${process.versions.node}`)
  return process.execPath
}

/** A package in the version that the tests use. */
function sameVersion(name) {
  const manifest = readFileSync(resolve('node_modules', name, 'package.json'), 'utf8')
  return `${name}@${JSON.parse(manifest).version}`
}
