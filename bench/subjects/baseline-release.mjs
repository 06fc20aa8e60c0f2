import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isShort } from '../harness/effort.mjs'

/** The last commit before records, search and the life cycle of quotes. */
const commit = '3f82c91'
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'node_modules/.cache/quotewright-baseline', commit)
const dist = join(folder, 'node_modules/quotewright/dist')

/**
 * Returns the entries of the release that new ones are compared with, or why it is not available.
 * The first call builds a tarball of its commit and installs it, which takes two minutes.
 */
export async function baselineRelease() {
  if (!existsSync(dist)) {
    if (isShort) return { skipped: `a run of all rounds installs the baseline ${commit} first` }
    if (!hasCommit()) return { skipped: `this clone does not have the commit ${commit}` }
    install()
  }
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(dist, name)).href)
  const [core, sqlite, postgres] = await Promise.all(
    ['index.js', 'sqlite.js', 'postgres.js'].map(load),
  )
  return { core, sqlite, postgres }
}

function hasCommit() {
  try {
    run(root, 'git', 'cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function install() {
  const source = `${folder}-source`
  const installed = `${folder}-installed`
  for (const each of [source, installed]) {
    rmSync(each, { recursive: true, force: true })
    mkdirSync(each, { recursive: true })
  }
  run(root, 'git', 'archive', '--format=tar', '--output', join(source, 'source.tar'), commit)
  run(source, 'tar', '-xf', 'source.tar')
  run(source, 'npm', 'ci', '--no-audit', '--no-fund')
  run(source, 'npm', 'pack', '--pack-destination', installed)
  writeFileSync(join(installed, 'package.json'), '{ "private": true }')
  const { version } = JSON.parse(run(source, 'npm', 'pkg', 'get', 'name', 'version'))
  const tarball = `./quotewright-${version}.tgz`
  run(installed, 'npm', 'install', '--no-audit', '--no-fund', '--legacy-peer-deps', tarball)
  rmSync(source, { recursive: true })
  renameSync(installed, folder)
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, command, ...args) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
