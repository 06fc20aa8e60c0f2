import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../setup/chromium.js'
import { hosts } from './hosts.js'
import { type Shop, seller, startShop } from './shop.js'

/** More stops than any page of the shop has. */
const maxStops = 200

/** Where the focus is. */
interface Stop {
  /** The start of the element's markup. */
  readonly html: string
  /** False if the element was passed before, on the way down the page. */
  readonly isNext: boolean
  /** True if an outline is drawn around it, in the window and not below another element. */
  readonly isVisible: boolean
  readonly isSame: boolean
}

describeInChromium('the pages by keyboard alone', (browser) => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop(hosts.Hono as (typeof hosts)[string])
  })
  afterAll(() => shop?.close())

  it.each([true, false])(
    'take a quote from new to ordered, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const context = await browser().newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${shop.origin}/desk`)
      await skipToContent(page)
      await tabTo(page, 'a[href$="/quotes/new"]')
      await page.keyboard.press('Enter')
      await type(page, '[name="customer.name"]', 'Ada Lovelace')
      await addLine(page, '2 oak chair')
      await press(page, '.head [value="save"]', 'Space')
      await expectHeading(page, /Ada Lovelace/)

      await addLine(page, 'felt')
      await press(page, '.head [value="save"]', 'Enter')
      await page.getByText('Your changes were saved.').waitFor()
      await press(page, '.head [value="ask"].primary', 'Enter')
      await press(page, '.review button.primary', 'Enter')
      await expectStatus(page, 'Sent')

      const link = await copyLink(page)
      const customer = await context.newPage()
      await customer.goto(link)
      await type(customer, '[name="name"]', 'Ada Lovelace')
      await type(customer, '[name="reference"]', 'PO-7')
      await press(customer, '.decision input[type="checkbox"]', 'Space')
      await press(customer, '.decision button', 'Enter')
      await customer.getByText('PO-7').first().waitFor()

      await page.reload()
      await press(page, '.lifecycle-next button', 'Enter')
      await expectStatus(page, 'Ordered')
      await context.close()
    },
  )

  it('are passed from top to bottom and back, with the focus in sight at every stop', async () => {
    const request = { customer: { name: 'Ada' }, products: [{ id: 118, qty: 1 }] }
    const { quoteId } = await shop.engine.createQuote(seller, request)
    const sent = await shop.engine.createQuote(seller, request)
    await shop.engine.sendQuote(seller, sent.quoteId)
    const page = await browser().newPage()
    const paths = ['', '/quotes/new', `/quotes/${quoteId}`, `/quotes/${sent.quoteId}`]
    const others = [`/quotes/${quoteId}/history`, '/templates/new', '/tags', '/users', '/activity']
    for (const path of [...paths, ...others]) {
      await page.goto(`${shop.origin}/desk${path}`)
      const stops = await stopsDown(page)
      expect(stops.length, path).toBeGreaterThan(5)
      expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([])
      expect(stops.filter(({ isNext }) => !isNext)).toEqual([])
      const back = await stopsBack(page, stops.length)
      expect(back.filter(({ isVisible }) => !isVisible)).toEqual([])
      expect(back.slice(1).filter(({ isNext, isSame }) => isNext && !isSame)).toEqual([])
    }
    await page.close()
  })
})

async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  expect(await stop(page)).toMatchObject({ isVisible: true })
  expect(await isFocused(page, '.skip')).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const isInMain = "document.querySelector('main').contains(document.activeElement)"
  expect(await page.evaluate(isInMain)).toBe(true)
}

/** Moves the focus forward until it is on an element, which it reaches within one round. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (let count = 0; count < maxStops; count += 1) {
    if (await isFocused(page, selector)) {
      expect((await stop(page))?.isVisible, selector).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key does not lead to ${selector}`)
}

function isFocused(page: Page, selector: string): Promise<boolean> {
  const first = `document.querySelector(${JSON.stringify(selector)})`
  return page.evaluate<boolean>(`document.activeElement === ${first}`)
}

async function type(page: Page, selector: string, text: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

async function press(page: Page, selector: string, key: string): Promise<void> {
  await tabTo(page, selector)
  await page.keyboard.press(key)
}

/** Adds a line by its field, with the module or on the server. */
async function addLine(page: Page, text: string): Promise<void> {
  const lines = page.locator('[data-rows] [data-row]')
  const count = await lines.count()
  await type(page, '[name="search"]', text)
  await page.keyboard.press('Enter')
  await lines.nth(count).waitFor()
}

/** Copies the link for the customer, and returns what is pasted elsewhere. */
async function copyLink(page: Page): Promise<string> {
  await tabTo(page, '#customer-link')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+C')
  await tabTo(page, '[name="message.text"]')
  await page.keyboard.press('Control+V')
  return page.locator('[name="message.text"]').inputValue()
}

/** Returns every stop from the start of the page to its end. */
async function stopsDown(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  for (let count = 0; count < maxStops; count += 1) {
    await page.keyboard.press('Tab')
    const next = await stop(page)
    // After the last stop, the focus is on none, or on the first one again.
    if (next === undefined || (!next.isNext && next.html === stops[0]?.html)) return stops
    // The parts of a date are stops of one element.
    if (!next.isSame) stops.push(next)
  }
  throw new Error(`The Tab key does not lead out of ${page.url()}`)
}

/** Returns so many stops from the end of the page upwards. */
async function stopsBack(page: Page, count: number): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  for (let index = 0; index < count; index += 1) {
    await page.keyboard.press('Shift+Tab')
    const next = await stop(page)
    if (next !== undefined) stops.push(next)
  }
  return stops
}

/** Returns where the focus is; undefined if it has left the page. */
async function stop(page: Page): Promise<Stop | undefined> {
  const found = await page.evaluate<Stop | null>(`{
    const element = document.activeElement
    const before = window.lastStop
    window.lastStop = element === document.body ? undefined : element
    if (element === document.body) null
    else {
      // A link of a row is outlined with its row.
      const isOutlined = [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
      })
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      const isOnTop = top !== null && (element.contains(top) || top.contains(element))
      const position = before?.compareDocumentPosition(element) ?? 4;
      ({
        html: element.outerHTML.slice(0, 200),
        isSame: before === element,
        isNext: before === element || (position & 4) === 4,
        isVisible: isOutlined && isOnTop,
      })
    }
  }`)
  return found ?? undefined
}

async function expectHeading(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

async function expectStatus(page: Page, status: string): Promise<void> {
  await page.locator('main .head .state', { hasText: status }).first().waitFor()
}
