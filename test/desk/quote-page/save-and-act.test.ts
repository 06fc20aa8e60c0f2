import { describe, expect, it } from 'vitest'
import { QuoteError } from '../../../src/errors.js'
import { discountAbove } from '../../../src/quote/approvals/approval-rules.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import {
  inputValue,
  request,
  type SentFields,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

/** The fields of the form of a quote as its page shows them, with those of the actions. */
function formOf(html: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const name of ['part', 'version', 'key']) fields[name] = inputValue(html, name) ?? ''
  return fields
}

const products = [
  { id: 118, name: 'Oak chair', sku: 'OC-118', price: '200.00' },
  { id: 204, name: 'Felt pad', sku: 'FP-204', price: '12.50' },
]
const searchProducts = (_: unknown, text: string) =>
  products.filter(({ name, sku }) => `${name} ${sku}`.toLowerCase().includes(text.toLowerCase()))

/** What the form sends of the lines that the quote has. */
const lineKeys = {
  'products[0].key': '1-1',
  'products[1].key': '1-2',
  'products[2].key': '1-3',
}

async function openQuote(engine: QuoteEngine = sampleEngine()) {
  const desk = sampleDesk({ engine, searchProducts })
  const { quoteId } = await engine.createQuote(seller, request)
  const path = `/quotes/${quoteId}`
  const form = formOf((await desk.get(path)).html)
  const qty = { ...lineKeys, 'products[0].qty': '99' }
  const press = (name: string, fields: SentFields = {}) =>
    desk.post(`${path}/${name}`, { ...form, ...qty, ...fields }, { from: path })
  const quote = async () => (await engine.getQuote(seller, quoteId)).quote
  return { desk, engine, quoteId, path, form, qty, press, quote }
}

describe('the button of an action beside the form of a quote', () => {
  it('belongs to that form', async () => {
    const { desk, path } = await openQuote()
    const { html } = await desk.get(path)
    expect(html).toMatch(/<form [^>]*id="quote"/)
    expect(html).toContain(`form="quote" formaction="/desk${path}/send"`)
    expect(html).toMatch(/name="copy\.currency"[^>]* form="quote"/)
  })

  it('sends what is on the screen, in one request', async () => {
    const { press, quote } = await openQuote()
    const response = await press('send')
    expect(response.location).toMatch(/done=sent$/)
    expect(await quote()).toMatchObject({ status: 'sent', products: [{ qty: 99 }, {}, {}] })
  })

  it('sends a quote of which nothing was changed', async () => {
    const { desk, path, form, quote } = await openQuote()
    expect((await desk.post(`${path}/send`, form, { from: path })).location).toMatch(/done=sent$/)
    expect((await quote()).status).toBe('sent')
  })

  it('does it once if it is pressed twice', async () => {
    const { press, engine, quoteId } = await openQuote()
    const responses = await Promise.all([press('send'), press('send')])
    for (const { location } of responses) expect(location).toMatch(/done=sent$/)
    const { items } = await engine.listHistory(seller, quoteId)
    expect(items.map(({ operation }) => operation)).toEqual(['create', 'update', 'send'])
    expect((await press('send')).location).toMatch(/done=sent$/)
    expect((await engine.getQuote(seller, quoteId)).version).toBe(3)
  })

  it('stores nothing if the form has errors, and keeps what was typed everywhere', async () => {
    const { press, quote } = await openQuote()
    const typed = { 'products[0].qty': 'many', 'copy.currency': 'EUR' }
    const { status, html } = await press('copy', typed)
    expect(status).toBe(422)
    expect(inputValue(html, 'products[0].qty')).toBe('many')
    expect(inputValue(html, 'copy.currency')).toBe('EUR')
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 2 }, {}, {}] })
  })

  it('says that the changes are saved if only the action fails', async () => {
    const { press, quote, path, desk } = await openQuote()
    const { status, html } = await press('send', { 'send.expires': '2001-01-02' })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('What you have changed on this page is saved.')
    expect(inputValue(html, 'send.expires')).toBe('2001-01-02')
    expect(textOf(html)).toContain('Oak chair SKU OC-118 99')
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 99 }, {}, {}] })
    // The page that is shown now works as every other one.
    const [expectedVersion = '', key = ''] = ['expectedVersion', 'key'].map((name) =>
      inputValue(html, name),
    )
    const again = { expectedVersion, key, 'send.expires': '' }
    const sent = await desk.post(`${path}/send`, again, { from: path })
    expect(sent.location).toMatch(/done=sent$/)
  })

  it('says so on the page of the quote for an action that asks there', async () => {
    const { press, quote } = await openQuote()
    const { status, html } = await press('copy', { 'copy.currency': 'Euro' })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('What you have changed on this page is saved.')
    expect(inputValue(html, 'copy.currency')).toBe('Euro')
    expect(inputValue(html, 'products[0].qty')).toBe('99')
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 99 }, {}, {}] })
  })

  it('asks if others have changed the same, and sends what was chosen then', async () => {
    const { press, engine, quoteId, quote, desk, path } = await openQuote()
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 5 }] })
    const { status, html } = await press('send', { 'send.expires': '2030-01-02' })
    expect(status).toBe(409)
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 5 }, {}, {}] })
    expect(textOf(html)).toContain('Save my choice, then: send')
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
    const fields: Record<string, string[]> = {}
    for (const [, name = '', value = ''] of hidden)
      fields[name] = [...(fields[name] ?? []), value.replaceAll('&quot;', '"')]
    const [action] = /action="\/desk([^"]*)" class="conflict"/.exec(html)?.slice(1) ?? []
    expect(action).toBe(`${path}/send`)
    const { token = [], ...sent } = fields
    const picked = { ...sent, action: 'save', 'pick[0]': 'mine' }
    const response = await desk.post(action as string, picked, { token: token[0] as string })
    expect(response.location).toMatch(/done=sent$/)
    const stored = await quote()
    expect(stored).toMatchObject({ status: 'sent', products: [{ qty: 99 }, {}, {}] })
    expect(stored.expires).toBe(Date.parse('2030-01-03T00:00:00Z'))
  })

  it('sends what is on the screen although others have changed tags and a follow-up', async () => {
    const { press, engine, quoteId, quote } = await openQuote()
    const noted = { tag_list: ['Theirs'], follow_up: '2026-12-01' }
    await engine.updateQuote(seller, quoteId, noted)
    expect((await press('send')).location).toMatch(/done=sent$/)
    expect(await quote()).toMatchObject({
      status: 'sent',
      products: [{ qty: 99 }, {}, {}],
      tags: ['Theirs'],
      follow_up: '2026-12-01',
    })
  })

  it.each([
    ['a quantity without a product', { 'products[3].qty': '5' }, 'Line 4, product : is required'],
    ['a place without a product', { 'products[3].position': '1' }, 'Line 4, product : is required'],
    ['words that were not searched', { search: 'felt' }, 'Add a line : is not searched yet'],
  ])('sends nothing that is not seen: %s', async (_, typed, message) => {
    const { press, quote } = await openQuote()
    const { status, html } = await press('send', typed)
    expect(status).toBe(422)
    expect(textOf(html)).toContain(message)
    for (const [name, value] of Object.entries(typed)) expect(inputValue(html, name)).toBe(value)
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 2 }, {}, {}] })
  })

  it('does nothing if others have sent the quote, and shows what was typed', async () => {
    const { press, engine, quoteId, quote } = await openQuote()
    await engine.sendQuote(seller, quoteId)
    const { status, html } = await press('send')
    expect(status).toBe(409)
    expect(textOf(html)).toContain('99')
    expect((await quote()).products[0]?.qty).toBe(2)
  })

  it.each([
    ['price-taxes', 'taxes-priced'],
    ['copy', 'copied'],
  ] as const)('saves first, whichever action it is: %s', async (name, done) => {
    const { press, engine, quoteId } = await openQuote()
    const response = await press(name, { 'copy.prices': 'frozen' })
    expect(response.location).toMatch(new RegExp(`done=${done}$`))
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.products[0]?.qty).toBe(99)
    const shown = /^\/quotes\/([^?]+)/.exec(response.location ?? '')?.[1] ?? ''
    expect((await engine.getQuote(seller, shown)).quote.products[0]?.qty).toBe(99)
  })

  it('saves before it asks about current prices', async () => {
    const { press, quote, path } = await openQuote()
    expect((await press('reprice', { action: 'ask' })).location).toBe(`${path}/reprice`)
    expect((await quote()).products[0]?.qty).toBe(99)
  })

  it('saves the tags and ids beside an offer', async () => {
    const { engine, desk, quoteId, path, quote } = await openQuote()
    await engine.sendQuote(seller, quoteId)
    const form = formOf((await desk.get(path)).html)
    expect(form.part).toBe('labels')
    const fields = { ...form, follow_up: '2026-12-01' }
    const response = await desk.post(`${path}/revise`, fields, { from: path })
    expect(response.location).toMatch(/done=revised$/)
    expect(await quote()).toMatchObject({ status: 'draft', follow_up: '2026-12-01' })
  })

  it('keeps what was typed into an action if the Enter key is pressed there', async () => {
    const { engine, desk, quoteId, path, quote } = await openQuote()
    await engine.sendQuote(seller, quoteId)
    const form = formOf((await desk.get(path)).html)
    const fields = { ...form, action: 'enter', 'accept.name': 'Ada' }
    const { status, html } = await desk.post(path, fields)
    expect(status).toBe(200)
    expect(inputValue(html, 'accept.name')).toBe('Ada')
    expect((await quote()).status).toBe('sent')
  })

  it('cancels without the changes, which may be invalid', async () => {
    const { desk, path, quote } = await openQuote()
    const { html } = await desk.get(path)
    expect(html).toContain(`<form method="post" action="/desk${path}/cancel"`)
    expect(html).not.toContain(`formaction="/desk${path}/cancel"`)
    expect((await quote()).status).toBe('new')
  })

  /** An open form whose taxes were priced meanwhile, and whose first send fails. */
  async function interrupted() {
    const inner = sampleEngine()
    let failures = 1
    const sendQuote: QuoteEngine['sendQuote'] = (...args) => {
      failures -= 1
      if (failures === 0) throw new QuoteError('storage_failed', { operation: 'commit' })
      return inner.sendQuote(...args)
    }
    const opened = await openQuote({ ...inner, sendQuote })
    await inner.priceTaxes(seller, opened.quoteId)
    expect((await opened.press('send')).status).toBe(503)
    expect(await opened.quote()).toMatchObject({ status: 'new', products: [{ qty: 99 }, {}, {}] })
    return opened
  }

  it('acts if an earlier request has saved the form, and ended before', async () => {
    const { press, quote } = await interrupted()
    expect((await press('send')).location).toMatch(/done=sent$/)
    expect(await quote()).toMatchObject({ status: 'sent', products: [{ qty: 99 }, {}, {}] })
    expect((await press('send')).location).toMatch(/done=saved$/)
  })

  it('asks if others have changed since what an earlier request has saved', async () => {
    const { press, quote, engine, quoteId } = await interrupted()
    await engine.updateQuote(seller, quoteId, { product_changes: [{ id: 118, qty: 5 }] })
    expect((await press('send')).status).toBe(409)
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 5 }, {}, {}] })
  })

  it('sends a quote whose discount is taken back on the screen, which needed an approval', async () => {
    const engine = sampleEngine({ approvals: { require: (each) => discountAbove(40)(each) } })
    const { desk, path, quoteId, quote } = await openQuote(engine)
    await engine.updateQuote(seller, quoteId, { products: [{ id: 118, quote: '20.00' }] })
    const { html } = await desk.get(path)
    const button = /<button[^>]*\/send"[^>]*>/.exec(html)?.[0] ?? ''
    expect(button).toContain('aria-describedby="approvals-needed"')
    expect(button).not.toContain('disabled')
    const fields = { ...formOf(html), 'products[0].key': '1-1' }
    const rejected = await desk.post(`${path}/send`, fields, { from: path })
    expect(rejected.status).toBe(409)
    expect(textOf(rejected.html)).toContain('must be approved before it is sent')
    const typed = { ...fields, 'products[0].quote': '149.95' }
    const sent = await desk.post(`${path}/send`, typed, { from: path })
    expect(sent.location).toMatch(/done=sent$/)
    expect((await quote()).status).toBe('sent')
  })

  it('decides no approval while the quote has changes that are not saved', async () => {
    const engine = sampleEngine({ approvals: { require: (each) => discountAbove(10)(each) } })
    const { desk, path, quoteId, qty, quote } = await openQuote(engine)
    await engine.requestApproval(seller, quoteId)
    const form = formOf((await desk.get(path)).html)
    const decision = { 'approve.requirement': 'discount-above-10' }
    const fields = { ...form, ...qty, ...decision }
    const { status, html } = await desk.post(`${path}/approve`, fields, { from: path })
    expect(status).toBe(409)
    expect(textOf(html)).toContain('“Approve” was not done, because you have changed the quote')
    expect(inputValue(html, 'products[0].qty')).toBe('99')
    expect(await quote()).toMatchObject({
      products: [{ qty: 2 }, {}, {}],
      approvals: [{ status: 'pending' }],
    })
    const unchanged = { ...form, ...decision }
    const approved = await desk.post(`${path}/approve`, unchanged, { from: path })
    expect(approved.location).toMatch(/done=approved$/)
  })

  it('is rejected with a token that is out of date, for another store and without the right', async () => {
    const { press, desk, quote, path, form, qty } = await openQuote()
    const fields = { ...form, ...qty }
    const stale = await desk.post(`${path}/send`, fields, { token: 'x' })
    expect(stale.status).toBe(403)
    desk.user = stranger
    expect((await press('send')).status).toBe(404)
    desk.user = undefined
    expect((await press('send')).status).toBe(401)
    expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 2 }, {}, {}] })
  })

  it('keeps what was typed if the user may change the quote and not send it', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'sendQuote' || 'only Grace sends',
    })
    const { press, quote } = await openQuote(engine)
    const { status, html } = await press('send')
    expect(status).toBe(403)
    expect(textOf(html)).toContain('only Grace sends')
    expect(textOf(html)).toContain('What you have changed on this page is saved.')
    expect(textOf(html)).toContain('Oak chair SKU OC-118 99')
    expect((await quote()).status).toBe('new')
  })

  it.each(['f', 'felt', 'FP', 'pad'])(
    'sends no product that was not chosen: %s matches only one',
    async (text) => {
      const { press, quote, desk, path } = await openQuote()
      const { status, html } = await press('send', { 'products[3].id': text })
      expect(status).toBe(422)
      expect(textOf(html)).toContain('Line 4, product : matches one product; choose it')
      const [, value = ''] = /<option value="([^"]*)"[^>]*>[^<]*12\.50/.exec(html) ?? []
      expect(await quote()).toMatchObject({ status: 'new', products: [{ qty: 2 }, {}, {}] })
      // Send is pressed again: first as the page is, then with the product that it has offered.
      const offered = { 'products[3].offered': 'yes', 'products[3].id': text }
      const again = { ...formOf(html), ...lineKeys, ...offered }
      expect((await desk.post(`${path}/send`, again, { from: path })).status).toBe(422)
      const chosen = { ...again, 'products[3].id': value.replaceAll('&quot;', '"') }
      const sent = await desk.post(`${path}/send`, chosen, { from: path })
      expect(sent.location).toMatch(/done=sent$/)
      expect((await quote()).products[3]).toMatchObject({ id: 204, qty: 1 })
    },
  )

  it.each(['204', 'fp-204', 'Felt Pad'])('sends a product that is named: %s', async (text) => {
    const { press, quote } = await openQuote()
    expect((await press('send', { 'products[3].id': text })).location).toMatch(/done=sent$/)
    expect((await quote()).products[3]).toMatchObject({ id: 204 })
  })

  it('saves the only match, which is seen before it is sent', async () => {
    const { desk, path, form, quote } = await openQuote()
    const saved = await desk.post(path, { ...form, ...lineKeys, 'products[3].id': 'felt' })
    expect(saved.location).toMatch(/done=saved$/)
    expect((await quote()).products[3]).toMatchObject({ id: 204 })
  })

  it('sends no product that was not chosen after others have changed the quote', async () => {
    const { press, engine, quoteId, quote } = await openQuote()
    await engine.priceTaxes(seller, quoteId)
    expect((await press('send', { 'products[3].id': 'felt' })).status).toBe(422)
    expect((await quote()).status).toBe('new')
  })
})
