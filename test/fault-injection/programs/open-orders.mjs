import Database from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import { mysqlTransaction } from 'quotewright/mysql'
import { postgresTransaction } from 'quotewright/postgres'
import { sqliteTransaction } from 'quotewright/sqlite'

/**
 * An order of a shop, a row of the database in which the quotes are. Its key is unique.
 *
 * @typedef {object} OrderRow
 * @property {string} key
 * @property {string} quote_id
 * @property {string} id
 */

/** @typedef {import('quotewright').TransactionRunner} Transaction */

/**
 * The orders of a shop in the database of the quotes.
 *
 * @typedef {object} OrderTable
 * @property {Transaction} transaction the option `orders.transaction`
 * @property {(client: unknown, row: OrderRow) => Promise<void>} insert adds an order inside of a
 * transaction
 * @property {() => Promise<OrderRow[]>} list
 * @property {() => Promise<void>} close
 */

/**
 * Opens the orders of a shop beside the quotes of `openStorage`, whose schema exists.
 *
 * @param {string} kind `sqlite`, `postgres` or `mariadb`
 * @param {string} place the file, the schema, or the database
 * @returns {Promise<OrderTable>}
 */
export async function openOrders(kind, place) {
  if (kind === 'sqlite') return openSqlite(place)
  return kind === 'mariadb' ? openMariadb(`${place}.orders`) : openPostgres(`${place}.orders`)
}

/**
 * @param {string} file
 * @returns {OrderTable}
 */
function openSqlite(file) {
  const database = new Database(file)
  database.exec('pragma busy_timeout = 600000; pragma journal_mode = wal')
  database.exec('create table if not exists orders (key text primary key, quote_id text, id text)')
  return {
    transaction: sqliteTransaction(database),
    async insert(client, { key, quote_id, id }) {
      const inside = /** @type {typeof database} */ (client)
      inside
        .prepare('insert into orders (key, quote_id, id) values (?, ?, ?)')
        .run(key, quote_id, id)
    },
    list: async () =>
      /** @type {OrderRow[]} */ (database.prepare('select key, quote_id, id from orders').all()),
    close: async () => void database.close(),
  }
}

/**
 * @param {string} table
 * @returns {Promise<OrderTable>}
 */
async function openPostgres(table) {
  const pool = new pg.Pool({ connectionString: process.env.QUOTEWRIGHT_POSTGRES_URL, max: 4 })
  const { rows } = await pool.query('select to_regclass($1) as found', [table])
  if (rows[0].found === null)
    await pool.query(`create table ${table} (key text primary key, quote_id text, id text)`)
  return {
    transaction: postgresTransaction(pool),
    async insert(client, { key, quote_id, id }) {
      const inside = /** @type {pg.PoolClient} */ (client)
      await inside.query(`insert into ${table} (key, quote_id, id) values ($1, $2, $3)`, [
        key,
        quote_id,
        id,
      ])
    },
    list: async () => (await pool.query(`select key, quote_id, id from ${table}`)).rows,
    close: () => pool.end(),
  }
}

/**
 * @param {string} table
 * @returns {Promise<OrderTable>}
 */
async function openMariadb(table) {
  const uri = /** @type {string} */ (process.env.QUOTEWRIGHT_MARIADB_URL)
  const pool = createPool({ uri, connectionLimit: 4 })
  await pool.query(
    `create table if not exists ${table} (\`key\` varchar(255) primary key, quote_id text, id text)`,
  )
  return {
    transaction: mysqlTransaction(pool),
    async insert(client, { key, quote_id, id }) {
      const inside = /** @type {import('mysql2/promise').PoolConnection} */ (client)
      await inside.query(`insert into ${table} (\`key\`, quote_id, id) values (?, ?, ?)`, [
        key,
        quote_id,
        id,
      ])
    },
    async list() {
      const [rows] = await pool.query(`select \`key\`, quote_id, id from ${table}`)
      return /** @type {OrderRow[]} */ (rows)
    },
    close: () => pool.end(),
  }
}
