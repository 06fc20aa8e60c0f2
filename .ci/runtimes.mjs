// Runs `runtimes/program.mjs`, a user of the package as it would be published, in other runtimes.
// Needs a build, and QUOTEWRIGHT_POSTGRES_URL.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { runtimes } from './runtimes/list.mjs'

/** Only what hangs takes as long. */
const timeout = 600_000
/** Of runtimes at a time: the database has work, too. */
const workers = 2

if (process.env.QUOTEWRIGHT_POSTGRES_URL === undefined)
  throw new Error('QUOTEWRIGHT_POSTGRES_URL must be set to a server')
const folder = mkdtempSync(join(tmpdir(), 'quotewright-runtimes-'))
try {
  install()
  const waiting = [...runtimes]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: workers }, work))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install() {
  const packArgs = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [{ filename }] = JSON.parse(execFileSync('npm', packArgs, { encoding: 'utf8' }))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  copyFileSync('.ci/runtimes/program.mjs', join(folder, 'program.mjs'))
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
async function run({ name, args, capabilities }) {
  const program = programOf(name)
  // In memory, where there is a file system in it.
  const TMPDIR = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const child = spawn(program, [...args, 'program.mjs', ...capabilities], {
    cwd: folder,
    env: { ...process.env, TMPDIR, NO_COLOR: '1' },
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
