import { describe, expect, it } from 'vitest'
import type { CustomerPageOptions } from '../../src/customer-page/options.js'
import { en } from '../../src/customer-page/strings/en.js'
import { buyer, links, samplePage, seller } from './sample-page.js'

async function acceptedPage(options: Partial<CustomerPageOptions> = {}) {
  const page = samplePage(options)
  const { quoteId } = await page.send()
  const request = { revision: 1, name: 'Ada <Lovelace>' }
  const record = await page.engine.acceptQuote(buyer, quoteId, request)
  const { text, status } = await page.get(links.createUrl(record))
  const [list = ''] = /<section class="card next".*?<\/section>/s.exec(text) ?? []
  const steps = [...list.matchAll(/<strong><bdi>([^<]*)<\/bdi><\/strong>/g)].map(([, step]) => step)
  return { ...page, record, text, status, list, steps }
}

describe('the page of an offer that is accepted', () => {
  it('thanks by name, and says in three steps what is known to come next', async () => {
    const { text, steps, list } = await acceptedPage()
    expect(text).toContain('Thank you, Ada &lt;Lovelace&gt;')
    expect(text).toContain('for €320.00 on Nov 22, 2026')
    expect(steps).toEqual([en.stepSealed, en.stepCopy, en.stepAsk])
    expect(list).toContain('/offer.html"')
    expect(list).not.toContain('offer.pdf')
  })

  it('leads to the PDF file and the person to ask, if there are some', async () => {
    const { list } = await acceptedPage({
      renderPdf: async () => new Uint8Array(),
      document: { contact: { name: 'Grace', email: 'grace@chairs.example' } },
    })
    expect(list).toContain('/offer.pdf"')
    expect(list).toContain('mailto:grace@chairs.example')
  })

  it('says that the order is placed once it is, and no id of it', async () => {
    const orders = { placeOrder: () => ({ orderId: 'SECRET-4711' }) }
    const page = samplePage({}, { orders } as never)
    const { quoteId } = await page.send()
    await page.engine.acceptQuote(buyer, quoteId, { revision: 1, name: 'Ada' })
    const record = await page.engine.orderQuote(seller, quoteId)
    const { text } = await page.get(links.createUrl(record))
    expect(text).toContain(`<strong><bdi>${en.ordered}</bdi></strong>`)
    expect(text).not.toContain('SECRET-4711')
  })

  it('lists the steps of the host, of a list or of a function of the quote', async () => {
    const { steps, list } = await acceptedPage({ nextSteps: ['We call you\nWithin <a> day'] })
    expect([steps, list.includes('Within &lt;a&gt; day')]).toEqual([['We call you'], true])
    const ofQuote = await acceptedPage({ nextSteps: async ({ quote }) => [`No. ${quote.number}`] })
    expect(ofQuote.steps).toEqual(['No. 1'])
    const none = await acceptedPage({ nextSteps: () => undefined })
    expect(none.steps).toEqual([en.stepSealed, en.stepCopy, en.stepAsk])
  })

  it.each([
    () => 'We call you',
    () => [1],
    () => [],
    () => {
      throw new Error('down')
    },
  ])('shows its own steps and reports a function that fails', async (nextSteps) => {
    const { steps, status, errors } = await acceptedPage({ nextSteps: nextSteps as never })
    expect([status, errors.length]).toEqual([200, 1])
    expect(steps).toEqual([en.stepSealed, en.stepCopy, en.stepAsk])
  })

  it.each([
    ['x'],
    [[]],
    [[' ']],
    [['x'.repeat(501)]],
    [Array.from({ length: 11 }, () => 'x')],
    [1],
  ])('rejects %j as steps', (nextSteps) => {
    expect(() => samplePage({ nextSteps: nextSteps as never })).toThrow('nextSteps')
  })

  it('thanks for no offer that is open', async () => {
    const { send, get } = samplePage({ nextSteps: ['We call you'] })
    expect((await get(links.createUrl(await send()))).text).not.toContain('We call you')
  })
})
