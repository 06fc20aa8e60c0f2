import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { deskPages, fillShop, pagesOf } from './every-page.js'
import { hosts } from './hosts.js'
import { type Shop, shopEngine, startShop } from './shop.js'

const statuses = [
  'new',
  'draft',
  'sent',
  'revision_requested',
  'accepted',
  'declined',
  'canceled',
  'ordered',
]

/** A long word, because nothing may push a page wider than its window. */
const textOf = (name: string) => `${name} Rindfleischetikettierungsüberwachungsaufgabenübertragung`

describeInChromium('the desk', (browser) => {
  let shop: Shop
  let paths: Readonly<Record<string, readonly string[]>>

  beforeAll(async () => {
    const engine = shopEngine()
    const records = await fillShop(engine, textOf)
    const { items } = await engine.listTemplates({ storeId: 'shop' })
    const templates = items.flatMap(({ templateId }) => [
      `/desk/templates/${templateId}`,
      `/desk/templates/${templateId}/use`,
      `/desk/templates/${templateId}/delete`,
    ])
    paths = {
      lists: [...deskPages, ...templates],
      ...Object.fromEntries(
        Object.entries(records).map(([status, record]) => [status, pagesOf(record)]),
      ),
    }
    shop = await startShop(hosts.Hono as (typeof hosts)[string], engine)
  })
  afterAll(() => shop?.close())

  /** Visits pages, each in windows of these sizes and colors, and returns what was found. */
  async function visit(
    list: readonly string[],
    windows: readonly { readonly width: number; readonly colorScheme: 'light' | 'dark' }[],
    check: (page: Page) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    // Colors that are on their way from light to dark are none of either.
    const context = await browser().newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    const found: string[] = []
    for (const path of list) {
      await page.goto(shop.origin + path)
      await openDetails(page)
      for (const { width, colorScheme } of windows) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        for (const each of await check(page))
          found.push(`${path}, ${width} px, ${colorScheme}: ${each}`)
      }
    }
    await context.close()
    return found
  }

  const wide = { width: 1280, colorScheme: 'light' } as const
  // A window of 1280 px at 400 % zoom.
  const narrow = { width: 320, colorScheme: 'light' } as const
  const isDark = { colorScheme: 'dark' } as const
  const dark = [wide, narrow].map((window) => ({ ...window, ...isDark }))

  it.each(['lists', ...statuses])('has no violations that axe finds: %s', async (name) => {
    // The pages of the statuses share their parts, so each width and each color is enough.
    const windows = name === 'lists' ? [wide, ...dark, narrow] : [wide, { ...narrow, ...isDark }]
    const check = (page: Page) => axeViolations(page)
    expect(await visit(paths[name] ?? [], windows, check)).toEqual([])
  })

  // What stays in sight can cover a part of what is below it, which depends on the position.
  it('has targets of 24 px wherever a page with a form of a quote is scrolled to', async () => {
    const forms = ['/desk/quotes/new', paths.draft?.[0] ?? '']
    expect(await visit(forms, [wide, narrow], smallTargets)).toEqual([])
  })

  it.each(['lists', ...statuses])('is as wide as a window of 320 px: %s', async (name) => {
    expect(await visit(paths[name] ?? [], [narrow], tooWide)).toEqual([])
  })
})

/** Opens everything that can be opened, so that it is checked as well. */
async function openDetails(page: Page): Promise<void> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
}

/** Smaller than most fields, so that each is at the end of the window at least once. */
const scrollStep = 60

/**
 * Returns the targets that are too small at any position of the page. The target of a box is its
 * label, of which axe knows nothing: a head that stays in sight can come close to the box alone.
 */
async function smallTargets(page: Page): Promise<readonly string[]> {
  const end = await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
  const found = new Set(await smallLabels(page))
  for (let top = 0; top <= end; top += scrollStep) {
    await page.evaluate(`scrollTo(0, ${top})`)
    for (const each of await axeViolations(page, ['target-size']))
      if (!each.startsWith('target-size: <input type="checkbox"')) found.add(each)
  }
  return [...found]
}

/** Returns the boxes whose labels are too small, or that have none around them. */
function smallLabels(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('input[type="checkbox"]')]
      .filter((box) => {
        const { width = 0, height = 0 } = box.closest('label')?.getBoundingClientRect() ?? {}
        return box.checkVisibility() && (width < 24 || height < 24)
      })
      .map(({ outerHTML }) => outerHTML)
  `)
}

/** Returns the innermost elements with content outside the window, if the page scrolls sideways. */
function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`{
    const { scrollWidth, clientWidth } = document.documentElement
    const isOutside = (each) =>
      each.closest('thead') === null &&
      each.getBoundingClientRect().left + each.scrollWidth > clientWidth + 1
    const outside = [...document.querySelectorAll('main, main *, header *')].filter(isOutside)
    const innermost = outside.filter((each) => ![...each.children].some(isOutside))
    scrollWidth === clientWidth ? [] : innermost.map(({ outerHTML }) => outerHTML.slice(0, 200))
  }`)
}
