import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInChromium } from '../setup/chromium.js'
import { axeViolations } from './axe.js'
import { hosts } from './hosts.js'
import { type Shop, seller, startShop } from './shop.js'

describeInChromium('two people with one quote', (browser) => {
  let shop: Shop

  beforeAll(async () => {
    shop = await startShop(hosts.Hono as (typeof hosts)[string])
  })
  afterAll(() => shop?.close())

  it.each([true, false])(
    'see both versions and choose field by field, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { quoteId } = await shop.engine.createQuote(seller, {
        customer: { name: 'Ada', city: 'London' },
        products: [
          { id: 118, qty: 2 },
          { id: 204, qty: 4 },
        ],
      })
      const open = async () => {
        const context = await browser().newContext({ javaScriptEnabled })
        const page = await context.newPage()
        await page.goto(`${shop.origin}/desk/quotes/${quoteId}`)
        return page
      }
      const [first, second] = [await open(), await open()]
      await fill(first, { 'customer.city': 'Oxford', 'products[0].qty': '3' })
      await fill(first, { 'products[1].qty': '9' })
      await save(first, 'Your changes were saved.')

      await fill(second, { 'customer.city': 'Cambridge', 'products[0].qty': '5' })
      await fill(second, { 'customer.name': 'Ada Lovelace' })
      await second.locator('[name="search"]').fill('oak chair')
      await second.getByRole('button', { name: 'Add', exact: true }).click()
      await second.locator('[name="products[2].id"]').waitFor()
      await save(second, 'somebody else has changed the quote')
      for (const [what, yours, theirs] of [
        ['Customer: City', 'Cambridge', 'Oxford'],
        ['Oak chair: quantity', '5', '3'],
      ] as const) {
        const row = rowOf(second, what)
        expect(await row.locator('[data-label="Yours"]').textContent()).toContain(yours)
        expect(await row.locator('[data-label="Theirs"]').textContent()).toContain(theirs)
        expect(await row.locator('[value="theirs"]').isChecked()).toBe(true)
      }
      if (javaScriptEnabled) expect(await axeViolations(second)).toEqual([])
      await rowOf(second, 'Customer: City').locator('[value="mine"]').check()
      await second.getByRole('button', { name: 'Save my choice' }).click()
      await second.getByText('Your changes were saved.').waitFor()

      const { quote, version } = await shop.engine.getQuote(seller, quoteId)
      expect(version).toBe(3)
      expect(quote.customer).toMatchObject({ name: 'Ada Lovelace', city: 'Cambridge' })
      expect(quote.products.map(({ id, qty }) => [id, qty])).toEqual([
        [118, 3],
        [204, 9],
        [118, 1],
      ])
      await first.context().close()
      await second.context().close()
    },
  )
})

function rowOf(page: Page, what: string) {
  return page.locator('.differences tbody tr', { hasText: what })
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  // The customer is text until its fields are opened.
  const customer = page.locator('.party:not(.wording) > details')
  if (await customer.evaluate((each) => !each.hasAttribute('open')))
    await customer.locator('> summary').click()
  for (const [name, value] of Object.entries(values))
    await page.locator(`[name="${name}"]`).fill(value)
}

/** Saves the form, and waits for what the page says then. */
async function save(page: Page, message: string): Promise<void> {
  await page.locator('.head [value="save"]').click()
  await page.getByText(message).waitFor()
}
