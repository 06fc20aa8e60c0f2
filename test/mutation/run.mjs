import { execFileSync, spawnSync } from 'node:child_process'

// npm run test:mutation -- [options of stryker]
// npm run test:mutation -- --changed [base] [options of stryker]

const [first, ...others] = process.argv.slice(2)
const isOfChanges = first === '--changed'
const base = isOfChanges && others[0]?.startsWith('-') === false ? others.shift() : 'main'
const files = isOfChanges ? changedFiles(base ?? 'main') : []
if (isOfChanges && files.length === 0) {
  console.log(`No file of src has changed since ${base}.`)
  process.exit(0)
}
const options = isOfChanges ? ['--mutate', files.join(','), ...others] : process.argv.slice(2)
const { status } = spawnSync('npx', ['stryker', 'run', ...options], {
  stdio: 'inherit',
  env: { ...process.env, ...(isOfChanges && { MUTATION_TESTS: testsOf(files) }) },
})
process.exit(status ?? 1)

/**
 * Returns the files of `src` that have changed since a commit, the ones that are not committed
 * included.
 *
 * @param {string} since
 */
function changedFiles(since) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = git('diff', '--name-only', '--diff-filter=d', since, '--', 'src')
  return [...changed, ...git('ls-files', '--others', '--exclude-standard', 'src')].filter(isMutable)
}

/**
 * Generated modules are copies of their sources, and types have no behavior.
 *
 * @param {string} file
 */
function isMutable(file) {
  return file.endsWith('.ts') && !/\.(?:css|js|typ)\.ts$/.test(file)
}

/**
 * Returns the folders of the tests of these files: those at the mirrored paths, down to two levels.
 *
 * @param {readonly string[]} files
 */
function testsOf(files) {
  const folders = files.map((file) => file.split('/').slice(1, -1).slice(0, 2).join('/'))
  return [...new Set(folders)].map((folder) => (folder === '' ? '.' : `${folder}/**`)).join(' ')
}
