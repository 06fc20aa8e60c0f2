/** @module quotewright: the engine, its ports, and the adapters that need no database. */
export { type CachedCatalogOptions, cachedCatalog } from './catalog/cached.js'
export { memoryCatalog } from './catalog/memory.js'
export type { CallOptions, CreateOptions, StoreContext, UpdateOptions } from './engine/context.js'
export type { QuoteEngineOptions } from './engine/options.js'
export type { QuoteEngine, ShownQuote } from './engine/quote-engine.js'
export type { EventPage, EventsOptions } from './engine/read-events.js'
export type { GetOptions, HistoryOptions, HistoryPage } from './engine/read-history.js'
export { createQuoteEngine } from './engine.js'
export {
  type AnyQuoteError,
  type Faults,
  isQuoteError,
  QuoteError,
  type QuoteErrorCode,
  type QuoteErrorDetails,
  quoteErrorCodes,
} from './errors.js'
export type { Rounding } from './money/rounding.js'
export type { Catalog } from './ports/catalog.js'
export { takePage } from './ports/pages.js'
export type { PortCall } from './ports/port-call.js'
export type {
  CommitOutcome,
  EventRange,
  HistoryRange,
  MaybePromise,
  Page,
  PageSize,
  QuoteStorage,
} from './ports/storage.js'
export type { Change, IdempotencyRecord } from './quote/change.js'
export type { CustomerChanges } from './quote/customer.js'
export { type HistoryEntry, type QuoteEvent, replayQuote } from './quote/history.js'
export type { Limits } from './quote/limits.js'
export { applyPatches } from './quote/patches.js'
export type { CatalogProduct } from './quote/product.js'
export type { Customer, ProductLine, Quote, QuoteRecord, Shipping } from './quote/quote.js'
export { isoRegions, type RegionLookup } from './quote/regions.js'
export type {
  CreateQuoteRequest,
  ProductChange,
  ProductRequest,
  QuoteChanges,
} from './quote/requests.js'
export type { ReplayState, StoredRecord } from './quote/stored-record.js'
export { type StoreTags, type Tag, visibleTags } from './quote/tag.js'
export type { TagDefinition } from './quote/tag-definition.js'
export { type BrokenInvariant, type VerifyOptions, verifyQuote } from './quote/verify-quote.js'
export { memoryStorage } from './storage/memory.js'
