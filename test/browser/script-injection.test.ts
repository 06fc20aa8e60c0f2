import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { customerLinks } from '../../src/customer-page/links.js'
import { describeInChromium } from '../setup/chromium.js'
import { deskPages, fillShop, pagesOf } from './every-page.js'
import { hosts } from './hosts.js'
import { secrets, shopEngine, startShop } from './shop.js'
import { xssPayloads } from './xss-payloads.js'

describeInChromium('markup in every field', (browser) => {
  it('runs nothing, loads nothing and changes no page when it is stored', async () => {
    // Every field gets the next payload, so several shops have many of them in each field.
    for (let first = 0; first < xssPayloads.length; first += 5) {
      let count = first
      const engine = shopEngine()
      const records = Object.values(
        await fillShop(engine, () => xssPayloads[count++ % xssPayloads.length] as string),
      )
      const shop = await startShop(hosts.Hono as (typeof hosts)[string], engine)
      const links = customerLinks({ secrets, baseUrl: '' })
      const offers = records.filter(({ quote }) => quote.revision !== undefined)
      const paths = [
        ...deskPages,
        ...records.flatMap(pagesOf),
        ...offers.map((record) => links.createUrl(record)),
      ]
      expect(await whatHappens(browser(), shop.origin, paths)).toEqual([])
      await shop.close()
    }
  })

  it('runs nothing, loads nothing and changes no page when it is in an address', async () => {
    const shop = await startShop(hosts.Hono as (typeof hosts)[string])
    const paths = xssPayloads
      .map(encodeURIComponent)
      .flatMap((payload) => [
        `/desk?text=${payload}&status=${payload}&tag=${payload}&owner=${payload}&after=${payload}`,
        `/desk/quotes/${payload}`,
        `/desk/quotes/new?done=${payload}`,
        `/desk/templates/new?from=${payload}`,
        `/desk/${payload}`,
        `/quote/${payload}`,
      ])
    expect(await whatHappens(browser(), shop.origin, paths)).toEqual([])
    await shop.close()
  })
})

/** Visits pages, and returns everything that markup has done. */
async function whatHappens(
  browser: Browser,
  origin: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const found: string[] = []
  let path = ''
  page.on('dialog', (dialog) => {
    found.push(`${path}: dialog ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  page.on('pageerror', (error) => found.push(`${path}: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text()))
      found.push(`${path}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) found.push(`${path}: loads ${url}`)
  })
  for (path of paths) {
    await page.goto(origin + path)
    if (!page.url().startsWith(origin)) found.push(`${path}: goes to ${page.url()}`)
    for (const each of await strangeElements(page)) found.push(`${path}: ${each}`)
  }
  await context.close()
  return found
}

/** Returns the elements that no page of the library has, and those with attributes that run. */
function strangeElements(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`{
    const strange = document.querySelectorAll(
      'iframe, object, embed, base, math, style, img:not([src^="data:"]), meta[http-equiv], ' +
        'script:not([type=module][src]), form[action^="//"], a[href^="javascript"]',
    )
    const runs = ({ name }) => name.startsWith('on') || name === 'style'
    const withHandlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
      [...attributes].some(runs),
    );
    [...strange, ...withHandlers].map(({ outerHTML }) => outerHTML.slice(0, 200))
  }`)
}
