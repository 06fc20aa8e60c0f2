import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadStrings } from '../../src/desk/strings/load-strings.js'
import { deskStrings } from '../../src/desk/strings.js'
import { describeInChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { deskPages, fillShop, pagesOf } from './every-page.js'
import { hosts } from './hosts.js'
import { type Shop, seller, shopEngine, startShop } from './shop.js'

/** Returns every string of a table that is no function. */
function stringsIn(table: object): readonly string[] {
  return Object.values(table).flatMap((value) => {
    if (typeof value === 'object') return stringsIn(value)
    return typeof value === 'string' ? [value] : []
  })
}

/** Returns what people read of a page: its text, and the words of its attributes. */
function wordsOf(html: string): ReadonlySet<string> {
  const spoken = html.matchAll(/(?:aria-label|data-label|placeholder|title|alt)="([^"]*)"/g)
  const strings = html.replaceAll(/<(style|script|textarea)[^>]*>.*?<\/\1>/gs, '').split(/<[^>]*>/)
  const words = [...strings, ...[...spoken].map(([, text = '']) => text)]
  return new Set(
    words.map((text) =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^[,:] /, ''),
    ),
  )
}

describeInChromium('the desk in another language', (browser) => {
  let shop: Shop
  let pages: readonly string[]
  let kindsOfPages: readonly string[]
  let locale = 'en'

  beforeAll(async () => {
    const engine = shopEngine()
    const { draft, sent, revision_requested, accepted } = await fillShop(
      engine,
      (name) => `${name} 7`,
    )
    const { items } = await engine.listTemplates({ storeId: 'shop' })
    const records = [draft, sent, revision_requested, accepted]
    pages = [
      // Without a user, an error page has no language of its own.
      ...deskPages.filter((path) => path !== '/desk/no-such-page'),
      ...items.map(({ templateId }) => `/desk/templates/${templateId}`),
      ...records.flatMap((record) => (record === undefined ? [] : pagesOf(record))),
      '/desk/quotes/none',
    ]
    // One of each kind: what differs by status is the same in every language.
    const kinds = /\/desk(?:\?approval=pending|\/(?:insight|activity|tags|users|templates\/new))?$/
    const ofDraft = draft === undefined ? [] : pagesOf(draft)
    kindsOfPages = [...pages.filter((path) => kinds.test(path)), ...ofDraft, '/desk/quotes/none']
    const authenticate = () => ({ ...seller, locale })
    shop = await startShop(hosts.Hono as (typeof hosts)[string], engine, authenticate)
  })
  afterAll(() => shop?.close())

  it.each(['ar', 'de', 'fr', 'ja', 'zh'])('has no English words: %s', async (language) => {
    locale = language
    const own = new Set(stringsIn((await loadStrings(language)) ?? {}))
    const english = stringsIn(deskStrings).filter(
      (text) => /\p{L}{2}/u.test(text) && !own.has(text),
    )
    const found: string[] = []
    // Documents have the language of the customer.
    for (const path of pages.filter((each) => !/\/(?:document|send)$/.test(each))) {
      const html = await (await fetch(shop.origin + path)).text()
      expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
      const words = wordsOf(html)
      found.push(...english.filter((text) => words.has(text)).map((text) => `${path}: ${text}`))
    }
    expect(found).toEqual([])
  })

  it.each([
    ['ar', 1280],
    ['ar', 320],
    ['ja', 1280],
    ['de', 320],
  ])('has no violations that axe finds, and fits: %s, %i px', async (language, width) => {
    locale = language
    const context = await browser().newContext({
      reducedMotion: 'reduce',
      viewport: { width, height: 800 },
    })
    const page = await context.newPage()
    const found: string[] = []
    for (const path of kindsOfPages) {
      await page.goto(shop.origin + path)
      await page.evaluate(
        "for (const each of document.querySelectorAll('details')) each.open = true",
      )
      if (language !== 'de')
        found.push(...(await axeViolations(page)).map((each) => `${path}: ${each}`))
      const tooWide = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      )
      if (tooWide > 0) found.push(`${path}: ${tooWide} px too wide`)
    }
    await context.close()
    expect(found).toEqual([])
  })
})
