import { expect, it } from 'vitest'
import { createCallShop } from '../../docs/examples/call-notes.mjs'
import { createDesk, html } from '../../src/desk/index.js'
import { describeInChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { hosts } from './hosts.js'
import { secrets, seller, shopEngine } from './shop.js'

const start = hosts.Hono as (typeof hosts)[string]

describeInChromium('features of a host', (browser) => {
  it.each([true, false])(
    'note a call at the desk, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { engine, desk } = createCallShop({ authenticate: () => seller, secrets })
      const request = { customer: { name: 'Ada Lovelace' }, products: [{ id: 118, qty: 2 }] }
      const { quoteId } = await engine.createQuote(seller, request)
      const { origin, close } = await start({ '/desk': desk })
      const page = await (await browser().newContext({ javaScriptEnabled })).newPage()
      await page.goto(`${origin}/desk/quotes/${quoteId}`)
      await page.getByLabel('What was said').fill('Calls back <b>on Monday</b>')
      await page.getByRole('button', { name: 'Note a call' }).click()
      await page.getByText('The call is noted.').waitFor()
      await page.getByText('Calls back <b>on Monday</b>').waitFor()
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([])
      await page.getByRole('link', { name: 'Calls' }).click()
      await page.getByRole('heading', { name: 'Calls' }).waitFor()
      await page.getByText('Calls back <b>on Monday</b>').waitFor()
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([])
      await close()
    },
  )

  it('runs no script of a page, even one that the host writes itself', async () => {
    const show = () => html`<p id="text">Before</p>
      <script>document.querySelector('#text').textContent = 'After'</script>
      <img src="x" alt="" onerror="document.querySelector('#text').textContent = 'After'">`
    const pages = [{ name: 'own', label: 'Own', show }]
    const desk = createDesk({ engine: shopEngine(), authenticate: () => seller, secrets, pages })
    const { origin, close } = await start({ '/desk': desk })
    const page = await browser().newPage()
    const blocked: string[] = []
    page.on('console', (message) => blocked.push(message.text()))
    await page.goto(`${origin}/desk/pages/own`, { waitUntil: 'networkidle' })
    expect(await page.locator('#text').textContent()).toBe('Before')
    expect(blocked.join('\n')).toContain('Content Security Policy')
    await close()
  })
})
