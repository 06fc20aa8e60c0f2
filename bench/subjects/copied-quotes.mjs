/**
 * Many quotes are made of one by copying its rows in the database, which is a hundred times as fast as creating them. Which columns
 * there are is for the tables to say: the copies differ in their ids, and in their positions where rows have one.
 */

/**
 * Copies the rows of the only quote in a table, as often as `numbers`, a table with one column `number`, has rows.
 *
 * @param {string} table
 * @param {readonly string[]} columns Those that can be written.
 * @param {{ readonly numbers: string, readonly id: string }} dialect
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
 * What reads and changes the copies, each time another one.
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

/** The id of a copy, which is as long as any other. */
function copyId(/** @type {number} */ number) {
  return `copy-${String(number).padStart(8, '0')}`
}
