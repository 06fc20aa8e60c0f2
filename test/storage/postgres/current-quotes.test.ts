import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { createQuoteEngine, type QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { createCommit } from '../../../src/testing/samples.js'
import { describeOnPostgres } from './schemas.js'

const storeId = 'store-1'
const context = { storeId }
const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 1000 }] }

describeOnPostgres('the view current_quotes', (server) => {
  let schema: string
  let engine: QuoteEngine
  beforeAll(async () => {
    schema = server.schemas.next()
    const storage = postgresStorage(server.client, { schema, ...server.options })
    await storage.migrate()
    const catalog = memoryCatalog({ [storeId]: [{ id: 1, price: '0.0875' }] })
    engine = createQuoteEngine({ storage, catalog })
  })
  afterAll(async () => {
    await server.schemas.drop(schema)
  })

  const rowsOf = async (quoteId: string, columns = '*') => {
    const select = `select ${columns} from ${schema}.current_quotes where quote_id = $1`
    return (await server.client.query(select, [quoteId])).rows
  }

  it('has a row of these columns for each quote, changed or not', async () => {
    const { quoteId, version, updated, quote } = await engine.createQuote(context, request)
    const { created, status } = quote
    const row = { store_id: storeId, quote_id: quoteId, created: `${created}`, status }
    const columns = '*, updated::text, created::text'
    const stored = ({ products, ...quote }: Quote) => {
      // A key that follows from the position of its line is stored as null.
      return { ...quote, products: products.map((line) => ({ ...line, key: null })) }
    }
    const first = { ...row, version, updated: `${updated}`, quote: stored(quote) }
    expect(await rowsOf(quoteId, columns)).toEqual([first])
    const second = await engine.updateQuote(context, quoteId, { tag_list: ['a'] })
    const changed = { version: 2, updated: `${second.updated}`, quote: stored(second.quote) }
    expect(await rowsOf(quoteId, columns)).toEqual([{ ...row, ...changed }])
  })

  it('returns the fields of a quote with the operators of JSON', async () => {
    const { quoteId } = await engine.createQuote(context, request)
    const fields = `quote ->> 'quote_total' as total, quote #>> '{customer,name}' as name`
    expect(await rowsOf(quoteId, fields)).toEqual([{ total: '90.00', name: 'Ada' }])
  })

  it('has a deleted quote only after it was restored', async () => {
    const { quoteId } = await engine.createQuote(context, request)
    await engine.deleteQuote(context, quoteId)
    expect(await rowsOf(quoteId)).toEqual([])
    await engine.restoreQuote(context, quoteId)
    expect(await rowsOf(quoteId, 'version')).toEqual([{ version: 3 }])
  })

  it('has no erased quote, and no record of another kind', async () => {
    const { quoteId } = await engine.createQuote(context, request)
    await engine.eraseQuote(context, quoteId)
    expect(await rowsOf(quoteId)).toEqual([])
    await engine.setTag(context, 'a', {
      backgroundColor: 'rgba(0%, 0%, 0%, 1)',
      color: 'rgb(0%, 0%, 0%)',
    })
    expect(await rowsOf('tags')).toEqual([])
  })

  it('reads a quote by its store and id through primary keys only', async () => {
    const storage = postgresStorage(server.client, { schema, ...server.options })
    const creations = Array.from({ length: 500 }, (_, index) =>
      createCommit({ quoteId: `filler-${index}` }),
    )
    await Promise.all(creations.map((creation) => storage.commit(storeId, creation)))
    for (const table of ['records', 'history'])
      await server.client.query(`analyze ${schema}.${table}`)
    const { rows } = await server.client.query(
      `explain (format json) select quote from ${schema}.current_quotes
         where store_id = $1 and quote_id = $2`,
      [storeId, 'filler-7'],
    )
    const plan = JSON.stringify(rows)
    const indexes = [...plan.matchAll(/"Index Name":"(\w+?)(?:_\d+)?"/g)].map(([, index]) => index)
    expect(indexes.toSorted()).toEqual(['history_pkey', 'records_pkey'])
    expect(plan).not.toContain('Seq Scan')
  })
})
