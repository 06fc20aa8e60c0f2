/**
 * Makes a fresh clone ready to run: installs what package-lock.json names where that is not installed, and builds dist where it
 * is missing or older than its sources. Otherwise it says nothing and does nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

if (!isInstalled()) npm('ci --include=dev --no-audit --no-fund', 'Installing the dependencies')
if (!isBuilt()) npm('run build', 'Building the library')

/** Whether node_modules holds what the lockfile names. What is optional may be missing: it is for other platforms. */
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

/** Whether every file that package.json exports is there, and younger than all that it is built from. */
function isBuilt() {
  const outputs = JSON.stringify(readJson(join(root, 'package.json')).exports).match(
    /\.\/dist\/[^"]+/g,
  )
  const built = (outputs ?? []).map((path) => join(root, path))
  if (!built.every((path) => existsSync(path))) return false
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const inputs = ['package.json', 'tsconfig.json', 'src', ...sources.map((path) => `src/${path}`)]
  const newestInput = Math.max(...inputs.map((path) => changedAt(join(root, path))))
  return built.every((path) => changedAt(path) >= newestInput)
}

/**
 * Runs npm through a shell, which finds `npm.cmd` on Windows, too. Its output is shown only if it fails; then this process ends
 * with its exit code.
 *
 * @param {string} command
 * @param {string} purpose
 */
function npm(command, purpose) {
  console.error(`${purpose} (npm ${command.split(' --')[0]}) …`)
  const { status, error, stdout, stderr } = spawnSync(`npm ${command}`, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status === 0) return
  console.error(`${stdout ?? ''}${stderr ?? ''}${error ?? ''}`.trimEnd())
  console.error(`npm ${command} failed${status === null ? '' : ` with exit code ${status}`}`)
  process.exit(status ?? 1)
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path).mtimeMs
}
