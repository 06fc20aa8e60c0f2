/**
 * Catalogs on a database, a CSV file, or the API of BigCommerce; and one that converts prices.
 *
 * @module quotewright/catalogs
 */
export {
  type BigcommerceCatalogOptions,
  type BigcommerceFetch,
  type BigcommerceStore,
  bigcommerceCatalog,
} from './bigcommerce/index.js'
export { type ConvertedCatalogOptions, convertedCatalog, type RateCall } from './converted.js'
export {
  type CsvCatalog,
  type CsvCatalogOptions,
  type CsvColumns,
  type CsvSource,
  csvCatalog,
  type SkippedRow,
  type SkippedRows,
} from './csv/index.js'
export {
  type SqlCatalogColumns,
  type SqlCatalogOptions,
  type SqlClient,
  type SqlComponentTable,
  type SqlDialect,
  type SqlGroupTable,
  type SqlMysqlClient,
  type SqlPostgresClient,
  type SqlPriceTable,
  type SqlSqliteDatabase,
  sqlCatalog,
} from './sql/index.js'
