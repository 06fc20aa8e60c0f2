import { execFileSync, spawnSync } from 'node:child_process'

// npm run test:mutation -- [options of stryker]
// npm run test:mutation -- --changed [base] [options of stryker]

const [first, ...others] = process.argv.slice(2)
const isOfChanges = first === '--changed'
const base = isOfChanges && others[0]?.startsWith('-') === false ? others.shift() : 'main'
const ranges = isOfChanges ? changedRanges(base ?? 'main') : []
if (isOfChanges && ranges.length === 0) {
  console.log(`No file of src has changed since ${base}.`)
  process.exit(0)
}
const options = isOfChanges ? ['--mutate', ranges.join(','), ...others] : process.argv.slice(2)
const { status } = spawnSync('npx', ['stryker', 'run', ...options], {
  stdio: 'inherit',
  env: { ...process.env, ...(isOfChanges && { MUTATION_TESTS: testsOf(ranges) }) },
})
process.exit(status ?? 1)

/**
 * Returns the lines of `src` that have changed since a commit, as `file:first-last`. A new file is
 * named without lines. Changes that are not committed are included.
 *
 * @param {string} since
 */
function changedRanges(since) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' })
  const added = git('ls-files', '--others', '--exclude-standard', 'src').split('\n')
  const diff = git('diff', '--unified=0', '--diff-filter=d', '--no-prefix', since, '--', 'src')
  let file = ''
  const ranges = diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = line.slice(4)
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first === undefined || count === '0') return []
    return [`${file}:${first}-${Number(first) + Number(count) - 1}`]
  })
  return [...ranges, ...added.filter(Boolean)].filter(isMutable)
}

/**
 * Generated modules are copies of their sources.
 *
 * @param {string} range
 */
function isMutable(range) {
  return /\.ts(?::|$)/.test(range) && !/\.(?:css|js|typ)\.ts(?::|$)/.test(range)
}

/**
 * Returns the folders of the tests of these files: those at the mirrored paths, down to two levels.
 *
 * @param {readonly string[]} files Paths, with or without a range of lines.
 */
function testsOf(files) {
  const folders = files.map((file) => file.split('/').slice(1, -1).slice(0, 2).join('/'))
  return [...new Set(folders)].map((folder) => (folder === '' ? '.' : `${folder}/**`)).join(' ')
}
