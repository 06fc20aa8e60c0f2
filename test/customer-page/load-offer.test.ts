import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import {
  buyer,
  formOf,
  links,
  type SamplePage,
  samplePage,
  seller,
  start,
  stateOf,
} from './sample-page.js'

const actionsOf = (html: string) =>
  ['accept', 'change', 'decline', 'message'].filter((action) => formOf(html, action) !== '')

type Step = (engine: QuoteEngine, quoteId: string) => Promise<unknown>

const accept: Step = (engine, id) =>
  engine.acceptQuote(buyer, id, { revision: 1, name: 'Ada', reference: 'PO-7' })

const cases: readonly (readonly [keyof typeof en, readonly Step[], readonly string[]])[] = [
  ['open', [], ['accept', 'change', 'decline', 'message']],
  ['accepted', [accept], ['message']],
  [
    'ordered',
    [accept, (engine, id) => engine.orderQuote(seller, id, { order_id: 'secret-1' })],
    ['message'],
  ],
  ['declined', [(engine, id) => engine.declineQuote(buyer, id)], ['message']],
  [
    'canceled',
    [(engine, id) => engine.cancelQuote(seller, id, { reason: 'internal' })],
    ['message'],
  ],
  [
    'revisionRequested',
    [(engine, id) => engine.requestRevision(buyer, id, { reason: 'Blue' })],
    ['decline', 'message'],
  ],
  ['draft', [(engine, id) => engine.reviseQuote(seller, id)], ['message']],
  [
    'canceled',
    [
      (engine, id) => engine.reviseQuote(seller, id),
      (engine, id) => engine.cancelQuote(seller, id),
    ],
    ['message'],
  ],
  [
    'newer',
    [(engine, id) => engine.reviseQuote(seller, id), (engine, id) => engine.sendQuote(seller, id)],
    [],
  ],
]

async function openAfter(sample: SamplePage, steps: readonly Step[]) {
  const record = await sample.send()
  for (const step of steps) await step(sample.engine, record.quoteId)
  return sample.get(links.createUrl(record))
}

describe('the page of an offer', () => {
  it.each(cases)('shows that it is %s, and what is possible', async (state, steps, actions) => {
    const { status, text } = await openAfter(samplePage(), steps)
    expect([status, stateOf(text), actionsOf(text)]).toEqual([200, en[state], actions])
    expect(text).toContain('Oak chair')
    expect(text).not.toMatch(/secret-1|internal|\{date\}|undefined|\[object/)
  })

  it('shows until when it can be accepted: a day, a time or no end', async () => {
    const { send, get } = samplePage()
    const textOf = async (expires?: number | string) => {
      const { quoteId } = await send({}, expires)
      const { text } = await get(links.createUrl({ storeId: 's', quoteId, revision: 1 }))
      return /<p class="until[^>]*>([^<]*)/.exec(text)?.[1]?.trim()
    }
    expect(await textOf('2026-12-15')).toBe('You can accept it until December 15, 2026.')
    expect(await textOf(start + 3_600_000)).toContain('until Nov 22, 2026, 11:00')
    const { engine, get: load } = samplePage()
    const { quoteId } = await engine.createQuote(seller, {
      customer: {},
      products: [{ id: 'chair', qty: 1 }],
    })
    const forever = await engine.sendQuote(seller, quoteId)
    expect((await load(links.createUrl(forever))).text).toContain(en.openAlways)
  })

  it('shows that it has expired, from that very instant', async () => {
    const { clock, send, get } = samplePage()
    const url = links.createUrl(await send({}, start + 1_000))
    clock.now = start + 999
    expect(stateOf((await get(url)).text)).toBe(en.open)
    clock.now = start + 1_000
    const { text } = await get(url)
    expect(stateOf(text)).toBe(en.expired)
    expect(actionsOf(text)).toEqual(['message'])
  })

  it('lets it be accepted late if the engine does', async () => {
    const { clock, engine, send, get, submit } = samplePage(
      {},
      { lifecycle: { allowLateAcceptance: true } },
    )
    const record = await send({}, start + 1_000)
    const url = links.createUrl(record)
    clock.now = start + 1_000
    expect(actionsOf((await get(url)).text)).toEqual(['accept', 'message'])
    const { status } = await submit(url, 'accept', { name: 'Ada', consent: 'yes' })
    expect(status).toBe(303)
    expect((await engine.getQuote(seller, record.quoteId)).quote.acceptance?.late).toBe(true)
  })

  it('shows statuses of the host, with what they allow', async () => {
    const lifecycle = {
      transitions: [
        { operation: 'updateQuote', from: ['sent'], to: 'negotiating', by: ['seller'] },
        { operation: 'acceptQuote', from: ['negotiating'], to: 'accepted', by: ['buyer'] },
      ],
    } as const
    const { text } = await openAfter(samplePage({}, { lifecycle }), [
      (engine, id) => engine.updateQuote(seller, id, { status: 'negotiating' }),
    ])
    expect([stateOf(text), actionsOf(text)]).toEqual([en.processing, ['accept', 'message']])
  })

  it('never shows the content of a draft', async () => {
    const { text } = await openAfter(samplePage(), [
      (engine, id) => engine.reviseQuote(seller, id),
      (engine, id) =>
        engine.updateQuote(seller, id, {
          customer: { name: 'Draft name' },
          products: [{ id: 'chair', qty: 99 }],
        }),
    ])
    expect(text).toContain('Ada Lovelace')
    expect(text).not.toMatch(/Draft name|>99</)
  })

  it.each([false, true])('finds no revision that was never sent: %s', async (followRevisions) => {
    const { send, get } = samplePage({ followRevisions })
    const { storeId, quoteId } = await send()
    const later = links.createUrl({ storeId, quoteId, revision: 2 })
    expect((await get(later)).status).toBe(404)
    expect((await get(links.createUrl({ storeId, quoteId, revision: 1 }))).status).toBe(200)
  })

  it('shows an earlier revision as it was, or the current one by option', async () => {
    const steps: readonly Step[] = [
      (engine, id) => engine.reviseQuote(seller, id),
      (engine, id) => engine.updateQuote(seller, id, { customer: { name: 'Grace Hopper' } }),
      (engine, id) => engine.sendQuote(seller, id),
    ]
    const earlier = await openAfter(samplePage(), steps)
    expect(earlier.text).toContain('Ada Lovelace')
    expect(earlier.text).not.toContain('Grace Hopper')
    const followed = await openAfter(samplePage({ followRevisions: true }), steps)
    expect(stateOf(followed.text)).toBe(en.open)
    expect(followed.text).toContain('Grace Hopper')
    expect(actionsOf(followed.text)).toHaveLength(4)
  })

  it('shows who accepted it, when, with which reference and which seal', async () => {
    const sample = samplePage({ timeZone: 'Asia/Tokyo' })
    const { text } = await openAfter(sample, [accept])
    for (const shown of ['Ada', 'PO-7', 'Nov 22, 2026, 7:00']) expect(text).toContain(shown)
    expect(text).toMatch(/<code dir="ltr">[0-9a-f]{64}<\/code>/)
  })

  it('shows the messages for the customer, without the names of users', async () => {
    const { engine, send, get } = samplePage({ document: { seller: ['Chairs Ltd'] } })
    const record = await send()
    const add = (visibility: 'customer' | 'internal', text: string) =>
      engine.addMessage(seller, record.quoteId, {
        text,
        visibility,
        attachments: [{ name: `${text}.pdf`, url: `https://files.example/${visibility}.pdf` }],
      })
    await add('customer', 'Open words')
    await add('internal', 'Hidden words')
    await engine.addMessage(buyer, record.quoteId, { text: 'Own words' })
    const { text } = await get(links.createUrl(record))
    for (const shown of [
      'Open words',
      'Own words',
      'Chairs Ltd',
      'https://files.example/customer.pdf',
    ])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/Hidden words|internal\.pdf|grace/)
  })
})
