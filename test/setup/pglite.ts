import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

/** Small buffers: a database is loaded twice as fast, in a third of the memory. */
const initDbStartParams = ['--wal-segsize=1', '--set', 'shared_buffers=16MB']

const program = 'node_modules/@electric-sql/pglite'
const cache = 'node_modules/.cache/quotewright'

/** The files of a new database, which take longer to create than to load. */
let files: Promise<Blob> | undefined

/** Creates an empty database. Close it at the end. */
export async function createPglite(): Promise<PGlite> {
  files ??= loadFiles()
  return PGlite.create({ loadDataDir: await files })
}

/** Reads the files that an earlier run or another worker has created, or creates them. */
async function loadFiles(): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(`${program}/package.json`, 'utf8'))
  const name = [version, ...initDbStartParams].join(' ').replace(/[^\w.]+/g, '-')
  const path = `${cache}/pglite-${name}.tar`
  try {
    return new Blob([readFileSync(path)])
  } catch {
    const created = await createFiles()
    mkdirSync(cache, { recursive: true })
    const partial = `${path}.${process.pid}`
    writeFileSync(partial, new Uint8Array(await created.arrayBuffer()))
    renameSync(partial, path)
    return created
  }
}

async function createFiles(): Promise<Blob> {
  const database = await PGlite.create({ initDbStartParams })
  try {
    return await database.dumpDataDir('none')
  } finally {
    await database.close()
  }
}

/** A database that is used again by others. */
export interface BorrowedPglite {
  readonly database: PGlite
  /** Gives the database back, instead of closing it. Nothing may use it any more. */
  giveBack(): Promise<void>
}

/** Databases of this worker that are not in use. */
const free: PGlite[] = []

/** Lends an empty database: one that was given back, which is faster than creating one. */
export async function borrowPglite(): Promise<BorrowedPglite> {
  const database = free.pop() ?? (await createPglite())
  return {
    database,
    async giveBack() {
      await empty(database)
      free.push(database)
    },
  }
}

async function empty(database: PGlite): Promise<void> {
  await database.exec('discard all')
  const { rows } = await database.query<{ name: string }>(`
    select quote_ident(nspname) as name from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'`)
  for (const { name } of rows) await database.exec(`drop schema ${name} cascade`)
  await database.exec('create schema public')
}
