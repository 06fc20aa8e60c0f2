import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { isQuoteError } from '../errors.js'
import { exportQuotes } from '../files/export-quotes.js'
import type { ImportCounts, ImportReport } from '../files/import-options.js'
import { getImportReport, importQuotes } from '../files/import-quotes.js'
import { fileFormats } from '../files/options.js'
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
import { assertReadable, formatOf, openOutput } from './files.js'
import { print } from './print.js'
import { relayCommand } from './relay.js'
import { unfreezeCommand } from './unfreeze.js'

const formatOption = {
  type: 'string',
  choices: fileFormats,
  description: 'Format: a quote per line as JSON, or CSV; that of the file name by default',
} as const

/** What a CSV file is like. */
const dialectOptions = {
  delimiter: {
    type: 'string',
    value: 'character',
    description: 'Character between cells of CSV, or tab; a comma by default',
  },
  'decimal-separator': {
    type: 'string',
    choices: ['.', ','],
    description: 'Separator of the decimals of numbers in CSV; a point by default',
  },
} as const

function toDialect(values: {
  readonly delimiter: string | undefined
  readonly 'decimal-separator': string | undefined
}) {
  const { delimiter, 'decimal-separator': decimalSeparator } = values
  const isTab = delimiter === 'tab' || delimiter === '\\t'
  return {
    ...(delimiter !== undefined && { delimiter: isTab ? '\t' : delimiter }),
    ...(decimalSeparator !== undefined && { decimalSeparator: decimalSeparator as ',' }),
  }
}

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
    'allow-empty': { type: 'boolean', description: 'Find nothing wrong in a store without events' },
  },

  async run({ database, store, schema, 'allow-empty': allowEmpty }, call) {
    const opened = openStorage(database, { schema })
    try {
      const { findings, ...counts } = await verifyStore(opened.storage, store, {
        allowEmpty: allowEmpty === true,
        signal: call.signal,
        onProgress: ({ events, findingCount }) =>
          call.showProgress(`${events} events, ${findingCount} findings`),
      })
      for (const finding of findings) await print(call, JSON.stringify(finding))
      await print(call, JSON.stringify(counts))
      const { records, findingCount } = counts
      logMore(call, findings.length, findingCount, 'findings')
      call.log(`Verified ${records} records: ${findingCount} findings.`)
      return findingCount > 0 ? 1 : 0
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
    columns: {
      type: 'string',
      value: 'names',
      description: 'Columns of CSV, between commas: quoteId,customer.name,amounts.total',
    },
    ...dialectOptions,
    bom: { type: 'boolean', description: 'Begin CSV with a byte order mark, for Excel' },
    output: { type: 'string', value: 'file', description: 'File to write, instead of the output' },
  },

  async run(values, call): Promise<ExitCode> {
    const { format = formatOf(values.output), rows, columns, bom, filter } = values
    const write = await openOutput(values.output, call)
    return withStore(values, async ({ engine, context }): Promise<ExitCode> => {
      let exported = 0
      const file = exportQuotes(engine, context, {
        format: format as 'jsonl',
        ...(filter !== undefined && { filter: parseFilter(filter) }),
        ...(rows !== undefined && { rows: rows as 'lines' }),
        ...(columns !== undefined && { columns: columns.split(',') }),
        ...toDialect(values),
        bom: bom === true,
        signal: call.signal,
        onProgress({ quotes }) {
          exported = quotes
          call.showProgress(`${quotes} quotes`)
        },
      })
      await write(file).catch((error: unknown) => {
        if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
        throw new UsageError(`--filter: ${error.message}`, { cause: error })
      })
      call.log(`Exported ${exported} quotes.`)
      return 0
    })
  },
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

/** Says how many lines were left out of the output. */
function logMore({ log }: CommandCall, shown: number, count: number, what: string): void {
  if (count > shown) log(`The first ${shown} of ${count} ${what} are shown.`)
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
    'empty-keys': {
      type: 'string',
      choices: ['reject', 'continue', 'separate'],
      description: 'What rows without a key are: errors, more lines of the quote before, or quotes',
    },
    encoding: {
      type: 'string',
      value: 'name',
      description: 'Encoding of the file, such as windows-1252; UTF-8 by default',
    },
    ...dialectOptions,
    columns: {
      type: 'string',
      value: 'name=path',
      isRepeated: true,
      description: 'Field of a column of CSV, such as E-Mail=customer.email; Junk= leaves it out',
    },
    'skip-other-columns': {
      type: 'boolean',
      description: 'Leave out columns of CSV that are no fields',
    },
    'id-type': {
      type: 'string',
      choices: ['string', 'integer'],
      description: 'Type of the ids of products in CSV; string by default',
    },
  },

  async run(values, call, path = '-'): Promise<ExitCode> {
    if (path !== '-') await assertReadable(path)
    const { format = formatOf(path), id, key, 'id-type': idType, columns } = values
    const emptyKeys = values['empty-keys']
    const options = {
      format: format as 'jsonl',
      importId: id,
      ...(key !== undefined && { key }),
      ...(emptyKeys !== undefined && { emptyKeys: emptyKeys as 'reject' }),
      ...(values.encoding !== undefined && { encoding: values.encoding }),
      ...(idType !== undefined && { idType: idType as 'integer' }),
      ...(columns !== undefined && { columns: parseColumns(columns) }),
      ...toDialect(values),
      skipOtherColumns: values['skip-other-columns'] === true,
      signal: call.signal,
      onProgress: ({ created, repeated, failed }: ImportCounts) =>
        call.showProgress(`${created} created, ${repeated} repeated, ${failed} failed`),
    }
    return withStore(values, async ({ engine, context, config }) => {
      const started = performance.now()
      const { now } = config.options
      const source = path === '-' ? call.stdin : createReadStream(path)
      try {
        const report = await importQuotes(engine, context, source as Readable, {
          ...options,
          ...(now !== undefined && { now }),
        })
        await printReport(call, report, started)
        return report.failed > 0 ? 1 : 0
      } catch (error) {
        const report = getImportReport(error)
        const hasBegun = report !== undefined && Object.values(report).some((count) => count > 0)
        if (hasBegun) await printReport(call, report, started)
        throw error
      }
    })
  },
})

function parseColumns(columns: readonly string[]): Record<string, string | null> {
  const entries = columns.map((column) => {
    const end = column.lastIndexOf('=')
    if (end > 0) return [column.slice(0, end), column.slice(end + 1) || null]
    throw new UsageError(`--columns must be name=path, such as E-Mail=customer.email: ${column}`)
  })
  return Object.fromEntries(entries)
}

/** Prints what an import has done, as JSON and for people. */
async function printReport(call: CommandCall, report: ImportReport, started: number) {
  const { errors, ...counts } = report
  for (const error of errors)
    await print(call, JSON.stringify({ ...error, message: toFlags(error.message) }))
  await print(call, JSON.stringify(counts))
  logMore(call, errors.length, counts.errorCount, 'errors')
  const seconds = (performance.now() - started) / 1_000
  const perSecond = Math.round((counts.created + counts.repeated) / seconds)
  call.log(
    `Created ${counts.created}, repeated ${counts.repeated}, failed ${counts.failed}, ` +
      `in ${seconds.toFixed(1)} s (${perSecond} a second).`,
  )
}

/** Names options in messages as the program does. */
export function toFlags(message: string): string {
  return message
    .replaceAll(/\bcall migrate\(\)/g, 'run quotewright migrate')
    .replaceAll(/\bemptyKeys: "(\w+)"/g, '--empty-keys $1')
    .replaceAll(/\b(decimalSeparator|skipOtherColumns|idType|emptyKeys|allowEmpty)\b/g, (name) => {
      return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    })
}

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
