import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { customerLinks } from '../../../src/customer-page/links.js'
import { memoryOrders } from '../../../src/orders/memory.js'
import { getPayable } from '../../../src/quote/lifecycle/get-payable.js'
import { getOrderParts } from '../../../src/quote/lifecycle/order-parts.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { createQuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { noChromium } from '../../setup/chromium.js'
import { type PayingCustomer, payingSite, startPayingCustomer } from '../paying-customer.js'
import { seller } from '../sample-page.js'

const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`
const products = [
  { id: 1, name: 'Base unit', price: '189.00' },
  { id: 2, name: 'Stone worktop', price: '640.00' },
  { id: 3, name: 'Oven', price: '449.00' },
  { id: 4, name: 'Hob', price: '399.00' },
  { id: 5, name: 'Hood', price: '289.00' },
  {
    id: 9,
    name: 'Appliances',
    price: 0,
    components: [3, 4, 5].map((id) => ({ id, qty: 1 })),
    componentPrices: 'summed',
    componentPercent: 90,
  },
] as const
const request = {
  customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  sections: [
    { key: 'units', title: 'Units' },
    { key: 'worktop', title: 'Worktop', optional: true },
    { key: 'appliances', title: 'Appliances' },
  ],
  choices: [{ key: 'fronts', title: 'Fronts' }],
  products: [
    { id: 1, qty: 6, section: 'units' },
    { name: 'White', price: '600.00', qty: 1, section: 'units', choice: 'fronts' },
    { name: 'Oak', price: '900.00', qty: 1, section: 'units', choice: 'fronts' },
    { id: 2, qty: 1, section: 'worktop' },
    { id: 9, qty: 1, section: 'appliances' },
  ],
  shipping: { type: 'custom', product: { name: 'Delivery', price: '99.00' } },
  payment_plan: [
    { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
    { label: 'Balance', type: 'rest', due: 'delivery' },
  ],
} as const

const memory = memoryOrders()
const engine = createQuoteEngine({
  storage: memoryStorage(),
  catalog: memoryCatalog({ s: products as never }),
  currency: 'EUR',
  pricing: { pricesIncludeTax: true },
  tax: {
    calculateTaxes: ({ lines }) => ({
      rates: [{ name: 'VAT', rate: 19, lines: lines.map(({ key }) => key), shipping: true }],
    }),
  },
  lifecycle: { requirePayment: true },
  orders: { ...memory, parts: true },
})

let customer: PayingCustomer

describe.skipIf(noChromium !== undefined)(`a kitchen, sold on a phone${skipped}`, () => {
  beforeAll(async () => {
    customer = await startPayingCustomer(engine)
  })
  afterAll(() => customer?.close())

  it.each([true, false])(
    'is chosen, accepted, paid in part and ordered in two parts (script: %s)',
    async (script) => {
      const { quoteId } = await engine.createQuote(seller, request)
      const record = await engine.sendQuote(seller, quoteId)
      const page = await customer.open(customerLinks(payingSite).createUrl(record), script)
      for (const name of ['Oven', 'Hob', 'Hood'])
        expect(await page.textContent('main')).toContain(name)
      await page.getByLabel('Oak').check()
      await page.getByLabel('Worktop').check()
      // Without a script, a button shows what the choice costs.
      if (!script) await page.click('#choice button')
      await page.locator('.decision', { hasText: '€3,796.30' }).waitFor()
      await page.fill('[name=name]', 'Ada Lovelace')
      await page.check('[name=consent]')
      await page.click('.decision button.primary')
      await page.waitForSelector('.thanks')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

      const order = (lines: object[] | undefined, key: string) =>
        engine.orderQuote(seller, quoteId, { ...(lines && { lines }) } as never, {
          idempotencyKey: `${quoteId}-${key}`,
        })
      const appliances = [{ key: '1-5', qty: 1 }]
      await expect(order(appliances, 'now')).rejects.toThrow(
        '1138.89 EUR of its payment plan is due',
      )
      await page.click('.payment button')
      await page.waitForURL(`${customer.provider.origin}/**`)
      expect(await page.textContent('button')).toBe('Pay 1138.89')
      await page.click('button')
      await page.waitForSelector('.payment')

      await order(appliances, 'now')
      const { quote } = await order(undefined, 'march')
      const parts = getOrderParts(quote).ordered
      expect(parts.map(({ amounts }) => amounts?.total)).toEqual(['1122.30', '2674.00'])
      expect(parts[0]?.products[0]?.components?.map(({ name }) => name)).toEqual([
        'Oven',
        'Hob',
        'Hood',
      ])
      expect(getPayable(quote)).toMatchObject({ total: '3796.30', open: '2657.41', refund: '0.00' })
      expect([quote.status, verifyQuote(quote), verifyAcceptance(quote)]).toEqual([
        'ordered',
        [],
        [],
      ])
      await page.reload()
      expect(await page.textContent('main')).toContain('Your order is placed')
      await page.context().close()
    },
  )
})
