// Type-checked with the package alone: no peers, and no types of Node or of browsers.
import { createQuoteEngine, isQuoteError, memoryCatalog, memoryStorage } from 'quotewright'
import { type Authenticate, type Credentials, tokenAuthenticator } from 'quotewright/http'
import { type SqliteDatabase, sqliteStorage } from 'quotewright/sqlite'
import { type CatalogFixture, catalogSuite, storageSuite } from 'quotewright/testing'

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

export function registerSuites(
  describe: (name: string, body: () => void) => void,
  it: (name: string, body: () => Promise<void>) => void,
  fixture: CatalogFixture,
): void {
  const storage = memoryStorage()
  storageSuite({ describe, it }, () => ({ storage, reopen: () => storage }))
  catalogSuite({ describe, it }, () => fixture)
  // @ts-expect-error no way to open the storage again
  storageSuite({ describe, it }, () => ({ storage }))
}

const authenticate: Authenticate = tokenAuthenticator({ 'store-1': ['token'] })
export const authenticated = (credentials: Credentials) => authenticate(credentials)

// The expected errors show that the types have not silently become "any".
// @ts-expect-error no storage
createQuoteEngine({ catalog: memoryCatalog({}) })
// @ts-expect-error a number is no price list
memoryCatalog(118)
// @ts-expect-error no database
sqliteStorage({})
// @ts-expect-error no list of tokens
tokenAuthenticator({ 'store-1': 'token' })
