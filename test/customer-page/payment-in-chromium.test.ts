import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import { en } from '../../src/customer-page/strings/en.js'
import { getPayable } from '../../src/quote/lifecycle/get-payable.js'
import { type Host, hosts } from '../browser/hosts.js'
import { launchChromium, noChromium } from '../setup/chromium.js'
import { type LocalProvider, readNotice, startProvider } from './local-provider.js'
import { type SamplePage, samplePage, secrets, seller } from './sample-page.js'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`
const site = { secrets, baseUrl: '' }
const plan = [
  { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Second part', type: 'percent', value: 20, due: 'order', days: 14 },
  { label: 'Balance', type: 'rest', due: 'delivery' },
] as const

let browser: Browser
let host: Host
let provider: LocalProvider
let sample: SamplePage

async function open(path: string, javaScriptEnabled: boolean): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, javaScriptEnabled })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(host.origin + path)
  return page
}

describe.skipIf(noChromium !== undefined)(`paying on a phone, in Chromium${skipped}`, () => {
  beforeAll(async () => {
    sample = samplePage()
    const { engine } = sample
    provider = await startProvider(async (body, signature) => {
      const { quoteId, ...notice } = readNotice(body, signature)
      await engine.recordPayment({ storeId: 's', role: 'system' }, quoteId, notice)
    })
    const app = createCustomerPage({
      engine,
      ...site,
      startPayment: ({ key, amount, currency = '', record, returnUrl }) =>
        provider.start(key, { amount, currency, quoteId: record.quoteId, returnUrl }),
    })
    const start = hosts.Hono as (apps: object) => Promise<Host>
    host = await start({ '/quote': app })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await host?.close()
    await provider?.close()
  })

  it.each([true, false])(
    'accepts, pays the deposit and comes back, scripts: %s',
    async (scripts) => {
      const record = await sample.send({ payment_plan: plan })
      const { quoteId } = record
      const page = await open(customerLinks(site).createUrl(record), scripts)
      await page.fill('[name=name]', 'Ada Lovelace')
      await page.check('[name=consent]')
      await page.click(`.decision button`)
      await page.waitForSelector('.thanks')
      expect(await page.locator('.payment .total strong').first().textContent()).toBe('€96.00')
      await page.click('.payment button')
      await page.waitForURL(`${provider.origin}/**`)
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
    const page = await open(customerLinks(site).createUrl(record), true)
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
