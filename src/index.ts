/**
 * The engine, its ports, and the adapters that work without a database.
 *
 * @module quotewright
 */
export { type CachedCatalogOptions, cachedCatalog } from './catalog/cached/index.js'
export { memoryCatalog } from './catalog/memory.js'
export type { CallOptions, CreateOptions, StoreContext, UpdateOptions } from './engine/context.js'
export { createQuoteEngine } from './engine/create-quote-engine.js'
export type { ListEventsOptions } from './engine/operations/events.js'
export type { GetOptions, QuoteView } from './engine/operations/get-quote.js'
export type { ListHistoryOptions } from './engine/operations/history.js'
export type { Page, PagedResult } from './engine/operations/pages.js'
export type { QuoteEngineOptions } from './engine/options.js'
export type { QuoteEngine } from './engine/quote-engine.js'
export {
  type FieldErrors,
  isQuoteError,
  QuoteError,
  type QuoteErrorCode,
  type QuoteErrorConstructor,
  type QuoteErrorDetails,
  quoteErrorCodes,
} from './errors.js'
export type { RoundingMode } from './money/rounding.js'
export type { PortCallOptions } from './ports/call-options.js'
export type { Catalog } from './ports/catalog.js'
export { takePage } from './ports/pages.js'
export type {
  CommitOutcome,
  EventRange,
  HistoryRange,
  MaybePromise,
  PageSize,
  QuoteStorage,
  StoragePage,
} from './ports/storage.js'
export type { IdempotencyRecord, QuoteCommit } from './quote/commit.js'
export type { UpdateCustomerRequest } from './quote/customer/customer.js'
export { isoRegions, type ResolveRegion } from './quote/customer/regions.js'
export { applyPatches } from './quote/history/apply-patches.js'
export { type HistoryEntry, type QuoteEvent, replayQuote } from './quote/history/entry.js'
export type { Limits } from './quote/limits.js'
export type { CatalogProduct } from './quote/lines/catalog-product.js'
export type { Customer, ProductLine, Quote, QuoteRecord, Shipping } from './quote/quote.js'
export type { CreateQuoteRequest } from './quote/requests/create-request.js'
export type { CreateLineRequest, UpdateLineRequest } from './quote/requests/line-request.js'
export type { UpdateQuoteRequest } from './quote/requests/update-request.js'
export type { ReplayState, StoredRecord } from './quote/stored-record.js'
export { type InvariantViolation, type VerifyOptions, verifyQuote } from './quote/verify-quote.js'
export { memoryStorage } from './storage/memory/index.js'
export type { TagDefinition } from './store/tag-definition.js'
export { type StoreTags, type Tag, visibleTags } from './store/tags.js'
