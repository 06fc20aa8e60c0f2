// Delivers events until it is killed or done: relay-runner.mjs <kind> <place> <file> <hours>
// Appends each event to the file, as a receiver that has got it. `hours` are added to the clock, so
// that the leases of processes that were killed before have ended.
import { appendFileSync, writeSync } from 'node:fs'
import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { createRelay } from 'quotewright/relay'
import { openStorage } from './open-storage.mjs'

const [kind = '', place = '', file = '', hours = ''] = process.argv.slice(2)
// Printed first, so that the parent can kill this process while it opens the storage.
writeSync(1, 'opening\n')
const { storage, close } = await openStorage(kind, place)
const engine = createQuoteEngine({ storage, catalog: memoryCatalog({}) })
const relay = createRelay({
  engine,
  storage,
  stores: ['store-1', 'store-2'],
  now: () => Date.now() + Number(hours) * 60 * 60 * 1_000,
  // Long enough for any machine: only a storage that never answers takes this long.
  timeoutMs: 600_000,
  leaseMs: 3 * 600_000,
  minBackoffMs: 1,
  maxAttempts: 1_000,
  destinations: {
    file: {
      deliver({ storeId, position, id }, { attempt }) {
        if (position % 7 === 0 && attempt === 1) throw new Error('busy')
        const line = `${JSON.stringify({ storeId, position, id })}\n`
        appendFileSync(file, line)
        writeSync(1, line)
      },
    },
  },
  onError(error) {
    throw error
  },
})
for (let delivered = 1; delivered > 0; ) {
  const report = await relay.run()
  delivered = report.delivered + report.failed
  // The pause after a failed attempt.
  if (report.failed > 0) await new Promise((resolve) => setTimeout(resolve, 2))
}
await close()
