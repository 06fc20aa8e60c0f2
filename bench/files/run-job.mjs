/**
 * Runs one job on the files of a store, and sends what it took to the parent process. Each job has
 * a process of its own, because the peak of a process never goes down.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'libsql'
import pg from 'pg'
import { exportQuotes, importQuotes, verifyStore } from 'quotewright/files'
import { postgresStorage } from 'quotewright/postgres'
import { sqliteStorage } from 'quotewright/sqlite'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const [name = '', system = '', place = '', count = '', file = ''] = process.argv.slice(2)
const quotes = Number(count)
const context = { storeId }
const concurrency = 64
const chunkLength = 65_536

setFlagsFromString('--expose-gc')
/** @type {() => void} */
const collectGarbage = runInNewContext('gc')
/** @type {[quotes: number, heap: number][]} */
const heaps = []

const { storage, close } = await (system === 'PostgreSQL' ? openSchema(place) : openFile(place))
const engine = sampleEngine(storage, { lines: 1 })

/** @type {Readonly<Record<string, () => Promise<unknown>>>} */
const jobs = {
  'import-jsonl': () =>
    importQuotes(engine, context, generateRecords(), {
      format: 'jsonl',
      importId: 'jsonl',
      concurrency,
      onProgress: ({ created }) => sample(created),
    }),
  'export-jsonl': () => save({ format: 'jsonl' }),
  'export-csv': () => save({ format: 'csv', rows: 'lines' }),
  verify: () => verifyStore(storage, storeId, { onProgress: ({ records }) => sample(records) }),
  'import-csv': () =>
    importQuotes(engine, context, createReadStream(file), {
      format: 'csv',
      importId: 'csv',
      idType: 'integer',
      concurrency,
      onProgress: ({ created }) => sample(created),
    }),
}

const began = performance.now()
await jobs[name]?.()
const seconds = (performance.now() - began) / 1_000
const [first = [0, 0], last = first] = [heaps[0], heaps.at(-1)]
process.send?.({
  peak: process.resourceUsage().maxRSS * 1_024,
  heapPerQuote: (last[1] - first[1]) / Math.max(1, last[0] - first[0]),
  rate: quotes / seconds,
})
await close()
process.disconnect?.()

/** @param {string} path */
function openFile(path) {
  const database = new Database(path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return { storage: sqliteStorage(database), close: () => database.close() }
}

/** @param {string} schema */
async function openSchema(schema) {
  const pool = new pg.Pool({ connectionString: process.env.QUOTEWRIGHT_POSTGRES_URL, max: 16 })
  const storage = postgresStorage(pool, { schema })
  await storage.migrate()
  return { storage, close: () => pool.end() }
}

/**
 * Measures the heap after each tenth of the quotes, while the job holds what it holds.
 *
 * @param {number} done
 */
function sample(done) {
  if (done < (quotes / 10) * (heaps.length + 1)) return
  collectGarbage()
  heaps.push([done, process.memoryUsage().heapUsed])
}

/** @param {import('quotewright/files').ExportQuotesOptions} options */
function save(options) {
  const onProgress = (/** @type {{ quotes: number }} */ progress) => sample(progress.quotes)
  const chunks = exportQuotes(engine, context, { ...options, onProgress })
  return pipeline(Readable.from(chunks), createWriteStream(file))
}

/** Generates a file as `exportQuotes` writes it, in chunks. */
async function* generateRecords() {
  const sampled = sampleEngine(undefined, { lines: 1 })
  const { version, updated, quote } = await sampled.createQuote(context, sampleRequest(1))
  let text = ''
  for (let number = 1; number <= quotes; number += 1) {
    const customer = { ...quote.customer, name: `Ada Lovelace ${number}` }
    const record = { quoteId: `quote-${number}`, version, updated, quote: { ...quote, customer } }
    text += `${JSON.stringify(record)}\n`
    if (text.length < chunkLength) continue
    yield text
    text = ''
  }
  yield text
}
