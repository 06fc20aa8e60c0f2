/**
 * Creates many quotes by copying the rows of one in the database, much faster than through the
 * engine. The copies have their own ids and positions.
 */

/**
 * Returns true if each row of a table belongs to one record, by its columns.
 *
 * @param {readonly string[]} columns
 */
export function isOfRecords(columns) {
  return columns.includes('kind') && columns.includes('id')
}

/**
 * Returns SQL that copies the rows of a table's only record once per row of `copies`.
 *
 * @param {string} table
 * @param {readonly string[]} columns Writable columns.
 * @param {{ readonly copies: string, readonly id: string }} dialect `copies` is a table with a
 * column `copy`, the number of the copy, and `id` the expression of its id.
 */
export function copyRows(table, columns, { copies, id }) {
  const values = columns.map((column) => {
    if (column === 'id') return id
    return column === 'position' ? 'position + copy' : `"${column}"`
  })
  return `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
    select ${values.join(', ')} from ${table}, ${copies}`
}

/**
 * Returns functions that get and update random copies.
 *
 * @param {import('quotewright').QuoteEngine} engine
 * @param {string} storeId
 * @param {number} copies
 */
export function copiedQuotes(engine, storeId, copies) {
  let updates = 0
  const anyId = () => copyId(Math.ceil(Math.random() * copies))
  return {
    get: () => engine.getQuote({ storeId }, anyId()),
    update() {
      updates += 1
      return engine.updateQuote({ storeId }, anyId(), { customer: { city: `City ${updates}` } })
    },
  }
}

/** Returns the id of a copy. All ids have the same length. */
function copyId(/** @type {number} */ number) {
  return `copy-${String(number).padStart(8, '0')}`
}
