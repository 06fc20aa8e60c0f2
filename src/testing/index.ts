/** @module quotewright/testing: the contracts of the ports as test suites and as a model, and arbitraries for property tests. */
export { type QuoteArbitraries, quoteArbitraries } from './arbitraries.js'
export { type CatalogFixture, catalogSuite } from './catalog-suite.js'
export type { StorageFixture } from './storage/fixture.js'
export { storageModel } from './storage-model.js'
export { storageSuite } from './storage-suite.js'
export type { TestFunctions } from './suite.js'
