import pg from 'pg'

const server = process.env.QUOTEWRIGHT_POSTGRES_URL

/** Why there is no server to test with, if there is none. */
export const missing = server === undefined ? 'QUOTEWRIGHT_POSTGRES_URL names none' : undefined

export interface TemporaryDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates an empty database, which no other run on the same server uses. */
export async function createDatabase(purpose: string): Promise<TemporaryDatabase> {
  const name = `quotewright_recipes_${purpose}_${process.pid}`
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  await onServer(`create database ${name}`)
  // Clients print notices, of which dropping a schema sends one for its tables.
  await onServer(`alter database ${name} set client_min_messages = warning`)
  return { url: url.href, drop: () => dropDatabase(name) }
}

/** A client that is closing has no listener any more for the error of a forced end. */
const maxChecks = 1_000

async function dropDatabase(name: string): Promise<void> {
  await withServer(async (client) => {
    const sessions = `select 1 from pg_stat_activity where datname = '${name}'`
    for (let check = 0; check < maxChecks; check += 1)
      if ((await client.query(sessions)).rows.length === 0) break
    await client.query(`drop database ${name} with (force)`)
  })
}

async function onServer(statement: string): Promise<void> {
  await withServer((client) => client.query(statement))
}

async function withServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
