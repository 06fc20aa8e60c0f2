import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportQuotes, fileFormats } from '../files/export-quotes.js'
import { importQuotes } from '../files/import-quotes.js'
import { verifyStore } from '../files/verify-store.js'
import { moveStore } from '../storage/moving/move-store.js'
import {
  type Command,
  type CommandCall,
  defineCommand,
  type ExitCode,
  UsageError,
} from './command.js'
import { databaseOption, openStorage } from './databases.js'
import { configOption, loadConfig, storeOptions, withStore } from './engine.js'
import { print } from './print.js'
import { relayCommand } from './relay.js'
import { unfreezeCommand } from './unfreeze.js'

const formatOption = {
  type: 'string',
  choices: fileFormats,
  description: 'Format of the file: a quote per line as JSON, or CSV; jsonl by default',
} as const

const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the tables of a database, or brings them to this release.',
  options: { database: storeOptions.database, schema: storeOptions.schema },

  async run({ database, schema }, { log }) {
    const opened = openStorage(database, { schema, isCreated: true })
    try {
      await opened.migrate()
    } finally {
      await opened.close()
    }
    log('The tables are up to date.')
    return 0
  },
})

const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Verifies all of a store: histories, totals, seals, acceptances, events.',
  details: ['Prints a line of JSON for each finding, and then what was verified.'],
  options: {
    database: storeOptions.database,
    store: storeOptions.store,
    schema: storeOptions.schema,
  },

  async run({ database, store, schema }, call) {
    const opened = openStorage(database, { schema })
    try {
      const { findings, ...counts } = await verifyStore(opened.storage, store, {
        signal: call.signal,
        onProgress: ({ events, findingCount }) =>
          call.showProgress(`${events} events, ${findingCount} findings`),
      })
      for (const finding of findings) await print(call, JSON.stringify(finding))
      await print(call, JSON.stringify(counts))
      return counts.findingCount > 0 ? 1 : 0
    } finally {
      await opened.close()
    }
  },
})

const exportCommand = defineCommand({
  name: 'export',
  summary: 'Writes the quotes of a store to the standard output, or to a file.',
  details: ['CSV needs the package csv-stringify.'],
  options: {
    ...storeOptions,
    format: formatOption,
    filter: {
      type: 'string',
      value: 'json',
      description: `Which quotes, as for listQuotes: '{"status":"accepted"}'`,
    },
    rows: {
      type: 'string',
      choices: ['quotes', 'lines'],
      description: 'What a row of CSV is; quotes by default',
    },
    fields: {
      type: 'string',
      value: 'names',
      description: 'Columns of CSV, between commas: quoteId,customer.name,amounts.total',
    },
    bom: { type: 'boolean', description: 'Begin CSV with a byte order mark, for Excel' },
    output: { type: 'string', value: 'file', description: 'File to write, instead of the output' },
  },

  run: (values, call) =>
    withStore(values, async ({ engine, context }): Promise<ExitCode> => {
      const { format = 'jsonl', rows, fields, bom, filter } = values
      let exported = 0
      const file = exportQuotes(engine, context, {
        format: format as 'jsonl',
        ...(filter !== undefined && { filter: parseFilter(filter) }),
        ...(rows !== undefined && { rows: rows as 'lines' }),
        ...(fields !== undefined && { fields: fields.split(',') }),
        bom: bom === true,
        signal: call.signal,
        onProgress({ quotes }) {
          exported = quotes
          call.showProgress(`${quotes} quotes`)
        },
      })
      await writeFile(file, values.output, call)
      call.log(`Exported ${exported} quotes.`)
      return 0
    }),
})

function parseFilter(json: string): object {
  try {
    const filter = JSON.parse(json)
    if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return filter
  } catch {
    // Reported below.
  }
  throw new UsageError(`--filter must be a JSON object, such as {"status":"accepted"}`)
}

async function writeFile(
  file: AsyncIterable<string>,
  path: string | undefined,
  { stdout }: CommandCall,
): Promise<void> {
  if (path !== undefined) return pipeline(Readable.from(file), createWriteStream(path))
  await pipeline(Readable.from(file), stdout, { end: false })
}

const importCommand = defineCommand({
  name: 'import',
  summary: 'Creates the quotes of a file that export wrote, or of another system.',
  details: [
    'Lines with products need a --config that exports the catalog. CSV needs csv-parse.',
    'Call it again with the same id after an interruption: no quote is created twice.',
    'Prints a line of JSON for each error, and then the numbers of quotes.',
  ],
  argument: { name: 'file', description: 'File to read; - for the standard input' },
  options: {
    ...storeOptions,
    id: { type: 'string', value: 'id', description: 'Id of the import', isRequired: true },
    format: formatOption,
    key: { type: 'string', value: 'name', description: 'Field or column that identifies a quote' },
    'id-type': {
      type: 'string',
      choices: ['string', 'integer'],
      description: 'Type of the ids of products in CSV; string by default',
    },
  },

  run: (values, call, path) =>
    withStore(values, async ({ engine, context, config }): Promise<ExitCode> => {
      const { format = 'jsonl', id, key, 'id-type': idType } = values
      const source = path === '-' ? call.stdin : createReadStream(path as string)
      const { errors, ...counts } = await importQuotes(engine, context, source as Readable, {
        format: format as 'jsonl',
        importId: id,
        ...(key !== undefined && { key }),
        ...(idType !== undefined && { idType: idType as 'integer' }),
        ...(config.options.now !== undefined && { now: config.options.now }),
        signal: call.signal,
        onProgress: ({ created, repeated, failed }) =>
          call.showProgress(`${created} created, ${repeated} repeated, ${failed} failed`),
      })
      for (const error of errors) await print(call, JSON.stringify(error))
      await print(call, JSON.stringify(counts))
      return counts.failed > 0 ? 1 : 0
    }),
})

const moveStoreCommand = defineCommand({
  name: 'move-store',
  summary: 'Moves a store to another database, while it is in use.',
  details: [
    'Prints the report as JSON. The store is then frozen in the old database: make all processes',
    'use the new one, by a function switchStore that the --config exports, or by hand afterwards.',
    'Call it again after an interruption: it continues where it was.',
  ],
  options: {
    from: { ...databaseOption, description: 'Database that has the store' },
    to: { ...databaseOption, description: 'Database that gets the store' },
    store: storeOptions.store,
    'from-schema': { type: 'string', value: 'name', description: 'Schema of --from in PostgreSQL' },
    'to-schema': { type: 'string', value: 'name', description: 'Schema of --to in PostgreSQL' },
    config: configOption,
  },

  async run(values, call) {
    const { options, switchStore } = await loadConfig(values.config)
    const from = openStorage(values.from, { schema: values['from-schema'] })
    try {
      const to = openStorage(values.to, { schema: values['to-schema'], isCreated: true })
      try {
        await to.migrate()
        const report = await moveStore({
          storeId: values.store,
          from: from.storage,
          to: to.storage,
          switchStore: switchStore ?? (() => undefined),
          fields: options.fields,
          signal: call.signal,
          onProgress: ({ phase, events }) => call.showProgress(`${phase}: ${events} events`),
        })
        await print(call, JSON.stringify(report))
        if (switchStore === undefined)
          call.log('The store is frozen in the old database. Make all processes use the new one.')
        return 0
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  },
})

/** Every command of the program, in the order of the help. */
export const commands: readonly Command[] = [
  migrateCommand,
  verifyCommand,
  exportCommand,
  importCommand,
  moveStoreCommand,
  unfreezeCommand,
  relayCommand,
]
