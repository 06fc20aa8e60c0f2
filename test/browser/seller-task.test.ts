import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, noChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { hosts } from './hosts.js'
import { type Shop, seller, startShop } from './shop.js'

const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`

/** Eight lines, as a spreadsheet copies them. */
const table = [
  ...['Oak chair\t2', 'Felt pad\t40', 'Oak chair\t1', 'Felt pad\t8'],
  ...['Oak chair\t3', 'Felt pad\t12', 'Oak chair\t4', 'Felt pad\t16'],
].join('\n')

/** Counts what a seller does. */
function counted(page: Page) {
  const counts = { clicks: 0, fields: 0, loads: 0 }
  page.on('load', () => {
    counts.loads += 1
  })
  return {
    counts,
    async click(name: string) {
      counts.clicks += 1
      await page.getByRole('button', { name }).click()
    },
    async open(text: string) {
      counts.clicks += 1
      await page.locator('summary', { hasText: text }).click()
    },
    async fill(name: string, value: string) {
      counts.fields += 1
      await page.locator(`[name="${name}"]`).fill(value)
    },
    async choose(name: string, value: string) {
      counts.fields += 1
      await page.locator(`[name="${name}"]`).selectOption(value)
    },
    async paste(name: string, text: string) {
      counts.fields += 1
      await page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', ${JSON.stringify(text)})
        const init = { clipboardData, bubbles: true, cancelable: true }
        document.querySelector('[name="${name}"]').dispatchEvent(new ClipboardEvent('paste', init))
      }`)
    },
  }
}

describe.skipIf(noChromium !== undefined)(`a seller in the desk${skipped}`, () => {
  let browser: Browser
  let shop: Shop
  beforeAll(async () => {
    browser = await launchChromium()
    shop = await startShop(hosts.Hono as NonNullable<typeof hosts.Hono>)
    await shop.engine.createQuote(seller, {
      customer: {
        name: 'Dana Whitfield',
        company: 'Larkspur Café',
        email: 'dana@larkspur.example',
        city: 'Austin',
        country: 'US',
      },
      products: [{ id: 118, qty: 1 }],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  it('writes and sends 8 lines for a known customer with few clicks, fields and loads', async () => {
    const page = await browser.newPage()
    const does = counted(page)
    await page.goto(`${shop.origin}/desk/quotes/new`)
    await does.fill('find', 'lark')
    await page.getByRole('option', { name: 'Larkspur Café' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('.party summary', { hasText: 'dana@larkspur.example' }).waitFor()
    await does.paste('search', table)
    await does.fill('products[1].discount_percent', '10')
    await does.open('Discounts')
    await does.fill('discounts[0].value', '5')
    await does.choose('shipping.type', 'custom')
    await does.fill('shipping.product.name', 'Own van')
    await does.fill('shipping.product.price', '40')
    await page.locator('[data-sum]', { hasText: /2,319\.5\d/ }).waitFor()
    await does.click('Review and send')
    await page.getByRole('heading', { name: 'Review and send' }).waitFor()
    await does.click('Send the quote')
    await page.locator('main .head .state', { hasText: 'Sent' }).waitFor()
    const { items } = await shop.engine.listQuotes(seller, { status: 'sent' })
    expect(items[0]?.quote).toMatchObject({
      customer: { company: 'Larkspur Café', email: 'dana@larkspur.example', city: 'Austin' },
      discounts: [{ type: 'percent', value: '5' }],
      shipping: { type: 'custom', product: { name: 'Own van' } },
    })
    expect(items[0]?.quote.products.map(({ qty }) => qty)).toEqual([2, 40, 1, 8, 3, 12, 4, 16])
    // More of any makes the desk worse: correct the page, not these numbers.
    expect(does.counts).toEqual({ clicks: 3, fields: 7, loads: 3 })
    await page.close()
  })

  it('needs one key from a line to the next step', async () => {
    const page = await browser.newPage()
    await page.goto(`${shop.origin}/desk/quotes/new`)
    await page.locator('[name="find"]').fill('lark')
    await page.getByRole('option', { name: 'Larkspur Café' }).click()
    await page.locator('.party summary', { hasText: 'dana@larkspur.example' }).waitFor()
    const adder = page.getByRole('combobox', { name: 'Add a line' })
    await adder.fill('3 oak')
    await page.getByRole('option', { name: 'Oak chair' }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-sum]', { hasText: '449.85' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Review and send' }).waitFor()
    await page.close()
  })

  it('shows few boxes on the paper of a new quote of 8 lines', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.goto(`${shop.origin}/desk/quotes/new`)
    await page.locator('[name="find"]').fill('lark')
    await page.getByRole('option', { name: 'Larkspur Café' }).click()
    await page.locator('.party summary', { hasText: 'dana@larkspur.example' }).waitFor()
    await page.locator('summary', { hasText: 'Paste a table' }).click()
    await page.locator('[name="pasted"]').fill(table)
    await page.getByRole('button', { name: 'Add the lines' }).click()
    await page.locator('[data-row]').nth(7).waitFor()
    const boxes = await page.evaluate<string[]>(`
      [...document.querySelectorAll('input, select, textarea, button, .button')].flatMap((each) => {
        const { top, bottom, width, height } = each.getBoundingClientRect()
        const { borderTopWidth, boxShadow } = getComputedStyle(each)
        const isSeen = each.checkVisibility({ opacityProperty: true }) && width > 1 && height > 1
        const hasBox = borderTopWidth !== '0px' || boxShadow !== 'none'
        return isSeen && hasBox && top < 900 && bottom > 0 ? [each.outerHTML.slice(0, 80)] : []
      })`)
    expect(boxes.length, boxes.join('\n')).toBeLessThanOrEqual(12)
    await page.close()
  })
})
