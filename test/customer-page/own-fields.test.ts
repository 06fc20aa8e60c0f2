import { describe, expect, it } from 'vitest'
import { links, samplePage, seller } from './sample-page.js'

const fields = {
  quote: {
    region: { label: 'Sales region' },
    margin: { label: 'Profit margin', internal: true },
  },
  line: { cost: { label: 'Cost price', internal: true } },
} as const

const request = {
  products: [{ id: 'chair', qty: 4, internal_fields: { cost: 'secret-cost' } }],
  fields: { region: 'west' },
  internal_fields: { margin: 'secret-margin' },
}

describe('own fields on the page for customers', () => {
  it('shows those for customers, and nothing of those for the store only', async () => {
    const { get, send } = samplePage({}, { fields })
    const record = await send(request)
    expect(record.quote.internal_fields).toEqual({ margin: 'secret-margin' })
    const url = links.createUrl(record)
    for (const address of [url, `${url}/offer.html`]) {
      const { status, text } = await get(address)
      expect(status).toBe(200)
      expect(text).toContain('Sales region')
      expect(text).toContain('west')
      expect(text).not.toMatch(/secret|profit margin|cost price/i)
    }
  })

  it.each([['customer'], [() => 'ada']])(
    'gives nothing for the store only to functions of the page: %s',
    async (actor) => {
      const received: string[] = []
      const page = samplePage(
        {
          actor,
          document: (record) => {
            received.push(JSON.stringify(record))
            return {}
          },
          renderPdf: async (document) => {
            received.push(JSON.stringify(document))
            return new Uint8Array(4)
          },
          notify: (event) => {
            received.push(JSON.stringify(event))
          },
        },
        { fields },
      )
      const record = await page.send(request)
      const url = links.createUrl(record)
      await page.get(url)
      expect((await page.get(`${url}/offer.pdf`)).status).toBe(200)
      await page.submit(url, 'accept', { name: 'Ada Lovelace', consent: 'yes' })
      const { quote } = await page.engine.getQuote(seller, record.quoteId)
      expect(quote).toMatchObject({
        status: 'accepted',
        internal_fields: { margin: 'secret-margin' },
      })
      expect(received.length).toBeGreaterThan(2)
      expect(received.join()).not.toContain('secret')
    },
  )

  it('has the fields of its own shop, beside another one with the same options', async () => {
    const [first, second] = [samplePage({}, { fields }), samplePage()]
    expect((await first.get(links.createUrl(await first.send(request)))).text).toContain(
      'Sales region',
    )
    expect((await second.get(links.createUrl(await second.send()))).text).not.toContain(
      'Sales region',
    )
    const own = { document: { fields: { quote: { region: { label: 'Area' } } } } }
    const third = samplePage(own, { fields })
    expect((await third.get(links.createUrl(await third.send(request)))).text).toContain('Area')
  })
})
