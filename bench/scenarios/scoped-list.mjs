import { createQuoteEngine, memoryCatalog } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { isShort } from '../harness/effort.mjs'
import { sequential } from '../harness/workloads.mjs'
import { createListedQuotes, productsByStore, storeId } from '../subjects/listed-quotes.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

const quotes = isShort ? 2_000 : 100_000
const companies = 100
const companyId = 'company-7'

/** @typedef {import('quotewright').ListQuotesOptions} ListQuotesOptions */

/** @type {readonly (readonly [name: string, options: ListQuotesOptions])[]} */
const lists = [
  ['all quotes', {}],
  ['a status', { status: 'new' }],
  ['a frequent word', { text: 'Ada' }],
  ['all quotes by update', { order: 'updated' }],
]

/**
 * Compares the lists of a caller who is limited to a company: with the same lists by a filter, and
 * with those of a caller who sees all quotes of the store.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  async prepare(onCleanUp) {
    const database = sqliteFiles(onCleanUp)('scoped')
    const catalog = memoryCatalog(productsByStore())
    const storage = sqliteStorage(database)
    const whole = createQuoteEngine({ storage, catalog })
    await createListedQuotes(whole, quotes, {
      idsOf: (number) => ({ company_id: `company-${number % companies}` }),
    })
    database.exec('pragma wal_checkpoint(truncate)')
    const scoped = createQuoteEngine({ storage, catalog, scope: () => ({ companyId }) })
    const measure = (
      /** @type {import('quotewright').QuoteEngine} */ engine,
      /** @type {ListQuotesOptions} */ options,
    ) => sequential(async () => engine.listQuotes({ storeId }, options))
    return {
      comparisons: lists.flatMap(([name, options]) =>
        /** @type {const} */ ([
          ['the same by a filter', { ...options, companyId }],
          ['without a scope', options],
        ]).map(([baseline, others]) => ({
          benchmark: `listQuotes with a scope, ${name}, among ${quotes.toLocaleString('en')}, SQLite`,
          baseline,
          measure: measure(scoped, options),
          measureBaseline: measure(whole, others),
          target: 1 / 1.2,
        })),
      ),
    }
  },
}
