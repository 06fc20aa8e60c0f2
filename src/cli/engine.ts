import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoreContext } from '../engine/arguments.js'
import { describeThrown } from '../errors/thrown.js'
import type { MaybePromise } from '../ports/storage.js'
import {
  createQuoteEngine,
  type QuoteEngine,
  type QuoteEngineOptions,
} from '../quote-engine/quote-engine.js'
import { UsageError } from './command.js'
import { databaseOption, type OpenedStorage, openStorage } from './databases.js'

/** What the file of `--config` exports. */
export interface Config {
  /** The options of the engine, without its storage: `catalog`, `fields`, `pricing` and others. */
  readonly options: Partial<QuoteEngineOptions>
  /** `switchStore` of `moveStore`. */
  readonly switchStore?: ((storeId: string) => MaybePromise<void>) | undefined
  /** The options of `createRelay`, without its engine and its storage. */
  readonly relay?: object | undefined
}

/** The option that names a file of the host. */
export const configOption = {
  type: 'string',
  value: 'file',
  description: 'Module that exports the options of the engine, such as fields, by default',
} as const

/** The options of a command that works with an engine. */
export const engineOptions = {
  database: { ...databaseOption, variable: 'QUOTEWRIGHT_DATABASE_URL' },
  schema: { type: 'string', value: 'name', description: 'Schema of PostgreSQL with the tables' },
  config: configOption,
} as const

/** The options of a command that works on the quotes of one store. */
export const storeOptions = {
  database: engineOptions.database,
  store: { type: 'string', value: 'id', description: 'Id of the store', isRequired: true },
  schema: engineOptions.schema,
  config: engineOptions.config,
} as const

/** @throws UsageError if the file cannot be loaded, or exports something else */
export async function loadConfig(path: string | undefined): Promise<Config> {
  if (path === undefined) return { options: {} }
  const url = pathToFileURL(resolve(path)).href
  const exported = await import(url).catch((cause: unknown) => {
    const message = `--config ${path} cannot be loaded: ${describeThrown(cause)}`
    throw new UsageError(message, { cause })
  })
  const switchStore = exported.switchStore ?? exported.default?.switchStore
  const relay = exported.relay ?? exported.default?.relay
  const hasOthers = switchStore !== undefined || relay !== undefined
  const options = exported.default?.default ?? exported.default ?? (hasOthers ? {} : undefined)
  if (typeof options !== 'object' || options === null)
    throw new UsageError(
      `--config ${path} must export an object of engine options by default, such as { catalog }`,
    )
  if (relay !== undefined && (typeof relay !== 'object' || relay === null))
    throw new UsageError(
      `--config ${path} must export as relay an object of options of createRelay, such as ` +
        '{ stores, destinations }',
    )
  return {
    options,
    switchStore: typeof switchStore === 'function' ? switchStore : undefined,
    relay,
  }
}

/** A catalog without products, for hosts whose quotes have lines of their own only. */
const emptyCatalog = { findProducts: () => [] }

/** What a command works with that needs an engine. */
export interface OpenedEngine extends OpenedStorage {
  readonly engine: QuoteEngine
  readonly config: Config
}

/** Opens a database, runs a function with its engine, and closes the database. */
export async function withEngine<Result>(
  values: {
    readonly database: string
    readonly schema?: string | undefined
    readonly config?: string | undefined
  },
  run: (opened: OpenedEngine) => Promise<Result>,
): Promise<Result> {
  const config = await loadConfig(values.config)
  const opened = openStorage(values.database, { schema: values.schema })
  try {
    const engine = createQuoteEngine({
      catalog: emptyCatalog,
      ...config.options,
      storage: opened.storage,
    } as QuoteEngineOptions) as unknown as QuoteEngine
    return await run({ ...opened, engine, config })
  } finally {
    await opened.close()
  }
}

/** What a command on the quotes of a store works with. */
export interface OpenedStore extends OpenedEngine {
  readonly context: StoreContext
}

/** Opens a store, runs a function, and closes the database. */
export async function withStore<Result>(
  values: Parameters<typeof withEngine>[0] & { readonly store: string },
  run: (store: OpenedStore) => Promise<Result>,
): Promise<Result> {
  return withEngine(values, (opened) => run({ ...opened, context: { storeId: values.store } }))
}
