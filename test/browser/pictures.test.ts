import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { launchChromium, missingFonts, noChromium, pathsForPictures } from '../setup/chromium.js'
import { expectPicture } from '../setup/pictures.js'
import { hosts } from './hosts.js'
import { type Shop, seller, startShop } from './shop.js'

const missing = process.env.CI || noChromium ? [] : missingFonts(['Noto Sans'])
const skipReason = noChromium ?? (missing[0] && `no fonts: install ${missing.join(', ')}`)

/** A change of one row of a table is more than this. */
const tolerance = 0.005

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

/** The pages that most people see, each in one window. */
const windows = {
  list: { viewport: wide, colorScheme: 'light' },
  quote: { viewport: wide, colorScheme: 'light' },
  'quote-phone': { viewport: phone, colorScheme: 'dark' },
  review: { viewport: wide, colorScheme: 'dark' },
  offer: { viewport: wide, colorScheme: 'dark' },
  'offer-phone': { viewport: phone, colorScheme: 'light' },
} as const

const names = Object.keys(windows) as (keyof typeof windows)[]
const pathOf = (name: string) => `test/browser/pictures/${name}.png`

describe.skipIf(skipReason)(`pictures of pages (${skipReason ?? 'here'})`, () => {
  let browser: Awaited<ReturnType<typeof launchChromium>>
  let shop: Shop
  let paths: Readonly<Record<string, string>>

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T10:00:00Z') })
    browser = await launchChromium(pathsForPictures)
    shop = await startShop(hosts.Hono as (typeof hosts)[string])
    paths = await fill(shop)
  })
  afterAll(async () => {
    vi.useRealTimers()
    await browser?.close()
    await shop?.close()
  })

  it.each(names)('look as they did: %s', async (name) => {
    const { viewport, colorScheme } = windows[name]
    const options = { viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-US' } as const
    const page = await browser.newPage(options)
    await page.goto(shop.origin + paths[name.replace('-phone', '')])
    // Fonts of this machine, which others lack, are not those of the pictures.
    await page.evaluate(`document.documentElement.style.setProperty('--font', "'Noto Sans'")`)
    // A quote without a number is called by its id, which is random.
    await page.evaluate(withoutIds)
    const picture = await page.screenshot()
    await page.close()
    expectPicture(pathOf(name), picture, tolerance)
  })
})

const withoutIds = `{
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode())
    nodes.currentNode.data = nodes.currentNode.data.replace(/New [0-9a-f]{6}/, 'New 000000')
}`

/** Creates some quotes, and returns the paths of the pages that show them. */
async function fill({
  origin,
  engine,
  customerUrl,
}: Shop): Promise<Readonly<Record<string, string>>> {
  const customer = {
    name: 'Dana Whitfield',
    company: 'Larkspur Café',
    email: 'dana@larkspur.example',
    city: 'Austin',
    country: 'US',
  }
  const content = {
    customer,
    title: 'Chairs for the terrace',
    products: [
      { id: 118, qty: 12, discount_percent: '10' },
      { id: 204, qty: 48, note: 'Grey' },
      { name: 'Assembly', price: '45.00', qty: 2 },
    ],
    discounts: [{ type: 'percent', value: 5 }],
    shipping: { type: 'custom', product: { name: 'Own van', price: '40.00' } },
  } as const
  const { quoteId } = await engine.createQuote(seller, content)
  const sent = await engine.createQuote(seller, content)
  const offer = customerUrl(await engine.sendQuote(seller, sent.quoteId))
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville'])
    await engine.createQuote(seller, { customer: { name }, products: [{ id: 118, qty: 1 }] })
  return {
    list: '/desk',
    quote: `/desk/quotes/${quoteId}`,
    review: `/desk/quotes/${quoteId}/send`,
    offer: offer.slice(origin.length),
  }
}
