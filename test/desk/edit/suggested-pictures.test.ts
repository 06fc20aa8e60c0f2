import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createDesk } from '../../../src/desk/app/app.js'
import { axeViolations } from '../../browser/axe.js'
import { type Host, hosts } from '../../browser/hosts.js'
import { launchChromium, noChromium } from '../../setup/chromium.js'
import { sampleEngine, seller } from '../sample-desk.js'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect/></svg>'
const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`

describe.skipIf(noChromium !== undefined)(`the desk in Chromium${skipped}`, () => {
  const cdn = createServer((_, response) => {
    response.setHeader('content-type', 'image/svg+xml')
    response.end(svg)
  })
  let browser: Browser
  let desk: Host
  beforeAll(async () => {
    await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
    const priceBreaks = [{ qty: 10, price: '11.00' }]
    const products = [
      { id: 1, name: 'Drill', price: '12.00', image: `${origin}/drill.svg`, priceBreaks },
      { id: 2, name: 'Drill'.repeat(50), price: '3.00', image: 'https://other.example/bit.svg' },
    ]
    const engine = sampleEngine({ catalog: memoryCatalog({ 'store-1': products }) })
    const secrets = ['a secret of the desk with 32 or more characters']
    const start = hosts.Hono as NonNullable<typeof hosts.Hono>
    desk = await start({
      '/desk': createDesk({
        engine,
        secrets,
        authenticate: () => seller,
        pictureOrigins: [origin],
      }),
    })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await desk?.close()
    cdn.close()
  })

  /** The pictures of a list: whether they were loaded, and how large they are. */
  const pictures = (page: Page, list: string) =>
    page.evaluate<unknown>(`Promise.all(
      [...document.querySelectorAll('${list} img')].map(async (image) => {
        await image.decode()
        return [image.naturalWidth, image.width, image.height]
      }),
    )`)

  it.each([
    [1280, true],
    [390, true],
    [1280, false],
    [390, false],
  ])('shows pictures and price breaks at %d px, with its module: %j', async (width, hasModule) => {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      javaScriptEnabled: hasModule,
    })
    const page = await context.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    page.on('pageerror', (error) => messages.push(String(error)))
    await page.goto(`${desk.origin}/desk/quotes/new`)
    await page.locator('#f-search').fill('dri')
    if (!hasModule) await page.locator('[data-add]').click()
    const list = hasModule ? '#suggestions' : '.found'
    await page.locator(`${list} li`).first().getByText('from 10: 11.00').waitFor()
    expect(await pictures(page, list)).toEqual([[80, 40, 40]])
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect([wide, messages]).toEqual([false, []])
    if (hasModule) expect(await axeViolations(page)).toEqual([])
    await context.close()
  })
})
