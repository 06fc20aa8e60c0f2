import { describe, expect, it } from 'vitest'
import { de } from '../../src/customer-page/strings/de.js'
import { en } from '../../src/customer-page/strings/en.js'
import { formOf, hiddenFields, links, samplePage, seller, stateOf } from './sample-page.js'

const products = [
  { id: 'chair', qty: 4 },
  { name: 'Desk <b>', price: 500, qty: 1 },
  { name: 'Old desk', price: -50, qty: 1 },
]

/** Sends an offer of three lines, and returns its address. */
async function offered(options = {}) {
  const sample = samplePage(options)
  const record = await sample.send({ products })
  return { ...sample, quoteId: record.quoteId, url: links.createUrl(record) }
}

/** Returns the text of what is shown of the wishes. */
function wishesOf(text: string): string {
  const [section = ''] = /<section class="card wishes[\s\S]*?<\/section>/.exec(text) ?? []
  return section
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const wishes = {
  'qty.1-1': '10',
  'price.1-1': '€75.00',
  'remove.1-2': 'yes',
  'add.0.name': 'A lamp',
  'add.0.qty': '2',
}

describe('the form that asks for a change, with wishes', () => {
  it('keeps them as a proposal for what was shown, also if it is sent twice', async () => {
    const { engine, quoteId, url, get, post } = await offered()
    const form = { ...hiddenFields((await get(url)).text, 'change'), change: 'Please', ...wishes }
    for (let count = 0; count < 2; count += 1) expect((await post(url, form)).status).toBe(303)
    const { quote, version } = await engine.getQuote(seller, quoteId)
    expect([quote.status, quote.proposals?.length, version]).toEqual(['revision_requested', 1, 4])
    expect(quote.proposals?.[0]).toMatchObject({
      revision: 1,
      role: 'buyer',
      reason: 'Please',
      lines: [
        { key: '1-1', qty: 10, price: '75.00' },
        { key: '1-2', remove: true },
      ],
      add: [{ name: 'A lamp', qty: 2 }],
    })
    expect((await post(url, { ...form, 'qty.1-1': '11' })).text).toContain(en.notPossible)
  })

  it('needs no reason with wishes, and is no request without both', async () => {
    const { engine, quoteId, url, submit } = await offered()
    const unchanged = { 'qty.1-1': '4', 'price.1-1': '80', 'qty.1-3': '' }
    const { status, text } = await submit(url, 'change', unchanged)
    expect([status, text.includes(en.errorChange)]).toEqual([422, true])
    expect((await submit(url, 'change', { 'price.1-1': '79.99' })).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.proposals?.[0]?.lines).toEqual([
      expect.objectContaining({ key: '1-1', price: '79.99' }),
    ])
  })

  it.each([
    ['qty.1-1', 'ten'],
    ['qty.1-1', '2.5'],
    ['qty.1-1', '-1'],
    ['price.1-1', '-1'],
    ['price.1-1', '1.999'],
    ['add.0.qty', 'x'],
    ['add.0.qty', '0'],
  ])('says that %s cannot be %s, keeps what was typed, and sends nothing', async (name, value) => {
    const { engine, quoteId, url, submit } = await offered()
    const { status, text } = await submit(url, 'change', { ...wishes, [name]: value })
    const form = formOf(text, 'change')
    expect([status, form.includes(en.errorNumber), form.includes(`value="${value}"`)]).toEqual([
      422,
      true,
      true,
    ])
    expect(form).toContain('<details class="wish-fields" open>')
    expect(form).toContain('value="A lamp"')
    expect((await engine.getQuote(seller, quoteId)).quote.proposals).toBeUndefined()
  })

  it('reads and shows numbers in the language of the page', async () => {
    const { engine, quoteId, url, get, submit } = await offered({ locale: 'de-DE' })
    expect(formOf((await get(url)).text, 'change')).toContain('placeholder="80,00"')
    await submit(url, 'change', { 'price.1-1': '1.075,50 €' })
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.proposals?.[0]?.lines?.[0]?.price).toBe('1075.50')
    expect(wishesOf((await get(url)).text)).toContain(`${de.wishes} 22.11.2026`)
  })

  it('offers no price below 0, and escapes names', async () => {
    const { url, get } = await offered()
    const form = formOf((await get(url)).text, 'change')
    expect(form).toContain('name="qty.1-3"')
    expect(form).not.toContain('name="price.1-3"')
    expect(form).toContain('Desk &lt;b&gt;')
  })
})

describe('what became of wishes', () => {
  it('is shown with each, from the old link too, once another offer is sent', async () => {
    const { engine, quoteId, url, get, submit } = await offered()
    await submit(url, 'change', { ...wishes, 'remove.1-2': '', 'price.1-2': '400' })
    const asked =
      'Oak chair 4 × €80.00 10 × €75.00 Desk &lt;b&gt; 1 × €500.00 1 × €400.00 + A lamp 2'
    expect(wishesOf((await get(url)).text)).toBe(`${en.wishes} Nov 22, 2026, 10:00 AM ${asked}`)
    const take = { proposal: 'proposal-1', lines: ['1-1'] }
    await engine.reviseQuote(seller, quoteId, { take })
    const draft = (await get(url)).text
    expect([stateOf(draft), wishesOf(draft)]).toEqual([en.draft, expect.stringMatching(/lamp 2$/)])
    await engine.updateQuote(seller, quoteId, { product_changes: [{ key: '1-2', quote: '450' }] })
    const next = links.createUrl(await engine.sendQuote(seller, quoteId))
    for (const [address, state] of [
      [url, en.newer],
      [next, en.open],
    ] as const) {
      const { text } = await get(address)
      expect(stateOf(text)).toBe(state)
      expect(wishesOf(text)).toBe(
        `${en.wishes} Nov 22, 2026, 10:00 AM Oak chair 4 × €80.00 10 × €75.00 ${en.wishTaken} ` +
          `Desk &lt;b&gt; 1 × €500.00 1 × €400.00 ${en.wishPartly} 1 × €450.00 + A lamp 2 ${en.wishDeclined}`,
      )
    }
    await submit(next, 'change', { 'price.1-2': '420' })
    const { text } = await get(next)
    expect(wishesOf(text)).toMatch(/1 × €420\.00 Earlier wishes/)
  })
})
