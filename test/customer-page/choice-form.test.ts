import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import type { TaxPort } from '../../src/ports/tax.js'
import { getAcceptedQuote } from '../../src/quote/selection/select-quote.js'
import { verifyAcceptance } from '../../src/quote/verify/verify-acceptance.js'
import { kitchen } from '../quote/selection/kitchen.js'
import { acceptance, type Fields, hiddenFields, links, samplePage, seller } from './sample-page.js'

const chosen = { 'choice.front': '1-1', selected: 'worktop', 'quantity.1-3': '4' }

async function kitchenPage(changes: object = {}, options: object = {}, engineOptions: object = {}) {
  const page = samplePage(options, engineOptions)
  const { engine } = page
  const { quoteId } = await engine.createQuote(seller, { ...kitchen, ...changes })
  const record = await engine.sendQuote(seller, quoteId)
  const url = links.createUrl(record)
  const { text } = await page.get(url)
  const fields = hiddenFields(text, 'accept')
  /** Presses the button that shows the total. */
  const update = (choice: Fields) => page.post(url, { ...fields, ...choice, update: 'yes' })
  /** Accepts what a page shows, with this choice. */
  const accept = (html: string, choice: Fields) =>
    page.post(url, { ...hiddenFields(html, 'accept'), ...acceptance, ...choice })
  return { ...page, quoteId, url, text, update, accept }
}

describe('the form of the choice', () => {
  it('shows the proposal, and the total of what is chosen without JavaScript', async () => {
    const { text: proposal, update } = await kitchenPage()
    expect(proposal).toMatch(/value="1-2" checked/)
    expect(hiddenFields(proposal, 'accept')).toMatchObject({ total: '700' })
    const { text, status } = await update(chosen)
    expect([status, hiddenFields(text, 'accept').total]).toEqual([200, '1500'])
    expect(text).toMatch(/value="1-1" checked/)
  })

  it('accepts what it shows, and the page then shows just that', async () => {
    const { engine, get, update, accept, url, quoteId } = await kitchenPage()
    const shown = await update(chosen)
    expect((await accept(shown.text, chosen)).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect([quote.total, verifyAcceptance(quote)]).toEqual([1_500, []])
    expect(getAcceptedQuote(quote).products.map(({ name }) => name)).toEqual([
      'Oak',
      'Lamp',
      'Stone',
    ])
    const { text } = await get(url)
    expect(text).not.toMatch(/White|Delivery|name="choose"/)
  })

  it('keeps what was typed while totals are shown', async () => {
    const { text } = await (await kitchenPage({}, { signature: 'required' })).update({
      ...chosen,
      name: 'Ada <L>',
      strokes: '[[1,2,3,4]]',
    })
    expect(text).toContain('value="Ada &lt;L&gt;"')
    expect(text).toContain('value="[[1,2,3,4]]"')
  })

  it('accepts no other total than the one that was shown with another choice', async () => {
    const { engine, text, accept, quoteId } = await kitchenPage()
    const again = await accept(text, chosen)
    expect(again.status).toBe(409)
    expect(again.text).toContain(en.choiceChanged)
    expect(again.text).toContain('value="Ada Lovelace"')
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    expect((await accept(again.text, chosen)).status).toBe(303)
    expect((await engine.getQuote(seller, quoteId)).quote.total).toBe(1_500)
  })

  it.each<[string, Fields]>([
    ['an unknown member', { 'choice.front': '9-9' }],
    ['no member', {}],
    ['a quantity outside its range', { 'choice.front': '1-1', 'quantity.1-3': '9e99' }],
    ['a quantity that is none', { 'choice.front': '1-1', 'quantity.1-3': 'x' }],
    ['hostile names', { 'choice.__proto__': '1-1', selected: '<script>' }],
  ])('shows the proposal, says why, and accepts nothing for %s', async (_, choice) => {
    const { engine, update, accept, quoteId } = await kitchenPage()
    const { text, status } = await update(choice)
    expect(status).toBe(200)
    expect(text).toContain(en.choiceInvalid)
    expect(hiddenFields(text, 'accept').total).toBe('700')
    expect(text).not.toContain('<script>')
    expect((await accept(text, choice)).status).toBe(422)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })

  it('accepts nothing if the total was altered', async () => {
    const { engine, text, accept, quoteId } = await kitchenPage()
    const proposal = { 'choice.front': '1-2' }
    for (const total of ['1', '', 'x'])
      expect((await accept(text, { ...proposal, total })).status).toBeGreaterThan(400)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    expect((await accept(text, proposal)).status).toBe(303)
  })

  it('calls no provider, and says that another choice is to be asked for', async () => {
    let calls = 0
    const tax: TaxPort = {
      calculateTaxes({ lines }) {
        calls += 1
        const amounts = lines.map(({ key }) => ({ line: key, name: 'VAT', amount: 1 }))
        return { amounts, total: amounts.length }
      },
    }
    const { engine, text, update, accept, quoteId } = await kitchenPage({}, {}, { tax })
    expect(calls).toBe(1)
    expect((await update(chosen)).text).toContain(en.choiceAsk)
    const again = await accept(text, chosen)
    expect([again.status, again.text.includes(en.choiceAsk)]).toEqual([422, true])
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    expect((await accept(text, { 'choice.front': '1-2' })).status).toBe(303)
    expect(calls).toBe(1)
  })
})
