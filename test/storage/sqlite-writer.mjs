// Updates a quote in a SQLite file from a process of its own: sqlite-writer.mjs <file> <quote id> <name of the writer> <updates>
import Database from 'libsql'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'

const [file, quoteId, writer, updates] = process.argv.slice(2)
const database = new Database(/** @type {string} */ (file))
const engine = createQuoteEngine({
  storage: sqliteStorage(database),
  catalog: memoryCatalog({}),
  maxAttempts: 1_000,
})
for (let made = 1; made <= Number(updates); made += 1) {
  await engine.updateQuote({ storeId: 'store-1', actor: writer }, /** @type {string} */ (quoteId), {
    customer: { [/** @type {string} */ (writer)]: String(made) },
  })
}
database.close()
