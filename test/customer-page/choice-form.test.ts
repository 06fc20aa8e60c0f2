import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import { getAcceptedQuote } from '../../src/quote/selection/select-quote.js'
import { verifyAcceptance } from '../../src/quote/verify/verify-acceptance.js'
import { kitchen } from '../quote/selection/kitchen.js'
import { acceptance, type Fields, hiddenFields, links, samplePage, seller } from './sample-page.js'

const chosen = '?choose=yes&choice.front=1-1&selected=worktop&quantity.1-3=4'

async function kitchenPage() {
  const page = samplePage()
  const { engine } = page
  const { quoteId } = await engine.createQuote(seller, kitchen)
  const record = await engine.sendQuote(seller, quoteId)
  return { ...page, quoteId, url: links.createUrl(record) }
}

describe('the form of the choice', () => {
  it('shows the proposal, and the total of what is chosen without JavaScript', async () => {
    const { get, url } = await kitchenPage()
    const { text: proposal } = await get(url)
    expect(proposal).toMatch(/value="1-2" checked/)
    expect(hiddenFields(proposal, 'accept')).toMatchObject({ total: '700' })
    const { text, status } = await get(url + chosen)
    expect([status, hiddenFields(text, 'accept').total]).toEqual([200, '1500'])
    expect(text).toMatch(/value="1-1" checked/)
  })

  it('accepts what it shows, and the page then shows just that', async () => {
    const { engine, get, post, url, quoteId } = await kitchenPage()
    const fields = { ...fieldsOf((await get(url + chosen)).text), ...acceptance }
    expect((await post(url, fields)).status).toBe(303)
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

  it.each([
    ['an unknown member', '?choose=yes&choice.front=9-9', en.choiceInvalid],
    ['no member', '?choose=yes', en.choiceInvalid],
    [
      'a quantity outside its range',
      '?choose=yes&choice.front=1-1&quantity.1-3=9e99',
      en.choiceInvalid,
    ],
    ['a quantity that is none', '?choose=yes&choice.front=1-1&quantity.1-3=x', en.choiceInvalid],
    ['hostile names', '?choose=yes&choice.__proto__=1-1&selected=%3Cscript%3E', en.choiceInvalid],
  ])('shows the proposal and says why for %s', async (_, query, notice) => {
    const { get, url } = await kitchenPage()
    const { text, status } = await get(url + query)
    expect(status).toBe(200)
    expect(text).toContain(notice)
    expect(hiddenFields(text, 'accept').total).toBe('700')
    expect(text).not.toContain('<script>')
  })

  it('accepts nothing if the selection or the total was altered', async () => {
    const { engine, get, post, url, quoteId } = await kitchenPage()
    const fields = { ...fieldsOf((await get(url)).text), ...acceptance }
    const send = async (changes: object) => (await post(url, { ...fields, ...changes })).status
    expect(await send({ total: '1' })).toBe(409)
    expect(await send({ selection: '{"selected":["1-1","1-2"]}' })).toBe(422)
    expect(await send({ selection: '{' })).toBe(422)
    expect(await send({ selection: '[]', total: '' })).toBe(422)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
  })
})

/** The values of the hidden fields as a browser reads them. */
function fieldsOf(html: string): Fields {
  const fields = Object.entries(hiddenFields(html, 'accept'))
  return Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('&quot;', '"')]))
}
