/**
 * Creates many quotes by copying the rows of one in the database, a hundred times as fast as
 * through
 * the engine. The copies have their own ids and positions.
 */

/**
 * Returns SQL that copies the rows of a table's only quote once per row of `numbers`.
 *
 * @param {string} table
 * @param {readonly string[]} columns Writable columns.
 * @param {{ readonly numbers: string, readonly id: string }} dialect `numbers` is a table with a
 * column `number`, `id` the expression of a copy's id.
 */
export function copyRows(table, columns, { numbers, id }) {
  const values = columns.map((column) => {
    if (column === 'quote_id') return id
    return column === 'position' ? 'position + number' : `"${column}"`
  })
  return `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')})
    select ${values.join(', ')} from ${table}, ${numbers}`
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
