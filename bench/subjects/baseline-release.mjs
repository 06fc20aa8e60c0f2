import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isShort } from '../harness/effort.mjs'

/**
 * The releases that new ones are compared with, the fixed baseline first. `target` is the ratio
 * that is accepted.
 *
 * @type {readonly Baseline[]}
 */
export const baselines = [
  {
    commit: '36c0e117',
    name: 'the release before light builds',
    targets: { memory: 1, SQLite: 1.15, PostgreSQL: 1.15 },
  },
  {
    commit: '3f82c91',
    name: 'the release before search and the life cycle',
    targets: { memory: 0.95, SQLite: 0.85, PostgreSQL: 0.95 },
  },
]

/**
 * @typedef {object} Baseline
 * @property {string} commit
 * @property {string} name
 * @property {Readonly<Record<'memory' | 'SQLite' | 'PostgreSQL', number>>} targets The ratio that
 *   is to be reached on each storage.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Returns the entries of an earlier release, or why it is not available. The first call builds a
 * tarball of its commit and installs it, which takes two minutes.
 *
 * @param {Baseline} baseline
 */
export async function baselineRelease({ commit }) {
  const folder = join(root, 'node_modules/.cache/quotewright-baseline', commit)
  const dist = join(folder, 'node_modules/quotewright/dist')
  if (!existsSync(dist)) {
    if (isShort) return { skipped: `a run of all rounds installs the baseline ${commit} first` }
    if (!hasCommit(commit)) return { skipped: `this clone does not have the commit ${commit}` }
    install(commit, folder)
  }
  const load = (/** @type {string} */ name) => import(pathToFileURL(join(dist, name)).href)
  const [core, sqlite, postgres] = await Promise.all(
    ['index.js', 'sqlite.js', 'postgres.js'].map(load),
  )
  return { core, sqlite, postgres }
}

function hasCommit(/** @type {string} */ commit) {
  try {
    run(root, 'git', 'cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

function install(/** @type {string} */ commit, /** @type {string} */ folder) {
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
