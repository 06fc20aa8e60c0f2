// Measures how heavy the library is to build, load, install and read, and compares that with the
// budget in weigh.json: `npm run weigh`. `npm run weigh -- --suite` adds the seconds of the tests,
// and `-- --built` takes dist as it is.
// Fails if what is the same on every machine is over its budget. Times depend on the machine.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineKilobytes } from './entry-sizes.mjs'

const rounds = 31
const budget = JSON.parse(readFileSync('.ci/weigh.json', 'utf8'))

const lines = { src: linesByFolder('src'), test: linesByFolder('test') }
const figures = {
  'lines of src': sum(lines.src),
  'lines of test': sum(lines.test),
  'words that a host reads': words(),
  ...(process.argv.includes('--built') ? {} : await build()),
  'KB of the tarball': tarballKilobytes(),
  'KB of an engine in memory, bundled': await engineKilobytes(),
  ...start(),
  ...(process.argv.includes('--suite') ? { 'seconds of npm test': await seconds('test') } : {}),
}
const rows = Object.entries(figures).map(([name, value]) => {
  const { before, max, times } = budget.figures[name]
  const isOver = value > max
  if (isOver && !times) process.exitCode = 1
  return [name, before, value, max, isOver ? (times ? 'over' : 'OVER') : 'ok']
})
printTable(['', budget.before, 'now', 'budget', ''], rows)
printTable(
  ['lines of', 'src', 'test'],
  Object.entries(lines.src).map(([folder, count]) => [folder, count, lines.test[folder] ?? 0]),
)

/** The lines of what is written by hand, by folder. */
function linesByFolder(root) {
  const counts = {}
  for (const path of filesBelow(root)) {
    if (!/\.(?:ts|mjs|js|css|typ)$/.test(path) || /\.(?:css|js|typ)\.ts$/.test(path)) continue
    const [, folder, ...below] = path.split('/')
    const name = below.length > 0 ? folder : '.'
    counts[name] = (counts[name] ?? 0) + readFileSync(path, 'utf8').split('\n').length - 1
  }
  return counts
}

/** The words of the README and of docs, without the folders for others than hosts. */
function words() {
  const pages = filesBelow('docs').filter((path) => /^docs\/(?:recipes\/)?[^/]+\.md$/.test(path))
  const strings = ['README.md', ...pages].map((path) => readFileSync(path, 'utf8'))
  return strings.join('\n').trim().split(/\s+/).length
}

/** Builds, and watches how much memory all processes of the build have at once. */
async function build() {
  const began = performance.now()
  const child = spawn('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(child.pid))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`npm run build ended with exit code ${code}`)
  const memory = peak === 0 ? {} : { 'GB of memory of a build': peak / 1e9 }
  return { 'seconds of a build': (performance.now() - began) / 1000, ...memory }
}

/** The memory of a process and of those that it has started. Zero where there is no /proc. */
function residentBytes(pid) {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const below = children === '' ? [] : children.split(' ').map(residentBytes)
    return below.reduce((total, bytes) => total + bytes, Number(pages) * 4096)
  } catch {
    return 0
  }
}

function tarballKilobytes() {
  // Without scripts, whose output would stand in the JSON.
  const args = ['pack', '--json', '--dry-run', '--ignore-scripts']
  const [{ size }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))
  return size / 1000
}

/** The processor time of fresh processes that import entries, as ratios to well-known packages. */
function start() {
  const engine = `const { createQuoteEngine, memoryCatalog, memoryStorage } = await import('quotewright')
const catalog = memoryCatalog({ s: [{ id: 1, price: '5' }] })
await createQuoteEngine({ storage: memoryStorage(), catalog }).createQuote(
  { storeId: 's' }, { customer: {}, products: [{ id: 1, qty: 1 }] })`
  const programs = Object.fromEntries(
    ['express', 'zod', 'quotewright', 'quotewright/sqlite', 'quotewright/postgres'].map((name) => [
      name,
      `await import('${name}')`,
    ]),
  )
  const times = median({ ...programs, engine })
  return {
    'start of quotewright ÷ express': times.quotewright / times.express,
    'start of quotewright/sqlite ÷ zod': times['quotewright/sqlite'] / times.zod,
    'start of quotewright/postgres ÷ zod': times['quotewright/postgres'] / times.zod,
    'start with a first quote ÷ express': times.engine / times.express,
  }
}

/** The median of the times of programs, which run in turns: all see the same of a busy machine. */
function median(programs) {
  const times = {}
  for (let round = 0; round < rounds; round += 1)
    for (const [name, program] of Object.entries(programs)) {
      const end = 'const { user, system } = process.cpuUsage(began)\nconsole.log(user + system)'
      const timed = `const began = process.cpuUsage()\n${program}\n${end}`
      const args = ['--input-type=module', '--eval', timed]
      times[name] = [...(times[name] ?? []), Number(execFileSync(process.execPath, args))]
    }
  const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(rounds / 2)]
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, middle(values)]))
}

async function seconds(script) {
  const began = performance.now()
  const [code] = await once(spawn('npm', ['run', '--silent', script], { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`npm run ${script} ended with exit code ${code}`)
  return (performance.now() - began) / 1000
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/'))
}

function sum(counts) {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function printTable(header, rows) {
  const table = [header, ...rows.map((row) => row.map(cell))]
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row) => row.map((text, column) => pad(text, widths[column], column)).join('  ')
  console.log(`\n${table.map(line).join('\n')}`)
}

function pad(text, width, column) {
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}

function cell(value) {
  if (typeof value === 'string') return value
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}
