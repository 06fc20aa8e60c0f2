import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import type { QuoteDocument } from '../../src/document/model/quote-document.js'
import { links, type SamplePage, samplePage, seller, start, stateOf } from './sample-page.js'

const dayMs = 86_400_000

type Close = (page: SamplePage, quoteId: string) => Promise<unknown>

const closed: Readonly<Record<string, { heading: string; close: Close }>> = {
  'is being revised': {
    heading: en.draft,
    close: ({ engine }, quoteId) => engine.reviseQuote(seller, quoteId),
  },
  'has a newer one': {
    heading: en.newer,
    async close({ engine }, quoteId) {
      await engine.reviseQuote(seller, quoteId)
      await engine.sendQuote(seller, quoteId, { expires: start + dayMs })
    },
  },
  'was revised and then canceled': {
    heading: en.canceled,
    async close({ engine }, quoteId) {
      await engine.reviseQuote(seller, quoteId)
      await engine.cancelQuote(seller, quoteId, {})
    },
  },
  'was declined': {
    heading: en.declined,
    close: ({ engine }, quoteId) => engine.declineQuote(seller, quoteId, {}),
  },
  'has expired': {
    heading: en.expired,
    async close({ clock }) {
      clock.now += 2 * dayMs
    },
  },
}

const noticeOf = (html: string) => /class="doc-notice"[^>]*>([^<]*)</.exec(html)?.[1]

describe('an offer that is no longer valid', () => {
  it.each(Object.entries(closed))('says in its files and in print that it %s', async (_, is) => {
    const documents: QuoteDocument[] = []
    const page = samplePage({
      async renderPdf(document) {
        documents.push(document)
        return new Uint8Array()
      },
    })
    const record = await page.send()
    const url = links.createUrl(record)
    await is.close(page, record.quoteId)
    const { text } = await page.get(url)
    expect(stateOf(text)).toBe(is.heading)
    expect(noticeOf(text)).toContain(is.heading)
    expect(noticeOf((await page.get(`${url}/offer.html`)).text)).toContain(is.heading)
    await page.get(`${url}/offer.pdf`)
    expect(documents[0]?.notice).toContain(is.heading)
  })

  it('has no notice while it is open', async () => {
    const { send, get } = samplePage()
    const url = links.createUrl(await send())
    expect(noticeOf((await get(`${url}/offer.html`)).text)).toBeUndefined()
    expect(noticeOf((await get(url)).text)).toBeUndefined()
  })
})
