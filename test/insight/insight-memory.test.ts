import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Reads the figures of 600 quotes that were declined, whose text takes 80 kB of the heap each. */
const program = `
  import Database from 'libsql'
  import { createQuoteEngine } from 'quotewright'
  import { loadInsight } from 'quotewright/insight'
  import { sqliteStorage } from 'quotewright/sqlite'

  const context = { storeId: 's' }
  const storage = sqliteStorage(new Database(''))
  const now = () => Date.UTC(2026, 9, 5)
  const engine = createQuoteEngine({ storage, catalog: { findProducts: () => [] }, now })
  for (let number = 0; number < 600; number += 1) {
    const note = String.fromCharCode(1072 + (number % 26)).repeat(1_000)
    const products = Array.from({ length: 40 }, () => ({ name: 'Work', price: '1.00', qty: 1, note }))
    const { quoteId } = await engine.createQuote(context, { customer: {}, products })
    await engine.sendQuote(context, quoteId)
    await engine.declineQuote(context, quoteId)
  }
  const { currencies } = await loadInsight(engine, context, { from: '2026-10', to: '2026-10' })
  const { sent, declined, list } = currencies[0].total
  console.log(JSON.stringify({ sent, declined, list }))
`

it('reads a store that is larger than the heap', async () => {
  const args = ['--max-old-space-size=64', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({ sent: 600, declined: 600, list: '24000.00' })
})
