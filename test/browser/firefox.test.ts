import axe from 'axe-core'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchFirefox, noFirefox } from '../setup/firefox.js'
import { axeOptions, listViolations, runAxe } from './axe.js'
import { fillShop, pagesOf } from './every-page.js'
import { hosts } from './hosts.js'
import { type Shop, shopEngine, startShop } from './shop.js'

const skipped = noFirefox === undefined ? 'here' : noFirefox

describe.skipIf(noFirefox !== undefined)(`the pages in Firefox (${skipped})`, () => {
  let shop: Shop
  let paths: readonly (string | undefined)[]

  beforeAll(async () => {
    const engine = shopEngine()
    const { draft, accepted } = await fillShop(engine, (name) => `some ${name}`)
    const [quote, history, , differences, , review] = draft === undefined ? [] : pagesOf(draft)
    const lists = ['/desk', '/desk/quotes/new', '/desk/insight', '/desk/templates/new']
    paths = [quote, history, differences, review, `/desk/quotes/${accepted?.quoteId}`, ...lists]
    shop = await startShop(hosts.Hono as (typeof hosts)[string], engine)
  })
  afterAll(() => shop?.close())

  it('take a quote from new to accepted', async () => {
    await withFirefox({}, async (page, errors) => {
      await page.goto(`${shop.origin}/desk/quotes/new`)
      await page.locator('[name="customer.name"]').fill('Ada Lovelace')
      await page.locator('[name="search"]').fill('3 oak')
      await page.locator('[role="option"] ::-p-text(Oak chair)').click()
      await page.locator('[data-sum] ::-p-text(449.85)').wait()
      await page.locator('.head button.primary::-p-text(Review and send)').click()
      await page.locator('.review button.primary').click()
      await page.locator('.head .state::-p-text(Sent)').wait()
      const link = await page.evaluate('document.querySelector("input[readonly]").value')
      await page.goto(String(link))
      await page.locator('[name="name"]').fill('Ada Lovelace')
      await page.locator('.decision input[type="checkbox"]').click()
      await page.locator('.decision button').click()
      await page.locator('::-p-text(Ada Lovelace)').wait()
      expect(errors).toEqual([])
    })
  })

  it('have nothing that axe finds in the dark, and fit into 320 px', async () => {
    await withFirefox({ 'ui.systemUsesDarkTheme': 1 }, async (page, errors) => {
      const found: string[] = []
      for (const path of paths) {
        await page.goto(shop.origin + path)
        await page.setViewport(narrow)
        if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
          found.push(`${path}: is wider than 320 px`)
        await page.setViewport(wide)
        await page.evaluate(axe.source)
        for (const each of listViolations(await page.evaluate(runAxe, axeOptions())))
          found.push(`${path}: ${each}`)
      }
      expect({ found, errors }).toEqual({ found: [], errors: [] })
    })
  })
})

const wide = { width: 1280, height: 900 }
const narrow = { width: 320, height: 800 }

/** Opens a page in a Firefox with these preferences, and collects what goes wrong in it. */
async function withFirefox(
  preferences: Record<string, unknown>,
  use: (page: Page, errors: readonly string[]) => Promise<void>,
): Promise<void> {
  const browser: Browser = await launchFirefox(preferences)
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    await page.setViewport(wide)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await use(page, errors)
  } finally {
    await browser.close()
  }
}
