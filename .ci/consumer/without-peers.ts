// Type-checked with only the package installed: no peers, and no types of Node or browsers.
import { createQuoteEngine, isQuoteError, memoryCatalog, memoryStorage } from 'quotewright'
import { type SqliteDatabase, sqliteStorage } from 'quotewright/sqlite'

export async function total(database: SqliteDatabase | undefined): Promise<string> {
  const storage = database === undefined ? memoryStorage() : sqliteStorage(database)
  const catalog = memoryCatalog({ 'store-1': [{ id: 118, price: '200.00' }] })
  const engine = createQuoteEngine({ storage, catalog })
  try {
    const request = { customer: {}, products: [{ id: 118, qty: 2 }] }
    const { quote } = await engine.createQuote({ storeId: 'store-1' }, request)
    return quote.quote_total
  } catch (error) {
    if (isQuoteError(error) && error.code === 'version_mismatch')
      return String(error.details.currentVersion)
    throw error
  }
}

// The expected errors prove that the types are not "any".
// @ts-expect-error no storage
createQuoteEngine({ catalog: memoryCatalog({}) })
// @ts-expect-error a number is no price list
memoryCatalog(118)
// @ts-expect-error no database
sqliteStorage({})
