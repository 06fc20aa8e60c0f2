import { describe, expect, it } from 'vitest'
import type { QuoteEngineOptions } from '../../../src/index.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../../src/index.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { PaymentPartRequest } from '../../../src/quote/pricing/pricing-request.js'
import { getAcceptedQuote, selectQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'

const context = { storeId: 's' }

function shop(options: Partial<QuoteEngineOptions> = {}) {
  const catalog = memoryCatalog({ s: [] })
  return createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'EUR', ...options })
}

const line = (price: string, more: object = {}) => ({ name: 'Line', price, qty: 1, ...more })
const deposit = { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' } as const
const rest = { label: 'Rest', type: 'rest', due: 'delivery' } as const
const half = { ...deposit, value: 50 }

async function created(
  plan: readonly PaymentPartRequest[],
  request: Partial<CreateQuoteRequest> = {},
  options: Partial<QuoteEngineOptions> = {},
): Promise<Quote> {
  const engine = shop(options)
  const products = [line('100.00')]
  const sent = { customer: {}, products, payment_plan: plan, ...request }
  const { quoteId } = await engine.createQuote(context, sent)
  const { quote } = await engine.getQuote(context, quoteId)
  expect(verifyQuote(quote)).toEqual([])
  return quote
}

const amountsOf = ({ payment_plan: plan = [] }: Quote) => plan.map(({ amount }) => amount)

describe('createQuote with a payment_plan', () => {
  it('computes each part, of which the last one takes what is left', async () => {
    const quote = await created([deposit, rest])
    expect(quote.payment_plan).toEqual([
      { label: 'Deposit', type: 'percent', value: '30', due: 'acceptance', amount: '30.00' },
      { label: 'Rest', type: 'rest', due: 'delivery', amount: '70.00' },
    ])
    expect(quote).not.toHaveProperty('amounts')
  })

  it('gives the rest what the other parts leave, wherever it stands', async () => {
    const third = { ...deposit, value: '33.3333' }
    const products = [line('100.01')]
    expect(amountsOf(await created([third, rest, third], { products }))).toEqual([
      '33.34',
      '33.33',
      '33.34',
    ])
  })

  it('takes half of a price with its tax of 15 %', async () => {
    const tax = {
      calculateTaxes: ({ lines }: { readonly lines: readonly { readonly key: string }[] }) => ({
        inclusive: true,
        rates: [{ name: 'VAT', rate: 15, lines: lines.map(({ key }) => key) }],
      }),
    }
    const products = [line('115.00')]
    expect(amountsOf(await created([half, rest], { products }, { tax }))).toEqual([
      '57.50',
      '57.50',
    ])
  })

  it('rounds percentages to the step of cash, so that every part can be paid', async () => {
    const pricing = { cashRounding: { EUR: '0.05' } }
    const products = [line('45.78')]
    const quote = await created([half, rest], { products }, { pricing })
    expect([quote.amounts?.payable, ...amountsOf(quote)]).toEqual(['45.80', '22.90', '22.90'])
  })

  it('leaves out what recurs, which a billing system charges', async () => {
    const monthly = line('450.00', { billing: { interval: 'month' } })
    const quote = await created([half, rest], { products: [line('500.00'), monthly] })
    expect(amountsOf(quote)).toEqual(['250.00', '250.00'])
  })

  it('gives no part more than what is left before the quote is sent', async () => {
    const products = [line('100.00')]
    const fixed = { label: 'Deposit', type: 'amount', value: '80.00', due: 'acceptance' } as const
    expect(amountsOf(await created([fixed, fixed, rest], { products }))).toEqual([
      '80.00',
      '20.00',
      '0.00',
    ])
  })

  it.each([
    [[deposit], 'payment_plan', 'must have one part of the type rest, received 0'],
    [[rest, rest], 'payment_plan', 'must have one part of the type rest, received 2'],
    [[{ ...deposit, value: 101 }, rest], 'payment_plan[0].value', 'must be a percent up to 100'],
    [
      [{ ...deposit, value: 60 }, { ...deposit, value: 60 }, rest],
      'payment_plan',
      'must have percents up to 100 in all, received 120',
    ],
    [
      [{ ...deposit, value: 0 }, rest],
      'payment_plan[0].value',
      'must be a percent or an amount above 0',
    ],
    [[{ ...deposit, value: null }, rest], 'payment_plan[0].value', 'is required, unless the type'],
    [[{ ...deposit, value: -1 }, rest], 'payment_plan[0].value', 'must be a percent or an amount'],
    [
      [{ ...deposit, type: 'amount', value: '1.001' }, rest],
      'payment_plan[0].value',
      'must be an amount with up to 2 decimals',
    ],
    [[{ ...rest, value: 1 }], 'payment_plan[0].value', 'must be absent, as the rest is what'],
    [[{ ...rest, due: 'tomorrow' }], 'payment_plan[0].due', 'must be acceptance, order, delivery'],
    [[{ ...rest, due: '2026-02-30' }], 'payment_plan[0].due', 'must be acceptance, order'],
    [[{ ...rest, due: '2026-02-28', days: 1 }], 'payment_plan[0].days', 'must be absent, as it is'],
    [[{ ...rest, days: 0.5 }], 'payment_plan[0].days', 'must be an integer from 1 to 3650'],
    [[{ ...rest, label: ' ' }], 'payment_plan[0].label', 'must'],
    [[{ ...rest, amount: '1.00' }], 'payment_plan[0].amount', 'is computed and cannot be set'],
    [[{ ...rest, __proto__x: 1 }], 'payment_plan[0]', ''],
    [Array.from({ length: 61 }, () => rest), 'payment_plan', 'must have at most 60 parts'],
    [{ 0: rest }, 'payment_plan', 'must be an array or null'],
  ])('rejects a plan at its field, and stores nothing: %#', async (plan, path, message) => {
    const engine = shop()
    const request = { customer: {}, products: [line('1.00')], payment_plan: plan as never }
    const error = await engine.createQuote(context, request).catch((each) => each)
    expect(error.code).toBe('invalid_request')
    const [found, text] = Object.entries(error.details.errors)[0] as [string, string]
    expect(found.startsWith(path)).toBe(true)
    expect(text).toContain(message)
    expect(await engine.countQuotes(context)).toMatchObject({ count: 0 })
  })
})

describe('updateQuote with a payment_plan', () => {
  async function stored() {
    const engine = shop()
    const request = { customer: {}, products: [line('100.00')], payment_plan: [deposit, rest] }
    const { quoteId } = await engine.createQuote(context, request)
    return { engine, quoteId }
  }

  it('computes the plan again when the price changes, and keeps it otherwise', async () => {
    const { engine, quoteId } = await stored()
    const change = { product_changes: [{ key: '1-1', quote: '90.00' }] }
    const { quote } = await engine.updateQuote(context, quoteId, change)
    expect(amountsOf(quote)).toEqual(['27.00', '63.00'])
    const { quote: renamed } = await engine.updateQuote(context, quoteId, { title: 'Kitchen' })
    expect(renamed.payment_plan).toEqual(quote.payment_plan)
  })

  it('accepts a whole quote that is sent back, without a new version', async () => {
    const { engine, quoteId } = await stored()
    const { quote, version } = await engine.getQuote(context, quoteId)
    const again = await engine.updateQuote(context, quoteId, quote as never)
    expect(again.version).toBe(version)
  })

  it.each([[null], [[]]])('removes the plan for %j', async (plan) => {
    const { engine, quoteId } = await stored()
    const { quote } = await engine.updateQuote(context, quoteId, { payment_plan: plan })
    expect(quote).not.toHaveProperty('payment_plan')
  })

  it('rejects another plan by a buyer, and accepts the one that is stored', async () => {
    const { engine, quoteId } = await stored()
    const buyer = { ...context, role: 'buyer' } as const
    const { quote } = await engine.getQuote(context, quoteId)
    const change = engine.updateQuote(buyer, quoteId, { payment_plan: [rest] })
    await expect(change).rejects.toMatchObject({ code: 'not_permitted' })
    const same = engine.updateQuote(buyer, quoteId, { payment_plan: quote.payment_plan ?? null })
    await expect(same).resolves.toMatchObject({ version: 1 })
    const request = { customer: {}, products: [{ id: 1, qty: 1 }], payment_plan: [rest] }
    await expect(engine.createQuote(buyer, request)).rejects.toMatchObject({
      code: 'not_permitted',
    })
  })
})

describe('sendQuote with a payment_plan', () => {
  async function sent(plan: readonly PaymentPartRequest[], products = [line('100.00')]) {
    const engine = shop()
    const request = { customer: {}, products, payment_plan: plan }
    const { quoteId } = await engine.createQuote(context, request)
    return { engine, quoteId, quote: (await engine.sendQuote(context, quoteId)).quote }
  }

  it('seals the plan', async () => {
    const { quote } = await sent([deposit, rest])
    const { payment_plan: plan = [], ...others } = quote
    const altered = { ...others, payment_plan: [{ ...plan[0], due: 'order' }, plan[1]] }
    expect(verifyQuote(altered).map(({ path }) => path)).toEqual(['seal'])
  })

  it('rejects amounts that ask for more than the quote charges once', async () => {
    const fixed = { label: 'Deposit', type: 'amount', value: '101.00', due: 'acceptance' } as const
    await expect(sent([fixed, rest])).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        errors: {
          payment_plan:
            'must ask for at most 100.00, which the quote charges once: "Deposit" is 101.00, of ' +
            'which 100.00 is left',
        },
      },
    })
  })

  it('freezes the plan until the quote is revised', async () => {
    const { engine, quoteId } = await sent([deposit, rest])
    const change = engine.updateQuote(context, quoteId, { payment_plan: [rest] })
    await expect(change).rejects.toMatchObject({ code: 'quote_locked' })
    await engine.reviseQuote(context, quoteId)
    const { quote } = await engine.updateQuote(context, quoteId, { payment_plan: [rest] })
    expect(amountsOf(quote)).toEqual(['100.00'])
  })
})

describe('acceptQuote with a payment_plan', () => {
  const fixed = { label: 'Deposit', type: 'amount', value: '80.00', due: 'acceptance' } as const

  async function accepted(selected: readonly string[]) {
    const engine = shop()
    const extra = { ...line('40.00'), optional: true, selected: true }
    const products = [line('60.00'), extra]
    const request = { customer: {}, products, payment_plan: [fixed, rest] }
    const { quoteId } = await engine.createQuote(context, request)
    const { quote: offer } = await engine.sendQuote(context, quoteId)
    const selection = { selected }
    const { total } = selectQuote(offer, selection)
    const accept = { revision: 1, selection, total }
    return { offer, quote: (await engine.acceptQuote(context, quoteId, accept)).quote }
  }

  it('says the plan of what was selected, where no part is more than what is left', async () => {
    const { offer, quote } = await accepted([])
    expect(amountsOf(offer)).toEqual(['80.00', '20.00'])
    expect(quote.acceptance?.payment_plan?.map(({ amount }) => amount)).toEqual(['60.00', '0.00'])
    expect(quote.payment_plan).toEqual(offer.payment_plan)
    expect(getAcceptedQuote(quote).payment_plan).toEqual(quote.acceptance?.payment_plan)
    expect(verifyQuote(quote)).toEqual([])
    expect(verifyAcceptance(quote)).toEqual([])
  })

  it('finds a plan of an acceptance that was altered', async () => {
    const { quote } = await accepted(['1-2'])
    const { acceptance } = quote
    const [first, last] = acceptance?.payment_plan ?? []
    const altered = { ...acceptance, payment_plan: [{ ...first, amount: '1.00' }, last] }
    expect(verifyAcceptance({ ...quote, acceptance: altered }).map(({ path }) => path)).toEqual([
      'acceptance.sealed',
      'acceptance.payment_plan',
    ])
  })
})

describe('copyQuote of a quote with a payment_plan', () => {
  it('copies the plan, whose amounts are those of the copy', async () => {
    const engine = shop()
    const request = { customer: {}, products: [line('100.00')], payment_plan: [deposit, rest] }
    const { quoteId } = await engine.createQuote(context, request)
    const copy = await engine.copyQuote(context, quoteId)
    expect(amountsOf((await engine.getQuote(context, copy.quoteId)).quote)).toEqual([
      '30.00',
      '70.00',
    ])
  })

  it('leaves out a plan with a day, which belongs to the other quote', async () => {
    const engine = shop()
    const plan = [deposit, { ...rest, due: '2026-12-31' }]
    const request = { customer: {}, products: [line('100.00')], payment_plan: plan }
    const { quoteId } = await engine.createQuote(context, request)
    const copy = await engine.copyQuote(context, quoteId)
    expect((await engine.getQuote(context, copy.quoteId)).quote).not.toHaveProperty('payment_plan')
  })
})
