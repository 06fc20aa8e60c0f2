/** The baseline's table: rows with the content of the library's, without a history. */

export const createPlainTable = (/** @type {string} */ table) => `create table ${table} (
  store_id text not null,
  quote_id text not null,
  version integer not null,
  updated bigint not null,
  quote json not null,
  primary key (store_id, quote_id)
)`

export const insertPlainRow = (/** @type {string} */ table) =>
  `insert into ${table} (store_id, quote_id, version, updated, quote) values ($1, $2, $3, $4, $5)`

/**
 * The values of the columns store_id, quote_id, version, updated and quote.
 *
 * @typedef {[string, string, number, number, string]} PlainRow
 */

/**
 * Returns a generator of rows with a record's content and increasing ids of the same length.
 *
 * @param {import('quotewright').QuoteRecord} record
 * @returns {() => PlainRow}
 */
export function plainRows({ storeId, quoteId, version, updated, quote }) {
  const json = JSON.stringify(quote)
  let rows = 0
  return () => {
    rows += 1
    return [storeId, String(rows).padStart(quoteId.length, '0'), version, updated, json]
  }
}
