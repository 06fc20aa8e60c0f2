import Database from 'libsql'
import { createPool } from 'mysql2/promise'
import pg from 'pg'

/**
 * An order of a shop. Its key is unique.
 *
 * @typedef {object} ShopOrder
 * @property {string} key
 * @property {string} quote_id
 * @property {string | null} id null until the order is confirmed
 */

/**
 * The orders of a shop, in a file or table of their own. Each method commits at once.
 *
 * @typedef {object} Shop
 * @property {(key: string, quoteId: string) => Promise<void>} begin adds an order without an id,
 * unless there is one of this key
 * @property {(key: string, id: string) => Promise<string>} confirm gives an order its id, unless it
 * has one, and returns its id
 * @property {() => Promise<ShopOrder[]>} list
 * @property {() => Promise<void>} close
 */

const columns = 'key text primary key, quote_id text not null, id text'

/**
 * Opens the orders of a shop beside the quotes of `openStorage`, whose schema exists.
 *
 * @param {string} kind `sqlite`, `postgres` or `mariadb`
 * @param {string} place the file, the schema, or the database
 * @returns {Promise<Shop>}
 */
export async function openShop(kind, place) {
  if (kind === 'mariadb') return openMariadb(`${place}.shop_orders`)
  return kind === 'sqlite' ? openFile(`${place}.orders`) : openTable(`${place}.shop_orders`)
}

/**
 * @param {string} file
 * @returns {Shop}
 */
function openFile(file) {
  const database = new Database(file)
  database.exec('pragma busy_timeout = 600000; pragma journal_mode = wal')
  database.exec(`create table if not exists orders (${columns})`)
  return {
    async begin(key, quoteId) {
      const sql = 'insert into orders (key, quote_id) values (?, ?) on conflict do nothing'
      database.prepare(sql).run(key, quoteId)
    },
    async confirm(key, id) {
      database.prepare('update orders set id = ? where key = ? and id is null').run(id, key)
      return Object(database.prepare('select id from orders where key = ?').get(key)).id
    },
    list: async () =>
      /** @type {ShopOrder[]} */ (database.prepare('select key, quote_id, id from orders').all()),
    close: async () => void database.close(),
  }
}

/**
 * @param {string} table
 * @returns {Promise<Shop>}
 */
async function openTable(table) {
  const pool = new pg.Pool({ connectionString: process.env.QUOTEWRIGHT_POSTGRES_URL, max: 4 })
  const { rows } = await pool.query('select to_regclass($1) as found', [table])
  if (rows[0].found === null) await pool.query(`create table if not exists ${table} (${columns})`)
  return {
    async begin(key, quoteId) {
      const sql = `insert into ${table} (key, quote_id) values ($1, $2) on conflict do nothing`
      await pool.query(sql, [key, quoteId])
    },
    async confirm(key, id) {
      await pool.query(`update ${table} set id = $2 where key = $1 and id is null`, [key, id])
      const { rows } = await pool.query(`select id from ${table} where key = $1`, [key])
      return rows[0].id
    },
    list: async () => (await pool.query(`select key, quote_id, id from ${table}`)).rows,
    close: () => pool.end(),
  }
}

/**
 * @param {string} table
 * @returns {Promise<Shop>}
 */
async function openMariadb(table) {
  const uri = /** @type {string} */ (process.env.QUOTEWRIGHT_MARIADB_URL)
  const pool = createPool({ uri, connectionLimit: 4 })
  const columnsOfTable = '`key` varchar(255) primary key, quote_id text not null, id text'
  await pool.query(`create table if not exists ${table} (${columnsOfTable})`)
  const list = async () => {
    const [rows] = await pool.query(`select \`key\`, quote_id, id from ${table}`)
    return /** @type {ShopOrder[]} */ (rows)
  }
  return {
    async begin(key, quoteId) {
      await pool.query(`insert ignore into ${table} (\`key\`, quote_id) values (?, ?)`, [
        key,
        quoteId,
      ])
    },
    async confirm(key, id) {
      await pool.query(`update ${table} set id = ? where \`key\` = ? and id is null`, [id, key])
      const orders = await list()
      return /** @type {string} */ (orders.find((order) => order.key === key)?.id)
    },
    list,
    close: () => pool.end(),
  }
}
