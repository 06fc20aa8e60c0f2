import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editJs } from '../../../src/desk/assets/edit.js.js'
import { axeViolations } from '../../browser/axe.js'
import { hosts } from '../../browser/hosts.js'
import { type Shop, seller, startShop } from '../../browser/shop.js'
import { launchChromium, noChromium } from '../../setup/chromium.js'

const source = readFileSync('src/desk/assets/edit.js', 'utf8')

describe('edit.js', () => {
  it('has less than 16 KB, and is served as it is written', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(16_000)
    expect(editJs).toBe(source)
  })

  it('creates no markup from strings, and runs no code from strings', () => {
    expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(/)
  })
})

const skipped = noChromium === undefined ? '' : ` (skipped: ${noChromium})`

describe.skipIf(noChromium !== undefined)(`edit.js in Chromium${skipped}`, () => {
  let browser: Browser
  let shop: Shop
  let page: Page
  beforeAll(async () => {
    browser = await launchChromium()
    shop = await startShop(hosts.Hono as NonNullable<typeof hosts.Hono>)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  async function openQuote() {
    const { quoteId } = await shop.engine.createQuote(seller, {
      customer: { name: 'Ada' },
      products: [
        { id: 118, qty: 2 },
        { id: 204, qty: 4 },
      ],
    })
    page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${shop.origin}/desk/quotes/${quoteId}`)
    return { quoteId, errors }
  }
  const status = () => page.locator('[data-status]')
  const sum = () => page.locator('[data-sum]')
  const focusedName = () => page.evaluate<string>('document.activeElement.name')
  const input = (name: string) => page.locator(`[name="${name}"]`)

  it('shows the totals of what is typed, and the save stores them', async () => {
    const { quoteId, errors } = await openQuote()
    await input('products[0].qty').fill('10')
    await status().getByText('Not saved yet.').waitFor()
    await input('products[1].discount_percent').fill('50')
    await sum().getByText('1,524.50').waitFor()
    expect(await input('products[1].quote').inputValue()).toBe('')
    expect(await input('products[1].quote').getAttribute('placeholder')).toBe('6.25')
    expect(await axeViolations(page)).toEqual([])
    await page.locator('.head [value="save"]').click()
    await page.getByText('Your changes were saved.').waitFor()
    const { quote } = await shop.engine.getQuote(seller, quoteId)
    expect(quote.quote_total).toBe('1524.50')
    expect(errors).toEqual([])
    await page.close()
  })

  it('keeps the total and the buttons in sight while a long quote is edited', async () => {
    await openQuote()
    await page.setViewportSize({ width: 1280, height: 420 })
    await input('products[1].qty').fill('5')
    await status().getByText('Not saved yet.').waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    const top = await page.evaluate<number>(
      `document.querySelector('.head').getBoundingClientRect().top`,
    )
    expect(Math.round(top)).toBe(0)
    await page.close({ runBeforeUnload: false })
  })

  it('adds the product that is suggested, with the quantity before it', async () => {
    const { quoteId, errors } = await openQuote()
    const adder = page.getByRole('combobox', { name: 'Add a line' })
    await adder.fill('3 oak')
    await page.getByRole('option', { name: 'Oak chair' }).waitFor()
    expect(await adder.getAttribute('aria-activedescendant')).toBe('suggestions-0')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await input('products[2].id').inputValue()).toBe('Oak chair')
    expect(await input('products[2].qty').inputValue()).toBe('3')
    expect(await page.locator('#f-products_2_ .price').isVisible()).toBe(false)
    await sum().getByText('799.75').waitFor()
    // Without waiting for what is suggested, what is typed is found by the server.
    await adder.fill('8 felt')
    await page.keyboard.press('Enter')
    await sum().getByText('899.75').waitFor()
    await adder.fill('felt')
    await page.getByRole('option', { name: 'Felt pad' }).click()
    await sum().getByText('912.25').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('search')
    await page.locator('.head [value="save"]').click()
    await page.getByText('Your changes were saved.').waitFor()
    const { quote } = await shop.engine.getQuote(seller, quoteId)
    expect(quote.products.map(({ id, qty }) => [id, qty])).toEqual([
      [118, 2],
      [204, 4],
      [118, 3],
      [204, 8],
      [204, 1],
    ])
    expect(errors).toEqual([])
    await page.close()
  })

  it('adds a pasted table, and keeps the rows that are no products to be corrected', async () => {
    const { errors } = await openQuote()
    const adder = page.getByRole('combobox', { name: 'Add a line' })
    await adder.focus()
    await page.evaluate(`{
      const data = new DataTransfer()
      data.setData('text', 'Oak chair\\t2\\nFelt pad\\t10\\nno such thing\\t3\\n')
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }`)
    await sum().getByText('774.80').waitFor()
    expect(await input('pasted').inputValue()).toBe('no such thing\t3')
    expect(await focusedName()).toBe('pasted')
    expect(await axeViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await page.close({ runBeforeUnload: false })
  })

  it('keeps the numbers of new rows that are removed', async () => {
    const { errors } = await openQuote()
    const adder = page.getByRole('combobox', { name: 'Add a line' })
    for (const each of ['118', '118', '204']) {
      await adder.fill(each)
      await page.keyboard.press('Enter')
    }
    await page.locator('#f-products_3_ .remove label').click()
    expect(await input('products[3].id').isVisible()).toBe(false)
    await input('products[4].qty').fill('none')
    await status().getByText('Line 5, Product 204, quantity').waitFor()
    expect(await input('products[4].qty').getAttribute('aria-invalid')).toBe('true')
    await input('products[4].qty').fill('8')
    await sum().getByText('599.85').waitFor()
    expect(errors).toEqual([])
    await page.close({ runBeforeUnload: false })
  })

  it('takes back what was said of a row once it is right', async () => {
    const { errors } = await openQuote()
    await page.getByRole('combobox', { name: 'Add a line' }).fill('no such product')
    await page.keyboard.press('Enter')
    await page.locator('.head [value="save"]').click()
    await page.locator('#errors').waitFor()
    await input('products[0].qty').fill('1,00')
    await status().getByText('must be a number such as').waitFor()
    expect(await input('products[0].qty').getAttribute('aria-invalid')).toBe('true')
    await input('products[0].qty').fill('1')
    await status()
      .getByText(/^Line 3 is not counted yet.$/)
      .waitFor()
    expect(await input('products[0].qty').getAttribute('aria-invalid')).toBeNull()
    expect(await page.locator('#errors li').count()).toBe(1)
    await input('products[2].id').fill('204')
    await page.locator('#errors').waitFor({ state: 'detached' })
    expect(await page.locator('[aria-invalid], .error').count()).toBe(0)
    expect(errors).toEqual([])
    await page.close()
  })

  it('goes to the next line with the Enter key, and sends nothing', async () => {
    const { quoteId, errors } = await openQuote()
    const address = page.url()
    await input('products[0].qty').fill('9')
    await page.keyboard.press('Enter')
    expect(await focusedName()).toBe('products[1].qty')
    await page.keyboard.press('Enter')
    expect(await focusedName()).toBe('search')
    await page.getByText('Edit Customer').click()
    await input('customer.name').focus()
    await page.keyboard.press('Enter')
    expect(page.url()).toBe(address)
    expect((await shop.engine.getQuote(seller, quoteId)).version).toBe(1)
    expect(errors).toEqual([])
    await page.close()
  })

  it('saves what was changed before it shows what is sent', async () => {
    const { quoteId, errors } = await openQuote()
    await input('products[0].qty').fill('9')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('heading', { name: 'Review and send' }).waitFor()
    expect((await shop.engine.getQuote(seller, quoteId)).quote.products[0]?.qty).toBe(9)
    await input('send.expires').focus()
    await page.keyboard.press('Enter')
    await page.locator('main .head .state', { hasText: 'Sent' }).waitFor()
    const { quote } = await shop.engine.getQuote(seller, quoteId)
    expect(quote).toMatchObject({ status: 'sent', products: [{ qty: 9 }, { qty: 4 }] })
    expect(errors).toEqual([])
    await page.close()
  })

  it('sends one search for what is typed without a pause', async () => {
    const { errors, quoteId } = await openQuote()
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/products?q=')) searches.push(request.url())
    })
    await page.evaluate(`{
      const field = document.querySelector('[name="search"]')
      for (const text of ['oa', 'oak', 'oak ', 'oak c']) {
        field.value = text
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }`)
    await page.getByRole('option', { name: 'Oak chair' }).waitFor()
    const query = `q=oak+c&quote=${quoteId}&currency=EUR&customer_id=&company_id=`
    expect(searches).toEqual([`${shop.origin}/desk/products?${query}`])
    expect(errors).toEqual([])
    await page.close()
  })

  it('searches for the customer whose ids are typed', async () => {
    const { errors, quoteId } = await openQuote()
    await page.getByText('Edit For the store').click()
    await page.getByText('Ids of the customer').click()
    await input('customer_id').fill('7 & 8')
    await input('company_id').fill('c1')
    const search = page.waitForRequest(/products\?q=oak/)
    await input('search').fill('oak')
    const { searchParams } = new URL((await search).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      q: 'oak',
      quote: quoteId,
      currency: 'EUR',
      customer_id: '7 & 8',
      company_id: 'c1',
    })
    expect(errors).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    await page.close()
  })

  it('a price or a percent that is typed and restored changes nothing', async () => {
    const { quoteId, errors } = await openQuote()
    const offer = [{ id: 204, quote: '10.00' }]
    await shop.engine.updateQuote(seller, quoteId, { product_changes: offer })
    await page.reload()
    await input('products[1].quote').fill('9.00')
    expect(await input('products[1].discount_percent').inputValue()).toBe('')
    await input('products[1].quote').fill('10.00')
    expect(await input('products[1].discount_percent').inputValue()).toBe('20')
    await input('products[1].discount_percent').fill('50')
    expect(await input('products[1].quote').inputValue()).toBe('')
    await input('products[1].discount_percent').fill('20')
    expect(await input('products[1].quote').inputValue()).toBe('10.00')
    await page.locator('.head [value="save"]').click()
    await page.waitForURL(/done=unchanged/)
    expect(errors).toEqual([])
    await page.close()
  })

  it('puts a line into a new section, and shows what it costs if it is proposed', async () => {
    const { quoteId, errors } = await openQuote()
    await page.getByText('Sections and choices').click()
    await input('sections[0].title').fill('Extras')
    await page.getByRole('button', { name: 'Choose at the lines' }).click()
    await page.locator('#f-products_1_ summary').click()
    await input('products[1].section').selectOption({ label: 'Extras' })
    await input('products[1].choice').selectOption({ label: 'Can be left out' })
    await sum().getByText('299.90').waitFor()
    await input('products[1].choice').selectOption({ label: 'Can be left out, proposed' })
    await sum().getByText('349.90').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('.head [value="save"]').click()
    await page.getByText('Your changes were saved.').waitFor()
    const { products } = (await shop.engine.getQuote(seller, quoteId)).quote
    expect(products[1]).toMatchObject({ section: 'extras', optional: true, selected: true })
    expect(errors).toEqual([])
    await page.close()
  })

  it('adds up the lines of a template, and saves them', async () => {
    page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${shop.origin}/desk/templates/new`)
    await input('name').fill('Ten chairs')
    await input('search').fill('10 118')
    await page.keyboard.press('Enter')
    await sum().getByText('1,499.50').waitFor()
    await input('search').fill('204')
    await page.keyboard.press('Enter')
    await sum().getByText('1,512.00').waitFor()
    await page.locator('.head [value="save"]').click()
    await page.getByText('The template was created.').waitFor()
    const { items } = await shop.engine.listTemplates(seller, { text: 'ten chairs' })
    expect(items[0]?.template.products).toEqual([
      { id: 118, qty: 10 },
      { id: 204, qty: 1 },
    ])
    expect(errors).toEqual([])
    await page.close()
  })

  it('asks before unsaved changes are left', async () => {
    await openQuote()
    await page.getByText('Edit Customer').click()
    await input('customer.name').fill('Grace')
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', async (dialog) => {
        resolve(dialog.type())
        await dialog.accept()
      })
    })
    await page.getByRole('link', { name: 'History' }).click()
    expect(await asked).toBe('beforeunload')
    await page.close()
  })
})
