import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInChromium } from '../setup/chromium.js'
import { type Host, hosts, type MountedApps } from './hosts.js'
import { type Shop, startShop } from './shop.js'

const frameworks = Object.entries(hosts).flatMap(([name, start]) => [
  { name, start, javaScriptEnabled: true, mode: 'with JavaScript' },
  { name, start, javaScriptEnabled: false, mode: 'without JavaScript' },
])

describeInChromium('a quote', (browser) => {
  it.each(frameworks)(
    'goes from new to ordered, mounted in $name, $mode',
    async ({ start, javaScriptEnabled }) => {
      await withShop(start, async (shop) => {
        const desk = await openWindow(browser(), javaScriptEnabled)
        const customer = await openWindow(browser(), javaScriptEnabled)
        await createQuote(desk.page, shop)
        await changeQuote(desk.page)
        const link = await sendQuote(desk.page)
        await acceptQuote(customer.page, link)
        await orderQuote(desk.page)
        expect([...desk.errors, ...customer.errors]).toEqual([])
      })
    },
  )
})

async function createQuote(page: Page, { origin }: Shop): Promise<void> {
  await page.goto(`${origin}/desk`)
  await page.getByRole('link', { name: 'New quote' }).first().click()
  await page.locator('[name="customer.name"]').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await addLine(page, '2 oak')
  await addLine(page, 'Assembly')
  await page.locator('[name="products[1].price"]').fill('45')
  await page.getByRole('button', { name: 'Create the quote' }).click()
  await expectHeading(page, /Ada Lovelace/)
  await expectText(page, '€344.90')
}

/** Adds a line by its field, with the module or on the server. */
async function addLine(page: Page, text: string): Promise<void> {
  const lines = page.locator('[data-rows] [data-row]')
  const count = await lines.count()
  await page.locator('[name="search"]').fill(text)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await lines.nth(count).waitFor()
}

async function changeQuote(page: Page): Promise<void> {
  await page.locator('[name="products[0].qty"]').fill('6')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectText(page, '€944.70')
}

/** Sends the quote with a change that is not saved, and returns the link for the customer. */
async function sendQuote(page: Page): Promise<string> {
  await page.locator('[name="products[0].qty"]').fill('3')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page.locator('.document-sheet').getByText('€494.85').first().waitFor()
  await page.getByRole('button', { name: 'Send the quote' }).click()
  await expectStatus(page, 'Sent')
  return page.locator('input[readonly]').first().inputValue()
}

async function acceptQuote(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expectText(page, '€494.85')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your reference').fill('PO-7')
  await page.getByLabel('I accept the offer').check()
  await page.getByRole('button', { name: 'Accept offer' }).click()
  await expectText(page, 'PO-7')
}

async function orderQuote(page: Page): Promise<void> {
  await page.reload()
  await expectStatus(page, 'Accepted')
  await expectText(page, 'PO-7')
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await expectStatus(page, 'Ordered')
}

async function expectHeading(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function expectText(page: Page, text: string): Promise<void> {
  await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
}

async function expectStatus(page: Page, status: string): Promise<void> {
  await page.locator('main .head .state', { hasText: status }).first().waitFor()
}

/** A window of its own user, with what went wrong in it. */
interface BrowserWindow {
  readonly page: Page
  readonly errors: readonly string[]
}

async function openWindow(browser: Browser, javaScriptEnabled: boolean): Promise<BrowserWindow> {
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, errors }
}

async function withShop(
  start: (apps: MountedApps) => Promise<Host>,
  use: (shop: Shop) => Promise<void>,
): Promise<void> {
  const shop = await startShop(start)
  try {
    await use(shop)
  } finally {
    await shop.close()
  }
}
