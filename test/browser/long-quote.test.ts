import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, noChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { hosts } from './hosts.js'
import { type Shop, seller, startShop } from './shop.js'

const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`

describe.skipIf(noChromium !== undefined)(`a long quote in the desk${skipped}`, () => {
  let browser: Browser
  let shop: Shop
  beforeAll(async () => {
    browser = await launchChromium()
    shop = await startShop(hosts.Hono as NonNullable<typeof hosts.Hono>)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('opens a line where it is clicked, and the next one by Enter', async () => {
    const products = Array.from({ length: 60 }, (_, index) => ({
      name: `Line ${index + 1}`,
      price: '10.00',
      qty: 1,
      note: `Note ${index + 1}`,
    }))
    const { quoteId } = await shop.engine.createQuote(seller, {
      customer: { name: 'Dana Whitfield' },
      products,
    })
    const page = await browser.newPage()
    await page.goto(`${shop.origin}/desk/quotes/${quoteId}`)
    expect(await page.locator('[name$="].qty"]').count()).toBe(0)
    await page.locator('[data-row]').nth(2).locator('td').first().click()
    await page.locator('[name="products[2].qty"]:focus').waitFor()
    await page.locator('[name="products[2].qty"]').fill('5')
    await page.locator('[data-sum]', { hasText: '640.00' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[name="products[3].qty"]:focus').waitFor()
    await page.getByRole('button', { name: 'Edit Line 7', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[name="products[6].name"]:focus').waitFor()
    expect(await page.locator('[name$="].qty"]').count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.notice.good').waitFor()
    const { quote } = await shop.engine.getQuote(seller, quoteId)
    expect(quote.products.map(({ qty, note }) => `${qty} ${note}`)).toEqual(
      products.map(({ note }, index) => `${index === 2 ? 5 : 1} ${note}`),
    )
    await page.close()
  })
})
