import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '../../../src/customer-page/strings/en.js'
import { axeViolations } from '../../browser/axe.js'
import { type Host, hosts } from '../../browser/hosts.js'
import { describeInChromium } from '../../setup/chromium.js'
import { seller } from '../sample-page.js'
import { type SampleRequestPage, sampleRequestPage } from './sample-request-page.js'

const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragung'.repeat(3)

describeInChromium('the page on which quotes are requested', (browser) => {
  let host: Host
  let sample: SampleRequestPage

  beforeAll(async () => {
    const lines = { seller: ['Chairs Ltd', '+1 555 0100', `${long}@chairs.example`] }
    sample = sampleRequestPage({ ...lines, requestBudget: false })
    const arabic = sampleRequestPage({ ...lines, locale: 'ar', prefix: '/ar' })
    const start = hosts.Hono as (typeof hosts)[string]
    host = await start({ '/request': sample.page, '/ar': arabic.page })
  })
  afterAll(() => host?.close())

  it.each([1280, 320].flatMap((width) => [false, true].map((isDark) => [width, isDark] as const)))(
    'is accessible and %i px wide, dark: %s',
    async (width, isDark) => {
      const page = await browser().newPage({
        viewport: { width, height: 800 },
        colorScheme: isDark ? 'dark' : 'light',
      })
      const check = async () => {
        expect(await axeViolations(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
      await page.goto(`${host.origin}/request?products=118:2,7`)
      await check()
      await page.evaluate('document.forms[0].noValidate = true')
      await page.locator('#f-products_2__name').fill(long)
      await page.getByRole('button', { name: en.requestTitle }).click()
      await page.getByRole('alert').waitFor()
      await check()
      await page.goto(`${host.origin}/request/sent?reference=3f9a2c`)
      await check()
      await page.goto(`${host.origin}/ar`)
      await check()
      await page.goto(`${host.origin}/request/nothing`)
      await check()
      await page.close()
    },
  )

  it('takes a request without JavaScript, by its security policy and the keyboard', async () => {
    const context = await browser().newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.goto(`${host.origin}/request`)
    await fillIn(page, { 'products[0].name': 'Workbench', 'products[0].qty': '4' })
    await page.keyboard.press('Enter')
    await page.locator('#f-products_5__name').waitFor()
    expect(new URL(page.url()).hash).toBe('#f-products_3__name')
    expect(await page.locator('#f-products_0__qty').inputValue()).toBe('4')
    await fillIn(page, { 'products[3].name': 'Assembly', 'products[3].qty': '1' })
    await fillIn(page, { 'customer.name': 'Dana', 'customer.phone': '555 0100' })
    await page.locator('#f-customer_zipcode').focus()
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe(en.requestTitle)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: en.requestSent }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: en.requestSent }).waitFor()
    expect(messages).toEqual([])
    const { items } = await sample.engine.listQuotes(seller, { requested: true })
    expect(items.map(({ quote }) => quote.products.map(({ name }) => name))).toEqual([
      ['Workbench', 'Assembly'],
    ])
    await context.close()
  })
})

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await page.locator(`[name="${name}"]`).fill(value)
}
