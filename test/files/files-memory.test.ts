import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Imports, exports and verifies 800 quotes, whose text takes 80 kB of the heap each. */
const program = `
  import Database from 'libsql'
  import { createQuoteEngine } from 'quotewright'
  import { exportQuotes, importQuotes, verifyStore } from 'quotewright/files'
  import { sqliteStorage } from 'quotewright/sqlite'

  const context = { storeId: 's' }
  const quotes = 800
  const storage = sqliteStorage(new Database(''))
  const engine = createQuoteEngine({ storage, catalog: { findProducts: () => [] } })
  async function* lines() {
    for (let number = 0; number < quotes; number += 1) {
      const note = String.fromCharCode(1072 + (number % 26)).repeat(1_000)
      const line = { name: 'Work', price: '1.00', qty: 1, note }
      const products = Array.from({ length: 40 }, () => line)
      yield JSON.stringify({ quoteId: 'q' + number, customer: {}, products }) + '\\n'
    }
  }
  const options = { format: 'jsonl', importId: 'i', concurrency: 4 }
  const { created } = await importQuotes(engine, context, lines(), options)
  let exported = 0
  for await (const chunk of exportQuotes(engine, context, { format: 'jsonl' }))
    exported += chunk.split('\\n').length - 1
  const { records, findingCount } = await verifyStore(storage, 's')
  console.log(JSON.stringify({ created, exported, records, findingCount }))
`

it('imports, exports and verifies a store that is larger than the heap', async () => {
  const args = ['--max-old-space-size=64', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({ created: 800, exported: 800, records: 800, findingCount: 0 })
})
