import type { DocumentOptions } from '../document/model/document-options.js'
import type { StoreSettings } from '../engine/store-settings.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import type { Theme } from './theme.js'

/** The part of an engine that knows how the documents of a store are shown. */
export type SettingsEngine = Partial<Pick<QuoteEngine, 'storeSettings' | 'fields'>>

/** The formats of a surface: its options. */
export interface SurfaceFormats {
  readonly locale?: string | undefined
  readonly timeZone?: string | undefined
}

/** Options are checked once per object, so each is completed only once per store and language. */
const completed = new WeakMap<object, WeakMap<DocumentOptions, ByTheme>>()
type ByTheme = WeakMap<Theme, Map<string, DocumentOptions>>
const noOptions: DocumentOptions = Object.freeze({})
const noFields = Object.freeze({})

/** The settings of stores are few; the limit is for languages that come from customers. */
const maxSettings = 100

/** Returns the settings of a store. Engines of earlier releases know none. */
export function settingsOfStore(engine: SettingsEngine, storeId: string): Partial<StoreSettings> {
  return engine.storeSettings?.(storeId) ?? {}
}

/**
 * Returns the options of a document, on every surface of an engine: those of the host, with the
 * formats of the surface, the theme, and then what the engine knows of the store. The same values
 * give the same object.
 *
 * @throws What the functions among the options of the engine throw
 */
export function completeDocumentOptions(
  engine: SettingsEngine,
  storeId: string,
  own: DocumentOptions = noOptions,
  { locale, timeZone }: SurfaceFormats = {},
  theme: Theme = noOptions,
): DocumentOptions {
  const { fields = noFields } = engine
  const settings = settingsOfStore(engine, storeId)
  const given = definedOnly({ locale, timeZone })
  const defaults: DocumentOptions = { ...settings, ...given }
  const look = definedOnly({ color: theme.accent, logo: theme.logo })
  const key = JSON.stringify(defaults)
  const ofShop = getOrCreate(completed, fields, () => new WeakMap())
  const ofOptions = getOrCreate(ofShop, own, (): ByTheme => new WeakMap())
  const known = getOrCreate(ofOptions, theme, () => new Map<string, DocumentOptions>())
  if (known.size >= maxSettings) known.clear()
  return getOrCreate(known, key, () => ({ ...defaults, ...look, fields, ...definedOnly(own) }))
}

function definedOnly<T extends object>(values: T): Partial<T> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<T>
}

function getOrCreate<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}
