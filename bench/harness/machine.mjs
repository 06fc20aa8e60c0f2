import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import pg from 'pg'

const packages = ['quotewright', 'libsql', 'pg', 'hono', '@hono/node-server']

/** Returns what the results depend on besides the library. */
export async function describeMachine() {
  const processor = { model: cpus()[0]?.model.trim() ?? 'unknown', cores: cpus().length }
  const versions = Object.fromEntries(packages.map((name) => [name, versionOf(name)]))
  const postgres = await describePostgres(process.env.QUOTEWRIGHT_POSTGRES_URL)
  const server = postgres && `, PostgreSQL ${postgres.version}`
  return {
    summary: `${processor.cores} cores of ${processor.model}, Node ${process.versions.node}${server ?? ''}`,
    measured: new Date().toISOString().slice(0, 10),
    processor,
    node: process.versions.node,
    versions,
    postgres,
  }
}

/** Reads the file, because not every package exports its package.json. */
function versionOf(/** @type {string} */ name) {
  const folder = name === 'quotewright' ? '' : `node_modules/${name}/`
  const file = new URL(`../../${folder}package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}

/** Returns the server's version and its durability settings. */
async function describePostgres(/** @type {string | undefined} */ connectionString) {
  if (!connectionString) return undefined
  const client = new pg.Client({ connectionString })
  await client.connect().catch((cause) => {
    throw new Error(`no PostgreSQL server at QUOTEWRIGHT_POSTGRES_URL: ${cause.message}`)
  })
  const setting = async (/** @type {string} */ name) => {
    const { rows } = await client.query('select current_setting($1) as value', [name])
    return /** @type {string} */ (rows[0].value)
  }
  try {
    return {
      version: (await setting('server_version')).split(' ')[0],
      fsync: await setting('fsync'),
      synchronous_commit: await setting('synchronous_commit'),
    }
  } finally {
    await client.end()
  }
}
