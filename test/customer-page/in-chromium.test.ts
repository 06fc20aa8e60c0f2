import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import { en } from '../../src/customer-page/strings/en.js'
import { type Host, hosts } from '../browser/hosts.js'
import { kitchen } from '../quote/selection/kitchen.js'
import { launchChromium, noChromium } from '../setup/chromium.js'
import { buyer, type SamplePage, samplePage, secrets, seller } from './sample-page.js'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const site = { secrets, baseUrl: '' }
const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`

let browser: Browser
let host: Host
let sample: SamplePage

/** Opens a page as in a browser of this size. 320 px is a window of 1280 px at 400 % zoom. */
async function open(
  path: string,
  { width = 1280, dark = false, javaScriptEnabled = true } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(host.origin + path)
  return page
}

/** Returns the path of the page of a new offer. */
async function send(request: object = {}): Promise<{ path: string; quoteId: string }> {
  const record = await sample.send({ ...request, customer: { name: 'Ada Lovelace'.repeat(20) } })
  return { path: customerLinks(site).createUrl(record), quoteId: record.quoteId }
}

async function violationsOf(page: Page): Promise<string[]> {
  // The policy of the page allows no script from here, but the protocol of the browser does.
  await page.evaluate(axe)
  const result = await page.evaluate('axe.run()')
  const { violations } = result as {
    violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[]
  }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

describe.skipIf(noChromium !== undefined)(`the page in Chromium${skipped}`, () => {
  beforeAll(async () => {
    sample = samplePage()
    const { engine } = sample
    const app = createCustomerPage({ engine, ...site })
    const signed = createCustomerPage({
      engine,
      ...site,
      prefix: '/signed',
      signature: 'required',
    })
    const start = hosts.Hono as (apps: object) => Promise<Host>
    const theme = { accent: '#767676', neutral: '#7b6f65' }
    const light = createCustomerPage({ engine, ...site, prefix: '/light', theme })
    host = await start({ '/quote': app, '/signed': signed, '/light': light })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await host?.close()
  })

  const states: Readonly<Record<string, (quoteId: string) => Promise<unknown>>> = {
    open: (quoteId) =>
      sample.engine.addMessage(seller, quoteId, { text: 'Hello', visibility: 'customer' }),
    choices: async () => undefined,
    accepted: (quoteId) => sample.engine.acceptQuote(buyer, quoteId, { revision: 1, name: 'Ada' }),
    revisionRequested: (quoteId) =>
      sample.engine.requestRevision(buyer, quoteId, {
        reason: 'x'.repeat(300),
        lines: [{ key: '1-1', qty: 5, price: 70, note: 'y'.repeat(300) }],
        add: [{ name: 'z'.repeat(255), qty: 1 }],
      }),
    draft: (quoteId) => sample.engine.reviseQuote(seller, quoteId),
  }

  it.each(Object.keys(states))('is accessible and as wide as the window: %s', async (state) => {
    const { path, quoteId } = await send(state === 'choices' ? kitchen : {})
    await states[state]?.(quoteId)
    for (const width of [1280, 320])
      for (const dark of [false, true]) {
        const page = await open(path, { width, dark })
        for (const summary of await page.locator('summary').all()) await summary.click()
        expect(await violationsOf(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        await page.context().close()
      }
  })

  it('can be read with the lightest accent that a theme can have', async () => {
    const { path } = await send(kitchen)
    for (const dark of [false, true]) {
      const page = await open(path.replace('/quote/', '/light/'), { width: 390, dark })
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await violationsOf(page)).toEqual([])
      await page.context().close()
    }
  })

  it('shows what counts on the first screen of a phone, and 8 lines in 1,500 px', async () => {
    const products = Array.from({ length: 8 }, () => ({ id: 'chair', qty: 4 }))
    const { path } = await send({ products, title: 'Chairs for the hall' })
    const page = await open(path, { width: 390 })
    const parts = ['.seller', '.hero h1', '.hero .sum', '.hero .until', '.to-acceptance a']
    for (const part of parts) expect((await page.locator(part).boundingBox())?.y).toBeLessThan(800)
    const bottom = 'document.querySelector(".items").getBoundingClientRect().bottom'
    expect(await page.evaluate(bottom)).toBeLessThan(1_500)
    await page.context().close()
  })

  it('is accessible with errors and without an offer', async () => {
    const { path } = await send()
    const page = await open(path, { width: 320, dark: true, javaScriptEnabled: true })
    await page.evaluate('for (const form of document.forms) form.noValidate = true')
    await page.getByRole('button', { name: en.acceptButton }).click()
    await page.getByRole('alert').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${host.origin}/quote/nothing`)
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  })

  it('can be used with the keyboard only, and without JavaScript', async () => {
    const { path, quoteId } = await send()
    const page = await open(path, { javaScriptEnabled: false })
    const focused = page.locator(':focus')
    const tabTo = async (selector: string) => {
      for (let i = 0; i < 30; i++) {
        await page.keyboard.press('Tab')
        if ((await page.locator(`${selector}:focus`).count()) > 0) return
      }
      throw new Error(`Tab does not reach ${selector}`)
    }
    await tabTo('.skip')
    expect(await focused.textContent()).toBe(en.skip)
    await tabTo('#f-name')
    await page.keyboard.type('Ada Lovelace')
    await tabTo('#f-consent')
    await page.keyboard.press('Space')
    await tabTo('.decision button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: en.accepted }).waitFor()
    const { quote } = await sample.engine.getQuote(seller, quoteId)
    expect(quote.acceptance?.name).toBe('Ada Lovelace')
    await page.context().close()
  })

  it('opens the other forms without JavaScript, and keeps to its security policy', async () => {
    const { path, quoteId } = await send()
    const page = await open(path, { width: 390, javaScriptEnabled: false })
    const errors: string[] = []
    page.on('console', (message) => errors.push(message.text()))
    await page.getByText(en.change, { exact: true }).click()
    await page.getByLabel(en.changeText).fill('Blue chairs')
    await page.getByRole('button', { name: en.changeButton }).click()
    await page.getByRole('heading', { name: en.revisionRequested }).waitFor()
    expect((await sample.engine.getQuote(seller, quoteId)).quote.reason).toBe('Blue chairs')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('keeps what is drawn on a phone as points, through scrolling and turning it', async () => {
    const { path, quoteId } = await send()
    const page = await open(path.replace('/quote/', '/signed/'), { width: 390 })
    const pad = page.locator('#pad svg')
    const draw = async (from: number, to: number) => {
      await pad.scrollIntoViewIfNeeded()
      const { x = 0, y = 0, width = 0, height = 0 } = (await pad.boundingBox()) ?? {}
      await page.mouse.move(x + width * from, y + height / 2)
      await page.mouse.down()
      await page.mouse.move(x + width * to, y + height * 0.75, { steps: 5 })
      await page.mouse.up()
    }
    const strokes = async () => JSON.parse(await page.locator('#strokes').inputValue())
    await draw(0.1, 0.3)
    await page.getByRole('button', { name: en.clearSignature }).click()
    expect(await page.locator('#strokes').inputValue()).toBe('')
    await draw(0.25, 0.75)
    const [first] = await strokes()
    expect([first.slice(0, 2), first.slice(-2)]).toEqual([
      [expect.closeTo(150, -0.5), expect.closeTo(100, -0.5)],
      [expect.closeTo(450, -0.5), expect.closeTo(150, -0.5)],
    ])
    await page.setViewportSize({ width: 800, height: 390 })
    await draw(0.5, 0.6)
    expect((await strokes())[0]).toEqual(first)
    expect(await violationsOf(page)).toEqual([])
    const drawn = await strokes()
    await page.locator('#f-name').fill('Ada')
    await page.locator('#f-consent').check()
    await page.getByRole('button', { name: en.acceptButton }).click()
    await page.getByRole('heading', { name: en.accepted }).waitFor()
    const { quote } = await sample.engine.getQuote(seller, quoteId)
    expect(quote.acceptance?.signature).toEqual({ type: 'drawn', strokes: drawn })
    await page.context().close()
  })

  it.each([true, false])(
    'shows what a choice costs, and accepts it (script: %s)',
    async (hasScript) => {
      const { path, quoteId } = await send(kitchen)
      const page = await open(path, { width: 390, javaScriptEnabled: hasScript })
      const errors: string[] = []
      page.on('console', (message) => errors.push(message.text()))
      const button = page.getByRole('button', { name: en.chooseButton })
      expect(await button.count()).toBe(hasScript ? 0 : 1)
      await page.locator('#f-name').fill('Ada')
      await page.getByLabel('Oak').check()
      await page.getByLabel('Worktop').check()
      await page.getByLabel('Lamp').last().fill('4')
      if (!hasScript) await button.click()
      for (const part of ['#choice', '.decision', '.items', '.hero', '.to-acceptance'])
        await page.locator(part, { hasText: '€1,500.00' }).waitFor()
      expect(await page.getByLabel('White').isChecked()).toBe(false)
      expect(await page.locator('.paper').textContent()).not.toContain('White')
      expect(await page.locator('#f-name').inputValue()).toBe('Ada')
      expect([errors, hasScript ? await violationsOf(page) : []]).toEqual([[], []])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await page.locator('#f-consent').check()
      await page.getByRole('button', { name: en.acceptButton }).click()
      await page.getByRole('heading', { name: en.accepted }).waitFor()
      expect((await sample.engine.getQuote(seller, quoteId)).quote.total).toBe(1500)
      await page.context().close()
    },
  )

  it('offers the button for a total that the script could not load', async () => {
    const { path } = await send(kitchen)
    const page = await open(path)
    await page.route('**/*', (route) => route.abort())
    await page.getByLabel('Oak').check()
    await page.getByRole('button', { name: en.chooseButton }).waitFor()
    await page.unroute('**/*')
    await page.getByRole('button', { name: en.chooseButton }).click()
    await page.locator('.decision', { hasText: '€1,000.00' }).waitFor()
    await page.context().close()
  })

  it('prints the document only', async () => {
    const { path } = await send()
    const page = await open(path)
    await page.locator('.files summary').click()
    expect(await page.getByRole('button', { name: en.print }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const shown = await page.locator('main').innerText()
    expect(shown).toContain('Oak chair')
    for (const text of [en.accept, en.open, en.change, en.messages])
      expect(shown).not.toContain(text)
    expect(await page.getByRole('button', { name: en.print }).isVisible()).toBe(false)
    await page.context().close()
  })
})
