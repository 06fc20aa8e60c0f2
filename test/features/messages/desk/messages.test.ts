import { describe, expect, it } from 'vitest'
import { failingEngine } from '../../../desk/failing-engine.js'
import {
  buyer,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
  unescaped,
} from '../../../desk/sample-desk.js'

async function sample() {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  const desk = sampleDesk({ engine })
  const path = `/quotes/${quoteId}/messages`
  return {
    engine,
    quoteId,
    desk,
    path,
    messages: async () => (await engine.listMessages(seller, quoteId)).items,
  }
}

const valid = { 'message.text': 'We can deliver on Friday.', 'message.visibility': 'internal' }

describe('messagesDesk', () => {
  it('shows who wrote what, and marks internal messages in words', async () => {
    const { engine, quoteId, desk } = await sample()
    await engine.addMessage(seller, quoteId, { text: 'Margin is thin', visibility: 'internal' })
    await engine.addMessage(buyer, quoteId, { text: 'Can you\ndeliver?' })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(textOf(html)).toContain(
      'Ann Archer Internal The customer does not see this Nov 14, 2023 Margin is thin',
    )
    expect(textOf(html)).toContain('bea Customer Visible to the customer Nov 14, 2023 Can you')
    expect(html).toContain('<li class="internal">')
  })

  it('links attachments only to addresses of the web, without a referrer', async () => {
    const engine = sampleEngine()
    const { quoteId } = await engine.createQuote(seller, request)
    const attachments = [
      {
        name: 'drawing.pdf',
        url: 'https://files.test/d.pdf',
        type: 'application/pdf',
        size: 1_234_567,
      },
      { name: markup, url: 'javascript:alert(1)' },
      { name: 'data', url: 'data:text/html,<script>alert(1)</script>' },
    ]
    const message = { id: 1, time: 0, visibility: 'customer', text: markup, attachments } as const
    // A storage may return anything.
    const listMessages = () => [message]
    const desk = sampleDesk({ engine: { ...engine, listMessages } as never })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).toContain('<a class="wrap" href="https://files.test/d.pdf" rel="noreferrer">')
    expect(textOf(html)).toContain('(application/pdf, 1.2 MB)')
    expect(html).not.toMatch(/href="(?:javascript|data:text)|<script>|<img/)
    expect(unescaped(html)).toContain(markup)
  })

  it('shows the newest of more than 1,000 messages', async () => {
    const engine = sampleEngine({ limits: { maxMessages: 2_000 } })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    for (let index = 1; index <= 1_001; index += 1)
      await engine.addMessage(seller, quoteId, { text: `note ${index}.`, visibility: 'internal' })
    const { html } = await desk.get(`/quotes/${quoteId}`)
    expect(html).toContain('note 1001.')
    expect(html).not.toContain('note 900.')
    expect((await desk.get(`/quotes/${quoteId}/timeline`)).html).toContain('note 1.')
  }, 30_000)
})

describe('messagesRoute', () => {
  it('adds a message, and returns to the quote', async () => {
    const { desk, path, quoteId, messages } = await sample()
    const response = await desk.post(path, {
      ...valid,
      'message.attachments[0].name': 'drawing.pdf',
      'message.attachments[0].url': 'https://files.test/d.pdf',
      'message.attachments[2].url': 'https://files.test/a/plan.png?v=1',
    })
    expect(response.location).toBe(`/quotes/${quoteId}?done=message-sent`)
    expect(await messages()).toMatchObject([
      {
        text: valid['message.text'],
        visibility: 'internal',
        by: 'ann',
        attachments: [{ name: 'drawing.pdf' }, { name: 'plan.png' }],
      },
    ])
  })

  it('adds what a double click sends once', async () => {
    const { desk, path, messages } = await sample()
    for (let click = 0; click < 2; click += 1) await desk.post(path, { ...valid, key: 'one' })
    expect(await messages()).toHaveLength(1)
  })

  it('adds no messages of buyers', async () => {
    const { desk, path, messages } = await sample()
    desk.user = buyer
    expect((await desk.post(path, { 'message.text': 'Hello' })).status).toBe(403)
    expect(await messages()).toHaveLength(0)
  })

  it('shows errors at their fields, with everything that was typed', async () => {
    const { desk, path, messages } = await sample()
    const response = await desk.post(path, {
      'message.text': '',
      'message.attachments[2].name': markup,
      'message.attachments[2].url': 'javascript:alert(1)',
    })
    expect(response.status).toBe(422)
    expect(response.html).toContain('href="#f-message_text"')
    expect(response.html).toContain('href="#f-message_visibility"')
    expect(response.html).toContain('href="#f-message_attachments_2__url"')
    expect(unescaped(response.html)).toContain(`value="${markup}"`)
    expect(response.html).not.toMatch(/<script|<img|href="javascript/)
    expect(await messages()).toEqual([])
  })

  it('accepts 4,000 characters, and rejects more', async () => {
    const { desk, path, messages } = await sample()
    const long = 'x'.repeat(4_000)
    expect((await desk.post(path, { ...valid, 'message.text': long })).status).toBe(303)
    const tooLong = await desk.post(path, { ...valid, 'message.text': `${long}x` })
    expect(tooLong.status).toBe(422)
    expect(tooLong.html).toContain(`${long}x</textarea>`)
    expect(await messages()).toHaveLength(1)
  })

  it('rejects hostile values, and stores nothing', async () => {
    const { desk, path, messages } = await sample()
    for (const fields of [
      { 'message.visibility': '__proto__' },
      { 'message.text': 'a\u0000b' },
      { 'message.attachments[0].url': 'https://' },
      { 'message.attachments[0].url': `https://x.test/${'y'.repeat(2_000)}` },
      {
        'message.attachments[0].name': 'n'.repeat(256),
        'message.attachments[0].url': 'https://x.test',
      },
    ]) {
      const response = await desk.post(path, { ...valid, ...fields })
      expect([fields, response.status]).toEqual([fields, 422])
    }
    expect(await messages()).toEqual([])
    expect(desk.errors).toEqual([])
  })

  it('finds no quote of another store', async () => {
    const { desk, path, messages } = await sample()
    desk.user = stranger
    expect((await desk.post(path, valid)).status).toBe(404)
    expect(await messages()).toEqual([])
  })
})

describe('addMessage', () => {
  it('keeps the text if the storage fails', async () => {
    const desk = sampleDesk({ engine: failingEngine('addMessage') })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const fields = { 'message.text': 'Typed text', 'message.visibility': 'internal' }
    const { status, html } = await desk.post(`/quotes/${quoteId}/messages`, fields)
    expect(status).toBe(503)
    expect(textOf(html)).toContain('Typed text')
  })
})
