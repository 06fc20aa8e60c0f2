import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptance, links, samplePage, seller } from './sample-page.js'

const markup = `<script>alert(1)</script><img src=x onerror=alert(1)>"'><style>*{}</style>&amp;\u202e`
const polluted = JSON.parse(
  `{"name": ${JSON.stringify(markup)}, "__proto__": "x", "constructor": "y"}`,
)

/** Elements that only a value can bring in. */
const injected = /<(?:script(?! type="module" src="\/quote\/assets)|img|style|b|svg|iframe)[\s>/]/i

const text = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' })
const hostile = fc
  .tuple(
    fc.constantFrom('<b>', '"><svg/onload=1>', "'", '&lt;', '</textarea>', '</title>', ''),
    text,
  )
  .map((parts) => parts.join(''))

describe('the page', () => {
  it('shows markup in every field as text', async () => {
    const { engine, send, get, submit } = samplePage(
      {
        document: { seller: [markup], terms: [markup], footer: markup },
        strings: { you: markup, consent: markup },
      },
      { numbers: { assign: 'send', format: () => markup.slice(0, 64) } },
    )
    const customer = { ...polluted, company: markup, address: markup, city: markup, email: markup }
    const products = [{ name: markup, price: '99999999999.99', qty: 1, note: markup }]
    const discounts = [{ type: 'percent', value: 5, label: markup }]
    const record = await send({ customer, products, discounts })
    const url = links.createUrl(record)
    const attachments = [{ name: markup, url: 'https://files.example/?a=%22%3E' }]
    await engine.addMessage(seller, record.quoteId, {
      text: markup,
      visibility: 'customer',
      attachments,
    })
    const pages = [await get(url)]
    for (const action of ['accept', 'change', 'decline', 'message'])
      pages.push(
        await submit(url, action, {
          ...acceptance,
          name: `${markup}${'a'.repeat(300)}`,
          change: `${markup}${'a'.repeat(3_000)}`,
          reason: `${markup}${'a'.repeat(3_000)}`,
          text: `${markup}${'a'.repeat(5_000)}`,
        }),
      )
    await submit(url, 'message', { text: markup })
    await submit(url, 'accept', { name: markup, reference: markup, consent: 'yes' })
    pages.push(await get(url))
    expect(pages.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422, 200])
    for (const page of pages) {
      expect(page.text).not.toMatch(injected)
      expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    }
    expect(({} as Record<string, unknown>).name).toBeUndefined()
  })

  it('shows what customers type as text, on the page and in its form', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (name, reference, message) => {
        const { send, get, submit } = samplePage()
        const url = links.createUrl(await send())
        const rejected = await submit(url, 'accept', { name, reference })
        await submit(url, 'message', { text: message })
        await submit(url, 'accept', { name, reference, consent: 'yes' })
        for (const page of [rejected, await get(url)]) expect(page.text).not.toMatch(injected)
      }),
      { numRuns: 20 },
    )
  })

  it('never has a word of an internal message', async () => {
    const visibility = fc.constantFrom('customer', 'internal')
    const messages = fc.array(fc.tuple(visibility, fc.nat()), { maxLength: 6 })
    const steps = fc.subarray(['revise', 'send', 'cancel'] as const)
    await fc.assert(
      fc.asyncProperty(messages, steps, fc.boolean(), async (thread, life, followRevisions) => {
        const { engine, send, get, submit } = samplePage({ followRevisions })
        const record = await send()
        const { quoteId } = record
        for (const [index, [visible, n]] of thread.entries())
          await engine.addMessage(seller, quoteId, {
            text: `${visible}-word-${index}-${n}`,
            visibility: visible,
          })
        if (life.includes('revise')) await engine.reviseQuote(seller, quoteId)
        if (life.includes('revise') && life.includes('send'))
          await engine.sendQuote(seller, quoteId)
        if (life.includes('cancel')) await engine.cancelQuote(seller, quoteId)
        const url = links.createUrl(record)
        const pages = [await get(url), await submit(url, 'message', { text: '' })]
        for (const page of pages) {
          expect(page.text).not.toContain('internal-word')
          for (const [index, [visible, n]] of thread.entries())
            if (visible === 'customer') expect(page.text).toContain(`customer-word-${index}-${n}`)
        }
      }),
      { numRuns: 30 },
    )
  })
})
