/**
 * Makes a fresh clone ready to run: installs the packages of package-lock.json if some are missing,
 * and builds dist if a file is missing or older than its sources. Otherwise it prints nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

if (!isInstalled())
  await npm(
    'ci --include=dev --no-audit --no-fund',
    'Installing the dependencies (npm ci), usually half a minute',
  )
if (!isBuilt()) await npm('run build:js', 'Building the library (npm run build:js), a few seconds')

/** Whether node_modules has what the lockfile names. Optional packages are for other platforms. */
function isInstalled() {
  const marker = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(marker)) return false
  const { packages: installed } = readJson(marker)
  const { packages: locked } = readJson(join(root, 'package-lock.json'))
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    const there = installed[path]
    if (path === '' || (there === undefined && optional)) return true
    return there?.version === version && there.integrity === integrity
  })
}

/** Whether every script that package.json exports exists, and is newer than all of its sources. */
function isBuilt() {
  const outputs = JSON.stringify(readJson(join(root, 'package.json')).exports).match(
    /\.\/dist\/[^"]+\.c?js(?:on)?(?=")/g,
  )
  const built = (outputs ?? []).map((path) => join(root, path))
  if (!built.every((path) => existsSync(path))) return false
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const inputs = ['package.json', 'tsconfig.json', 'src', ...sources.map((path) => `src/${path}`)]
  const newestInput = Math.max(...inputs.map((path) => changedAt(join(root, path))))
  return built.every((path) => changedAt(path) >= newestInput)
}

/**
 * Runs npm through a shell, which finds `npm.cmd` on Windows too. Shows the seconds as they pass,
 * and npm's output only if it fails; then this process ends with its exit code.
 *
 * @param {string} command
 * @param {string} purpose
 */
async function npm(command, purpose) {
  const stopClock = startClock(purpose)
  const child = spawn(`npm ${command}`, {
    cwd: root,
    shell: true,
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const [code] = await once(child, 'close').catch((error) => {
    output += error
    return [null]
  })
  stopClock()
  if (code === 0) return
  console.error(output.trimEnd())
  console.error(`npm ${command} failed${code === null ? '' : ` with exit code ${code}`}`)
  process.exit(code ?? 1)
}

/**
 * Prints the purpose and how many seconds have passed: on a terminal in one line, else in a line
 * every few seconds.
 *
 * @param {string} purpose
 */
function startClock(purpose) {
  const { stderr } = process
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  stderr.write(`${purpose} …${stderr.isTTY ? '' : '\n'}`)
  const timer = setInterval(
    () => stderr.write(stderr.isTTY ? `\r${purpose} … ${seconds()}` : `  ${seconds()}\n`),
    stderr.isTTY ? 1000 : 3000,
  )
  return () => {
    clearInterval(timer)
    stderr.write(stderr.isTTY ? `\r${purpose} … ${seconds()}\n` : `  ended after ${seconds()}\n`)
  }
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path).mtimeMs
}
