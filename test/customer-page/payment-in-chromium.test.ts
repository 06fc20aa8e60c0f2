import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerLinks } from '../../src/customer-page/links.js'
import { en } from '../../src/customer-page/strings/en.js'
import { getPayable } from '../../src/quote/lifecycle/get-payable.js'
import { noChromium } from '../setup/chromium.js'
import { type PayingCustomer, payingSite, startPayingCustomer } from './paying-customer.js'
import { type SamplePage, samplePage, seller } from './sample-page.js'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`
const plan = [
  { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Second part', type: 'percent', value: 20, due: 'order', days: 14 },
  { label: 'Balance', type: 'rest', due: 'delivery' },
] as const

let customer: PayingCustomer
let sample: SamplePage

describe.skipIf(noChromium !== undefined)(`paying on a phone, in Chromium${skipped}`, () => {
  beforeAll(async () => {
    sample = samplePage()
    customer = await startPayingCustomer(sample.engine)
  })
  afterAll(() => customer?.close())

  it.each([true, false])(
    'accepts, pays the deposit and comes back, scripts: %s',
    async (scripts) => {
      const record = await sample.send({ payment_plan: plan })
      const { quoteId } = record
      const page = await customer.open(customerLinks(payingSite).createUrl(record), scripts)
      await page.fill('[name=name]', 'Ada Lovelace')
      await page.check('[name=consent]')
      await page.click(`.decision button`)
      await page.waitForSelector('.thanks')
      expect(await page.locator('.payment .total strong').first().textContent()).toBe('€96.00')
      await page.click('.payment button')
      await page.waitForURL(`${customer.provider.origin}/**`)
      expect(await page.textContent('button')).toBe('Pay 96.00')
      await page.click('button')
      await page.waitForSelector('.payment')
      expect(await page.locator('.payment button').count()).toBe(0)
      expect(await page.textContent('.payment')).toContain(`on acceptance · ${en.paid}`)
      expect(await page.content()).not.toContain(en.payPending)

      const { quote } = await sample.engine.getQuote(seller, quoteId)
      expect(quote.payments).toHaveLength(1)
      expect(getPayable(quote)).toMatchObject({ paid: '96.00', open: '224.00', dueNow: '0.00' })
      await page.context().close()
    },
  )

  it('is accessible while something is due and once it is paid, and leaves by a link', async () => {
    const record = await sample.send({ payment_plan: plan })
    await sample.engine.acceptQuote(seller, record.quoteId, { revision: 1, name: 'Ada' })
    const page = await customer.open(customerLinks(payingSite).createUrl(record), true)
    const violations = async () => {
      await page.evaluate(axe)
      const { violations: found } = (await page.evaluate('axe.run()')) as {
        violations: readonly { readonly id: string }[]
      }
      return found.map(({ id }) => id)
    }
    expect(await violations()).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await sample.engine.recordPayment(seller, record.quoteId, { id: 'pay-1', amount: '96.00' })
    await page.reload()
    expect(await violations()).toEqual([])
    await page.context().close()
  })
})
