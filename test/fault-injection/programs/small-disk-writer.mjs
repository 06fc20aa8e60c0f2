// Writes until the files cannot grow, checkpoints the log into the database, and repeats:
// small-disk-writer.mjs <file> <rounds>
import { writeSync } from 'node:fs'
import Database from 'libsql'
import { createQuoteEngine, isQuoteError, memoryCatalog } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { acknowledge } from './acknowledge.mjs'

const failuresPerRound = 10
const context = { storeId: 'store-1', actor: 'small-disk-writer' }

const [file = '', rounds] = process.argv.slice(2)
const database = new Database(file)
const engine = createQuoteEngine({
  storage: sqliteStorage(database),
  catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '0.1' }] }),
})
// Without checkpoints, the log reaches the size limit during a commit.
database.exec('pragma wal_autocheckpoint = 0')

/** @type {string | undefined} */
let quoteId
for (let round = 0; round < Number(rounds); round += 1) {
  let failures = 0
  for (let written = 0; failures < failuresPerRound; written += 1) {
    const value = `round-${round}-write-${written}`
    const customer = { note: value, echo: value }
    try {
      const write =
        quoteId === undefined || written % 3 === 0
          ? engine.createQuote(context, { customer, products: [{ id: 1, qty: 1 }] })
          : engine.updateQuote(context, quoteId, { customer })
      const record = await write
      quoteId = record.quoteId
      acknowledge({ quoteId, version: record.version, field: 'note', value })
    } catch (error) {
      if (!isQuoteError(error)) throw error
      failures += 1
      const { code: cause } = Object(error.cause)
      writeSync(1, `${JSON.stringify({ code: error.code, cause })}\n`)
    }
  }
  database.exec('pragma wal_checkpoint(truncate)')
}
database.close()
