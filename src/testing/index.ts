/**
 * Test suites and a model for implementations of the ports, and arbitraries for property tests.
 *
 * @module quotewright/testing
 */
export {
  type QuoteArbitraries,
  type QuoteArbitraryOptions,
  quoteArbitraries,
} from './arbitraries/index.js'
export type { StoredStatus } from './arbitraries/life.js'
export { type CatalogFixture, catalogSuite } from './catalog-suite.js'
export { storageModel } from './model/index.js'
export { type OrdersFixture, ordersSuite } from './port-suites/orders-suite.js'
export { type ShippingFixture, shippingSuite } from './port-suites/shipping-suite.js'
export type { TaxFixture } from './port-suites/tax-suite.js'
export { taxSuite } from './port-suites/tax-suite.js'
export { type StateFixture, stateSuite } from './state-suite.js'
export type { StorageFixture } from './storage-suite/fixture.js'
export { storageSuite } from './storage-suite/index.js'
export type { TestFunctions } from './suite.js'
