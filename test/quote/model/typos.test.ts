import { expect, expectTypeOf, it } from 'vitest'
import {
  type AnyCustomer,
  createQuoteEngine,
  memoryCatalog,
  memoryStorage,
  type Quote,
  type QuoteRecord,
  type QuoteStatus,
  statusAt,
} from '../../../src/index.js'

const fields = {
  customer: { segment: { label: 'Segment', search: true } },
  quote: { region: {} },
} as const
const engine = createQuoteEngine({
  storage: memoryStorage(),
  catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '10.00' }] }),
  fields,
})
const context = { storeId: 'store-1' }

/** Not called: the types are checked. */
async function checks(quote: Quote, record: QuoteRecord) {
  if (quote.status === 'sent' || quote.status === 'expired') return
  // @ts-expect-error: no such status
  if (quote.status === 'snet') return
  // @ts-expect-error: no such status
  if (statusAt(quote, 0) === 'acceptd') return
  expectTypeOf(quote.status).toExtend<QuoteStatus>()
  expectTypeOf(quote.customer.email).toEqualTypeOf<string | undefined>()
  // @ts-expect-error: no such field of the customer
  quote.customer.emial
  const own = await engine.getQuote(context, '1')
  expectTypeOf(own.quote.customer.segment).toEqualTypeOf<string | undefined>()
  // @ts-expect-error: no such field of the customer
  own.quote.customer.segmnet
  const open: AnyCustomer = record.quote.customer
  expectTypeOf(open.anything).toEqualTypeOf<string | undefined>()
  // Requests take any field of a customer, a status from elsewhere, and whole quotes.
  const customer = { email: 'a@b.example', 'price-group': 'dealer', segment: 'trade' }
  await engine.createQuote(context, { customer, products: [] })
  await engine.updateQuote(context, '1', { status: String(customer.segment), customer })
  await engine.updateQuote(context, '1', own.quote)
  await engine.updateQuote(context, '1', { ...own.quote, tag_list: ['x'] })
  // @ts-expect-error: fields of customers are strings
  await engine.updateQuote(context, '1', { customer: { segment: 7 } })
}

it('updateQuote takes a read quote with a customer of any fields back', async () => {
  expect(checks).toBeTypeOf('function')
  const { quoteId } = await engine.createQuote(context, {
    customer: { email: 'a@b.example', 'price-group': 'dealer', segment: 'trade' },
    products: [{ id: 1, qty: 1 }],
  })
  const { quote } = await engine.getQuote(context, quoteId)
  const record = await engine.updateQuote(context, quoteId, { ...quote, tag_list: ['x'] })
  expect(record.quote.customer).toEqual(quote.customer)
})
