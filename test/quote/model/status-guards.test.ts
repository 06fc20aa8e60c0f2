import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  createQuoteEngine,
  hasOffer,
  isAccepted,
  isOrdered,
  isSent,
  memoryCatalog,
  memoryStorage,
  type OrderedQuote,
  type Quote,
  type QuoteRecord,
  type SelectedAcceptance,
} from '../../../src/index.js'

const context = { storeId: 'store-1' }
const request = { customer: {}, products: [{ id: 1, qty: 1 }] }

function createEngine() {
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '10.00' }] }),
    numbers: { assign: 'never' },
    fields: { quote: { region: { label: 'Region' } } },
    lifecycle: {
      transitions: [
        { operation: 'updateQuote', from: ['new'], to: 'in_review', by: ['seller'] },
        { operation: 'orderQuote', from: ['in_review'], to: 'ordered', by: ['seller'] },
        { operation: 'declineQuote', from: ['in_review'], to: 'declined', by: ['seller'] },
      ],
    },
  })
}

/** Returns what each guard says of a quote. */
function guardsOf<Q extends Parameters<typeof hasOffer>[0]>(quote: Q) {
  return {
    hasOffer: hasOffer(quote),
    isSent: isSent(quote),
    isAccepted: isAccepted(quote),
    isOrdered: isOrdered(quote),
  }
}

const none = { hasOffer: false, isSent: false, isAccepted: false, isOrdered: false }
const offered = { ...none, hasOffer: true }

describe('isSent, isAccepted, isOrdered and hasOffer', () => {
  it('are true in their status, along the life of a quote', async () => {
    const engine = createEngine()
    const { quoteId, quote } = await engine.createQuote(context, request)
    const guardsAfter = async (record: Promise<{ readonly quote: unknown }>) =>
      guardsOf((await record).quote as Quote)
    expect(guardsOf(quote as unknown as Quote)).toEqual(none)
    expect(await guardsAfter(engine.sendQuote(context, quoteId))).toEqual({
      ...offered,
      isSent: true,
    })
    expect(await guardsAfter(engine.requestRevision(context, quoteId, { reason: 'x' }))).toEqual(
      offered,
    )
    expect(await guardsAfter(engine.reviseQuote(context, quoteId))).toEqual(none)
    await engine.sendQuote(context, quoteId)
    expect(await guardsAfter(engine.acceptQuote(context, quoteId, { revision: 2 }))).toEqual({
      ...offered,
      isAccepted: true,
    })
    expect(await guardsAfter(engine.orderQuote(context, quoteId, { order_id: '7' }))).toEqual({
      ...offered,
      isOrdered: true,
    })
  })

  it('are false of a quote that a transition of the host closes without an offer', async () => {
    const engine = createEngine()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { status: 'in_review' })
    const { quote } = await engine.declineQuote(context, quoteId)
    expect(quote.status).toBe('declined')
    expect(guardsOf(quote as unknown as Quote)).toEqual(none)
  })

  it('are false without a field that they promise', () => {
    const { acceptance: _, ...quote } = {
      status: 'accepted',
      revision: 1,
      sent: 1,
      seal: 'a',
      acceptance: {},
    }
    expect(guardsOf(quote as unknown as Quote)).toEqual(offered)
    expect(isOrdered({ ...quote, status: 'ordered', order: { key: 'k' } } as never)).toBe(false)
  })

  it.each([isSent, isAccepted, isOrdered, hasOffer])(
    '%o rejects what is no quote, such as its record',
    (guard) => {
      for (const value of [null, undefined, 7, 'sent', { quote: { status: 'sent' } }, {}])
        expect(() => guard(value as never)).toThrow(/must be a quote, received/)
    },
  )

  it('narrow the type of a quote, with its own fields', async () => {
    const engine = createEngine()
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.sendQuote(context, quoteId)
    expectTypeOf(quote.revision).toEqualTypeOf<number | undefined>()
    expect(isSent(quote)).toBe(true)
    if (isSent(quote)) {
      expectTypeOf(quote.status).toEqualTypeOf<'sent'>()
      expectTypeOf(quote.revision).toEqualTypeOf<number>()
      expectTypeOf(quote.seal).toEqualTypeOf<string>()
      expectTypeOf(quote.expires).toEqualTypeOf<number | undefined>()
      expectTypeOf(quote.fields?.region).toEqualTypeOf<unknown>()
      // @ts-expect-error: no such field is declared
      quote.fields?.regoin
    }
    const plain = {} as Quote
    const check = () => {
      if (isAccepted(plain)) expectTypeOf(plain.acceptance).toEqualTypeOf<SelectedAcceptance>()
      if (isOrdered(plain)) expectTypeOf(plain.order.id).toEqualTypeOf<string>()
      if (hasOffer(plain)) expectTypeOf(plain.sent).toEqualTypeOf<number>()
      const ordered = [plain].filter((each) => isOrdered(each))
      expectTypeOf(ordered).toEqualTypeOf<OrderedQuote[]>()
      // @ts-expect-error: a record is not its quote
      isSent({} as QuoteRecord)
    }
    expectTypeOf(check).toBeFunction()
  })
})
