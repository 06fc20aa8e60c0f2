import { describe, expect, it } from 'vitest'
import { customerLinks } from '../../src/customer-page/links.js'
import { en } from '../../src/customer-page/strings/en.js'
import { links, samplePage, seller, site, start } from './sample-page.js'

describe('the options of the document', () => {
  it('have the defaults of the page where they are undefined', async () => {
    const document = { locale: undefined, timeZone: undefined, seller: ['Stuhl GmbH'] }
    const { send, get } = samplePage({ locale: 'de', timeZone: 'Asia/Tokyo', document })
    const { text } = await get(links.createUrl(await send()))
    expect(text).toMatch(/<article[^>]* lang="de"/)
    expect(text).toContain('22. November 2026')
  })

  it('are kept for a limited number of languages of customers', async () => {
    let locale = 'de-x-0'
    let read = 0
    const document = {
      get footer() {
        read += 1
        return 'Chairs Ltd'
      },
    }
    const { send, get } = samplePage({ document, locale: () => locale })
    const url = links.createUrl(await send())
    const readsOf = async (name: string) => {
      locale = name
      const before = read
      expect((await get(url)).status).toBe(200)
      return read - before
    }
    expect(await readsOf('de-x-0')).toBeGreaterThan(0)
    expect(await readsOf('de-x-0')).toBe(0)
    for (let index = 1; index <= 100; index += 1) await readsOf(`de-x-${index}`)
    expect(await readsOf('de-x-0')).toBeGreaterThan(0)
  })
})

describe('the end of an offer', () => {
  it('is the same on the page and in its document', async () => {
    const { send, get } = samplePage()
    const ends = [
      ['2026-12-31T12:00:00Z', 'Dec 31, 2026, 12:00'],
      ['2027-01-01T00:00:00Z', 'December 31, 2026'],
    ] as const
    for (const [expires, shown] of ends) {
      const { text } = await get(links.createUrl(await send({}, Date.parse(expires))))
      expect(/You can accept it until ([^<]*)/.exec(text)?.[1]).toContain(shown)
      expect(/Valid until<\/dt><dd><bdi>([^<]*)/.exec(text)?.[1]).toContain(shown)
    }
  })
})

describe('what is accepted', () => {
  const amounts = (text: string) => {
    const [, box = ''] = text.split('id="decision"')
    const rows = box.matchAll(/<p class="total[^>]*><span>([^<]*).*?<bdi>([^<]*)</gs)
    return [...rows].map(([, label, amount]) => `${label} ${amount?.replace('\u00a0', ' ')}`)
  }
  const plain = { name: 'Desk', price: '10.01', qty: 1 }
  const yearly = { name: 'Service', price: '5.00', qty: 1, billing: { interval: 'year' } }
  const pricing = { cashRounding: { CHF: '0.05' } }

  it.each([
    [[plain], 'EUR', ['Total €10.01']],
    [[plain], 'CHF', ['To pay CHF 10.00']],
    [
      [plain, yearly],
      'EUR',
      ['Total €15.01', 'Of which charged once €10.01', 'Of which per year €5.00'],
    ],
    [
      [plain, yearly],
      'CHF',
      [
        'To pay CHF 15.00',
        'Total CHF 15.01',
        'Of which charged once CHF 10.01',
        'Of which per year CHF 5.00',
      ],
    ],
  ])(
    'says what is paid now, and what is charged again (case %#)',
    async (products, currency, shown) => {
      const { send, get } = samplePage({}, { pricing })
      const { text } = await get(links.createUrl(await send({ products, currency })))
      expect(amounts(text)).toEqual(shown)
    },
  )
})

describe('the head of an offer', () => {
  it('says for whom it is, what for, and how much time is left', async () => {
    const { clock, send, get } = samplePage()
    clock.now = Date.now()
    const headOf = async (customer: object, hours: number, title?: string) => {
      const record = await send({ customer, title }, clock.now + hours * 3_600_000)
      const [, head = ''] = (await get(links.createUrl(record))).text.split('class="hero"')
      return head.slice(0, head.indexOf('</section>'))
    }
    const far = await headOf({ name: 'Ada', company: 'Larkspur Café' }, 10.5 * 24, 'For the hall')
    expect(far).toContain('Offer for <bdi>Larkspur Café</bdi>')
    expect(far).toContain('<h1><bdi>For the hall</bdi></h1>')
    expect(far).toContain('€320.00')
    expect(far).toMatch(/<p class="until">.*in 10 days/)
    const near = await headOf({ company: ' ', name: '<b>Ada' }, 5.5)
    expect(near).toContain('Offer for <bdi>&lt;b&gt;Ada</bdi>')
    expect(near).toMatch(/<h1><bdi>Offer \d+<\/bdi><\/h1>/)
    expect(near).toMatch(/<p class="until soon">.*in 5 hours/)
    expect(await headOf({}, 5.5)).toContain(`<p class="for">${en.open}</p>`)
  })

  it('says whom to ask: links for addresses and numbers, and what the seller writes', async () => {
    const seller = ['Chairs Ltd', '1 Oak Lane', '+44 20 7946 0000', 'sales@chairs.example', 'a@b']
    const { send, get } = samplePage({ document: { seller } })
    const { text } = await get(links.createUrl(await send({ introduction: 'Dear Ada' })))
    const [, said = ''] = text.split('class="card said"')
    const [card = ''] = said.split('</section>')
    const hrefs = card.matchAll(/<a href="([^"]*)"/g)
    expect([...hrefs].map(([, href]) => href)).toEqual([
      'tel:+442079460000',
      'mailto:sales@chairs.example',
    ])
    expect(said).toContain('Dear Ada')
    const plain = samplePage({ document: { seller: ['Chairs Ltd', '1 Oak Lane'] } })
    const { text: without } = await plain.get(links.createUrl(await plain.send()))
    expect(without).not.toContain('class="card said"')
  })
})

describe('what was asked for', () => {
  const reason = 'Ten instead of four'

  it('is shown if the customer has asked', async () => {
    const { send, get, submit } = samplePage()
    const url = links.createUrl(await send())
    await submit(url, 'change', { change: reason })
    expect((await get(url)).text).toContain(reason)
  })

  it('is hidden if a seller has asked for the customer', async () => {
    const { engine, send, get } = samplePage()
    const record = await send()
    const caller = { storeId: 's', actor: 'grace' }
    await engine.requestRevision(caller, record.quoteId, { reason })
    const { text } = await get(links.createUrl(record))
    expect(text).toContain(en.revisionRequested)
    expect(text).not.toContain(reason)
    expect(text).not.toContain(en.yourRequest)
  })
})

describe('a link with ttlMs 0', () => {
  const { createUrl, parse } = customerLinks({ ...site, ttlMs: 0 })

  it('expires with its offer, and never if the offer does not expire', async () => {
    const { engine, send } = samplePage()
    const record = await send({}, start + 1)
    expect(parse(createUrl(record), start)?.expires).toBe(start + 1)
    const { quoteId } = await engine.createQuote(seller, {
      customer: {},
      products: [{ id: 'chair', qty: 4 }],
    })
    const endless = await engine.sendQuote(seller, quoteId, {})
    expect(parse(createUrl(endless), start + 1)).toEqual({ storeId: 's', quoteId, revision: 1 })
  })
})
