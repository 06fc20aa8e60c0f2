import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { askedRevision, type Prediction, predict } from './predict.js'
import { Rejection } from './reference.js'
import { resolveStep, type Step } from './steps.js'
import { addQuote, type ExpectedQuote, type ExpectedStore, type Model, type Real } from './world.js'

export type LifeCommand = AsyncCommand<Model, Real>

/** Returns the command that makes a call, and compares what it did with the prediction. */
export function commandOf(step: Step): LifeCommand {
  return {
    check: () => true,
    run: (model, real) => runStep(model, real, step),
    toString: () => JSON.stringify(step),
  }
}

async function runStep(model: Model, real: Real, chosen: Step): Promise<void> {
  real.clock.now += chosen.tick
  model.changes += 1
  const { quotes, stores } = model
  const each = quotes[chosen.target % quotes.length] as ExpectedQuote
  const step = resolveStep(chosen, each.expected.status)
  const store = stores[each.store] as ExpectedStore
  const prediction = predict(model, each, step, real)
  const outcome = await makeCall(model, real, each, step).catch((error) => {
    if (isQuoteError(error)) return error
    throw error
  })
  if (prediction instanceof Rejection) {
    expect(outcome).toMatchObject({ code: prediction.code })
  } else if (step.type === 'copy') {
    expectCopy(each, outcome as QuoteRecord)
    addQuote(model, each.store, outcome as QuoteRecord)
  } else {
    if (prediction.rejection === undefined) expect(isQuoteError(outcome)).toBe(false)
    else expect(outcome).toMatchObject({ code: prediction.rejection })
    await update(each, store, real, step, prediction, outcome)
  }
}

async function update(
  each: ExpectedQuote,
  store: ExpectedStore,
  { engine }: Real,
  step: Step,
  prediction: Exclude<Prediction, Rejection>,
  outcome: unknown,
): Promise<void> {
  const { next, commits } = prediction
  const { quoteId, record: before } = each
  const context = { storeId: store.storeId }
  each.record = isQuoteError(outcome)
    ? await storedRecord(engine, context, quoteId)
    : (outcome as QuoteRecord)
  const { quote, version, updated } = each.record
  const isNumbered = next.number === '?'
  const { seal, number } = quote
  each.expected = {
    ...next,
    ...(isNumbered ? { number } : undefined),
    ...(next.seal === '?' ? { seal } : undefined),
  }
  if (isNumbered) store.numbers.push(number ?? 'none')
  store.events += commits + (isNumbered ? 1 : 0)
  expect(version).toBe(before.version + commits)
  expect(updated).toBe(next.updated)
  if (next.seal === '?') each.offers.push(JSON.stringify(quote))
  expectFacts(each)
  if (step.type === 'accept' && commits > 0)
    expect(quote.acceptance).toMatchObject({ revision: next.revision, seal, time: updated })
}

/** Returns the stored record, with the stored status. */
async function storedRecord(
  engine: Real['engine'],
  context: { readonly storeId: string },
  quoteId: string,
): Promise<QuoteRecord> {
  const { version } = await engine.getQuote(context, quoteId)
  return engine.getQuote(context, quoteId, { version })
}

/** Compares a record with what is expected of it. */
function expectFacts({ record: { quote }, expected }: ExpectedQuote): void {
  const { status, revision = 0, number, seal, expires, order, acceptance } = quote
  const facts = {
    status,
    revision,
    number,
    seal,
    expires,
    order: order && (order.id ?? order.attempts ?? 1),
  }
  const { accepted, updated, isDeleted, ...expectedFacts } = expected
  expect(facts).toEqual({
    number: undefined,
    seal: undefined,
    expires: undefined,
    order: undefined,
    ...expectedFacts,
  })
  expect(acceptance !== undefined).toBe(accepted !== undefined)
  expect(verifyQuote(quote)).toEqual([])
  if (seal !== undefined) expect(sealOf(quote)).toBe(seal)
  if (accepted === undefined) return
  expect(acceptance?.seal).toBe(seal)
  expect(verifyAcceptance(quote)).toEqual([])
}

function expectCopy({ record: { quote: source } }: ExpectedQuote, { quote }: QuoteRecord): void {
  const { customer, products, quote_total, price_total, shipping, created } = quote
  const content = { customer, quote_total, price_total, shipping, created }
  const fresh = { product_order: null, status: 'new', tags: null, total: 0 }
  expect(quote).toEqual({ ...content, products, ...fresh })
  expect(quote.customer).toEqual(source.customer)
  expect(products.map(({ key, ...line }) => line)).toEqual(
    source.products.map(({ key, ...line }) => line),
  )
}

function makeCall(
  { stores, changes }: Model,
  { engine, clock, orders }: Real,
  { store, quoteId, expected }: ExpectedQuote,
  step: Step,
): Promise<QuoteRecord | undefined> {
  const { storeId } = stores[store] as ExpectedStore
  const context = { storeId, role: step.role }
  const { seal } = expected
  const customer = { city: `city ${changes}` }
  switch (step.type) {
    case 'send': {
      const { lifetime } = step
      const expires = lifetime === undefined ? undefined : clock.now + lifetime
      return engine.sendQuote(context, quoteId, { expires })
    }
    case 'requestRevision':
      return engine.requestRevision(context, quoteId, { reason: `reason ${changes}` })
    case 'revise':
      return engine.reviseQuote(context, quoteId)
    case 'decline':
      return engine.declineQuote(context, quoteId, { reason: `reason ${changes}` })
    case 'cancel':
      return engine.cancelQuote(context, quoteId)
    case 'accept':
      return engine.acceptQuote(context, quoteId, {
        revision: askedRevision(step, expected),
        name: step.name,
        ...(step.seal === 'other' ? { seal: 'f'.repeat(64) } : undefined),
        ...(step.seal === 'current' && seal !== undefined ? { seal } : undefined),
      })
    case 'order':
      return engine.orderQuote(context, quoteId, { order_id: step.orderId })
    case 'place':
      orders.behavior = step.behavior
      return engine.orderQuote(context, quoteId)
    case 'put':
      return engine.updateQuote(context, quoteId, {
        status: step.status,
        ...(step.isEdit ? { customer } : undefined),
      })
    case 'edit':
      return engine.updateQuote(context, quoteId, { customer })
    case 'tags':
      return engine.updateQuote(context, quoteId, { tag_list: [`tag ${changes}`] })
    case 'deliver':
      return engine.recordDelivery(context, quoteId, { type: 'opened', detail: `${changes}` })
    case 'copy':
      return engine.copyQuote(context, quoteId)
    case 'delete':
      return engine.deleteQuote(context, quoteId)
    case 'restore':
      return engine.restoreQuote(context, quoteId)
    default:
      return Promise.resolve(undefined)
  }
}
