import { describe, expect, it } from 'vitest'
import { html, type OfferSlots } from '../../src/customer-page/index.js'
import { links, samplePage } from './sample-page.js'

describe('slots of the page of an offer', () => {
  it('shows escaped content above and below the offer, apart from its document', async () => {
    const { send, get } = samplePage({
      slots: {
        aboveOffer: ({ record, lang }) =>
          html`<p id="above">${record.quote.number} ${lang} ${'<i>'}</p>`,
        belowOffer: async () => html`<p id="below">Ask us</p>`,
      },
    })
    const { text } = await get(links.createUrl(await send()))
    const at = ['class="hero"', 'id="above"', 'class="offer"', 'id="below"', 'class="paper"'].map(
      (part) => text.indexOf(part),
    )
    expect(at).toEqual(at.toSorted((left, right) => left - right))
    expect(at).not.toContain(-1)
    expect(text).toContain(' en &lt;i&gt;</p>')
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('down')
      },
    ],
    ['never ends', () => new Promise(() => undefined)],
    ['returns a string', () => '<b>text</b>'],
  ])('leaves out what %s, and reports it', async (_, slot) => {
    const slots = { aboveOffer: slot, belowOffer: () => html`<p>Ask us</p>` } as OfferSlots
    const { send, get, errors } = samplePage({ slots, timeoutMs: 5 })
    const { status, text } = await get(links.createUrl(await send()))
    expect([status, errors.length, text.includes('<b>text'), text.includes('Ask us')]).toEqual([
      200,
      1,
      false,
      true,
    ])
  })

  it.each([{ slots: { aboveOffer: '<b>' } }, { slots: { beside: () => '' } }, { slots: [] }])(
    'rejects %j',
    (options) => expect(() => samplePage(options as never)).toThrow('slots'),
  )
})
