import { describe, expect, it } from 'vitest'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../src/index.js'
import {
  type MailerOptions,
  type MailOutcome,
  mailer,
  type OutgoingMail,
} from '../../src/mail/index.js'
import type { AnyCustomer } from '../../src/quote/model/quote.js'
import { createRelay, DeliveryError } from '../../src/relay/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { buyer, seller } from './samples.js'

const startTime = Date.parse('2026-11-22T10:00:00Z')
const hour = 3_600_000

/** A shop whose relay mails to customers, and to sellers unless the `kinds` are given. */
function shop(options: Partial<MailerOptions> = {}) {
  const storage = memoryStorage()
  const clock = { now: startTime }
  const engine = createQuoteEngine({
    storage,
    catalog: memoryCatalog({ 'store-1': [{ id: 1, price: '12.50' }] }),
    now: () => clock.now,
  })
  const sent: OutgoingMail[] = []
  const outcomes: MailOutcome[] = []
  const errors: unknown[] = []
  const shared: MailerOptions = {
    engine,
    start: 'beginning',
    send: (mail) => {
      sent.push(mail)
      return { id: `provider-${sent.length}` }
    },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  }
  const address = async () => 'grace@shop.example'
  const relay = createRelay({
    engine,
    storage,
    stores: ['store-1'],
    now: () => clock.now,
    random: () => 0,
    onError: (error) => errors.push(error),
    destinations: {
      customer: mailer(shared),
      ...(options.kinds === undefined && {
        seller: mailer({ ...shared, recipient: 'seller', address }),
      }),
    },
  })
  const create = async (customer: Record<string, string> = { email: 'ada@example.com' }) =>
    (await engine.createQuote(seller, { customer, products: [{ id: 1, qty: 4 }] })).quoteId
  /** Returns to whom what was sent since the last call. */
  const mails = async () => {
    await relay.run()
    const all = sent.splice(0).map(({ kind, recipient }) => `${kind} to ${recipient}`)
    return all.sort()
  }
  return { engine, relay, clock, sent, outcomes, errors, create, mails }
}

const offer = { revision: 1, name: 'Ada' }

describe('mailer', () => {
  it('mails each step of a quote to whom it concerns, once', async () => {
    const { engine, create, mails, clock } = shop()
    const quoteId = await create()
    expect(await mails()).toEqual([])
    await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
    expect(await mails()).toEqual(['offer to customer'])
    clock.now += 30 * 24 * hour
    await engine.remindQuotes(seller, { rule: 'no-answer', days_after_sending: 7 })
    expect(await mails()).toEqual(['reminder to customer'])
    await engine.requestRevision(buyer, quoteId, { reason: 'Ten?' })
    expect(await mails()).toEqual(['revision_requested to seller'])
    await engine.reviseQuote(seller, quoteId)
    await engine.sendQuote(seller, quoteId)
    expect(await mails()).toEqual(['offer to customer'])
    await engine.declineQuote(buyer, quoteId)
    expect(await mails()).toEqual(['declined to customer', 'declined to seller'])
    await engine.reviseQuote(seller, quoteId)
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(buyer, quoteId, { revision: 3 })
    expect(await mails()).toEqual(['accepted to customer', 'accepted to seller'])
    await engine.orderQuote(seller, quoteId, { order_id: 'order-1' })
    expect(await mails()).toEqual(['ordered to customer'])
    expect(await mails()).toEqual([])
    const other = await create()
    await engine.sendQuote(seller, other)
    await engine.cancelQuote(seller, other)
    expect(await mails()).toEqual(['canceled to customer'])
  })

  it('mails an offer that is sent with updateQuote', async () => {
    const { engine, create, mails } = shop()
    await engine.updateQuote(seller, await create(), { status: 'sent' })
    expect(await mails()).toEqual(['offer to customer'])
  })

  it('mails no other message instead of one that the storage does not have any more', async () => {
    let real: MailerOptions['engine'] | undefined
    const other: MailerOptions['engine'] = {
      fields: {},
      getQuote: (...args) => (real as MailerOptions['engine']).getQuote(...args),
      recordDelivery: (...args) => (real as MailerOptions['engine']).recordDelivery(...args),
      // Without the first message, the second one is what follows the position before both.
      listMessages: (context, quoteId, selected) =>
        (real as MailerOptions['engine']).listMessages(context, quoteId, {
          ...selected,
          after: Math.max(1, selected?.after ?? 0),
        }),
    }
    const { engine, create, mails, outcomes } = shop({ engine: other, kinds: ['message'] })
    real = engine
    const quoteId = await create()
    await engine.addMessage(seller, quoteId, { text: 'First', visibility: 'customer' })
    await engine.addMessage(seller, quoteId, { text: 'Second', visibility: 'customer' })
    expect(await mails()).toEqual(['message to customer'])
    expect(outcomes.map(({ type }) => type)).toEqual(['skipped', 'sent'])
  })

  it('mails messages to the other side, but no internal ones', async () => {
    const { engine, create, relay, sent, outcomes } = shop()
    const quoteId = await create()
    await engine.addMessage(buyer, quoteId, { text: 'How long is the warranty?' })
    await engine.addMessage(seller, quoteId, { text: 'Two years?', visibility: 'internal' })
    await engine.addMessage(seller, quoteId, { text: 'Three years.', visibility: 'customer' })
    await relay.run()
    expect(sent.map(({ to, text }) => [to, /^> .*$/m.exec(text)?.[0]]).sort()).toEqual([
      ['ada@example.com', '> Three years.'],
      ['grace@shop.example', '> How long is the warranty?'],
    ])
    expect(outcomes.filter(({ type }) => type === 'skipped')).toHaveLength(4)
    expect(JSON.stringify(outcomes)).not.toContain('years')
  })

  it('hands the event id as key, and the same one again if it is repeated', async () => {
    let isDown = true
    const keys: string[] = []
    const { engine, create, relay, clock } = shop({
      send: ({ key }) => {
        keys.push(key)
        if (isDown) throw new DeliveryError('down', { retryAfterMs: hour })
        return {}
      },
      kinds: ['offer'],
    })
    await engine.sendQuote(seller, await create())
    await relay.run()
    const [health] = await relay.health()
    expect(health).toMatchObject({ lastError: 'down', retryAt: startTime + hour })
    isDown = false
    clock.now += hour
    await relay.run()
    await relay.run()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^evt_[\w-]+$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('has another key in mails to the seller, as providers drop a key that they know', async () => {
    const { engine, create, relay, sent } = shop()
    const quoteId = await create()
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(buyer, quoteId, offer)
    await relay.run()
    const keys = sent
      .filter(({ kind }) => kind === 'accepted')
      .map(({ key }) => key)
      .sort()
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(`${keys[0]}_seller`)
  })

  it.each([
    ['revised', 'outdated', (engine, id) => engine.reviseQuote(seller, id)],
    ['accepted', 'outdated', (engine, id) => engine.acceptQuote(buyer, id, offer)],
    ['declined', 'outdated', (engine, id) => engine.declineQuote(buyer, id)],
    ['canceled', 'outdated', (engine, id) => engine.cancelQuote(seller, id)],
    [
      'asked to change',
      'outdated',
      (engine, id) => engine.requestRevision(buyer, id, { reason: 'x' }),
    ],
    ['expired', 'outdated', async () => undefined],
    ['deleted', 'deleted', (engine, id) => engine.deleteQuote(seller, id)],
    ['erased', 'deleted', (engine, id) => engine.eraseQuote(seller, id)],
    [
      'sent again',
      'outdated',
      async (engine, id) => {
        await engine.reviseQuote(seller, id)
        await engine.sendQuote(seller, id, { expires: '2027-12-31' })
      },
    ],
  ] as [
    string,
    string,
    (engine: ReturnType<typeof shop>['engine'], id: string) => Promise<unknown>,
  ][])('sends no offer that was %s before the relay came', async (name, reason, change) => {
    const { engine, create, relay, sent, outcomes, clock } = shop({ kinds: ['offer'] })
    const quoteId = await create()
    const { quote } = await engine.sendQuote(seller, quoteId, { expires: '2026-12-01' })
    await change(engine, quoteId)
    if (name === 'expired') clock.now = quote.expires as number
    await relay.run()
    expect(sent.map(({ kind }) => kind)).toEqual(name === 'sent again' ? ['offer'] : [])
    const outcome = outcomes.find(({ kind }) => kind === 'offer')
    expect(outcome).toMatchObject({ type: 'skipped', reason, quoteId, kind: 'offer' })
  })

  it('sends an offer whose delivery, tags or owner have changed meanwhile', async () => {
    const { engine, create, mails } = shop()
    const quoteId = await create()
    await engine.sendQuote(seller, quoteId)
    await engine.recordDelivery(seller, quoteId, { type: 'opened' })
    await engine.updateQuote(seller, quoteId, { tag_list: ['vip'] } as never).catch(() => undefined)
    expect(await mails()).toEqual(['offer to customer'])
  })

  it('reports an offer without an address as dropped, once, and goes on', async () => {
    const { engine, create, relay, outcomes, sent } = shop()
    const [nameless, invalid, valid] = [
      await create({ name: 'Ada' }),
      await create({ email: 'a@x.example\r\nBcc: b@x.example' }),
      await create(),
    ]
    for (const quoteId of [nameless, invalid, valid]) await engine.sendQuote(seller, quoteId)
    await relay.run()
    const delivery = async (quoteId: string) =>
      (await engine.getQuote(seller, quoteId)).quote.delivery
    const dropped = { type: 'dropped', time: startTime, revision: 1 }
    expect(await delivery(nameless)).toEqual([{ ...dropped, detail: 'no e-mail address' }])
    expect(await delivery(invalid)).toEqual([{ ...dropped, detail: 'invalid e-mail address' }])
    expect(await delivery(valid)).toBeUndefined()
    expect(sent).toHaveLength(1)
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
      'no_address',
      'invalid_address',
      false,
    ])
  })

  it('records a rejected address as bounced, and sends no more', async () => {
    const attempts: string[] = []
    const { engine, create, relay, outcomes } = shop({
      send: ({ to }) => {
        attempts.push(to)
        return { rejected: `550 no such user\0${'x'.repeat(1_000)}` }
      },
    })
    const quoteId = await create()
    await engine.sendQuote(seller, quoteId)
    await relay.run()
    await relay.run()
    expect(attempts).toEqual(['ada@example.com'])
    const [fact] = (await engine.getQuote(seller, quoteId)).quote.delivery ?? []
    const { detail, ...rest } = fact ?? {}
    expect(rest).toEqual({
      type: 'bounced',
      time: startTime,
      revision: 1,
      recipient: 'ada@example.com',
    })
    expect(detail).toHaveLength(500)
    expect(outcomes).toMatchObject([{ type: 'rejected', to: 'ada@example.com' }])
  })

  it('records no bounce of the address of a seller', async () => {
    const { engine, create, relay } = shop({ send: () => ({ rejected: 'no' }), kinds: ['ordered'] })
    const quoteId = await create()
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(buyer, quoteId, offer)
    await relay.run()
    expect((await engine.getQuote(seller, quoteId)).quote.delivery).toBeUndefined()
  })

  it('shows the accent of the theme, and none that a function must not return', async () => {
    const accents = ['#7e2f36', '#ffffff']
    const { engine, create, relay, sent, errors } = shop({
      kinds: ['offer'],
      theme: async () => ({ accent: accents.shift() }),
    })
    await engine.sendQuote(seller, await create())
    await relay.run()
    expect(sent[0]?.html).toContain('#7e2f36')
    await engine.sendQuote(seller, await create())
    await relay.run()
    expect([sent.length, errors.length]).toEqual([1, 1])
  })

  it('asks the functions of the host, which can be async, for each mail', async () => {
    const { engine, create, relay, sent, outcomes } = shop({
      kinds: ['offer', 'message'],
      address: async ({ quote }) => (quote.customer as AnyCustomer).billing,
      link: async ({ quoteId, quote }, kind) =>
        `https://x.example/${kind}/${quoteId}/${quote.revision}`,
      locale: async () => 'de',
      document: async () => ({ seller: ['Stuhl GmbH'] }),
      attachments: async (_, kind, { title }) =>
        kind === 'offer'
          ? [
              {
                filename: `${title}.pdf`,
                content: Buffer.from('%PDF'),
                contentType: 'application/pdf',
              },
            ]
          : [],
      change: async (mail) => ({ ...mail, subject: `[Test] ${mail.subject}`, tag: 'quotes' }),
      from: 'sales@shop.example',
    })
    const quoteId = await create({ billing: 'billing@x.example' })
    await engine.addMessage(seller, quoteId, { text: 'Soon.', visibility: 'customer' })
    await relay.run()
    await engine.sendQuote(seller, quoteId)
    await relay.run()
    const [message, offered] = sent
    expect(message?.text).not.toContain('https://')
    expect(message?.attachments).toEqual([])
    expect(offered).toMatchObject({
      to: 'billing@x.example',
      from: 'sales@shop.example',
      subject: expect.stringContaining('[Test] Ihr Angebot 1'),
      lang: 'de',
      tag: 'quotes',
      attachments: [{ filename: 'Angebot 1.pdf', contentType: 'application/pdf' }],
    })
    expect(offered?.text).toContain(`\nhttps://x.example/offer/${quoteId}/1\n`)
    expect(offered?.text).toContain('Stuhl GmbH')
    expect(outcomes).toMatchObject([
      { type: 'sent', id: 'provider-1' },
      { type: 'sent', id: 'provider-2' },
    ])
  })

  it('sends nothing if `change` returns undefined', async () => {
    const { engine, create, relay, outcomes } = shop({ change: () => undefined })
    await engine.sendQuote(seller, await create())
    await relay.run()
    expect(outcomes).toMatchObject([{ type: 'skipped', reason: 'suppressed' }])
  })

  it.each<[string, Partial<MailerOptions>]>([
    ['link', { link: () => 'javascript:alert(1)' }],
    ['locale', { locale: () => 'no locale' }],
    ['document', { document: () => 1 as never }],
    ['attachments', { attachments: () => [{ filename: '../x', content: Buffer.from('') }] }],
    ['attachments', { attachments: () => [{ filename: 'x\r\ny', content: Buffer.from('') }] }],
    [
      'attachments[0].content must be a Uint8Array',
      { attachments: () => [{ filename: 'x', content: 'text' }] as never },
    ],
    ['attachments', { attachments: () => [null] as never }],
    ['subject', { change: (mail) => ({ ...mail, subject: 'x\r\nBcc: b@x.example' }) }],
    ['to', { change: (mail) => ({ ...mail, to: 'a@x.example, b@x.example' }) }],
    ['from', { change: (mail) => ({ ...mail, from: 'x\n <a@x.example>' }) }],
    ['change', { change: () => 'mail' as never }],
    ['boom', { address: () => Promise.reject(new Error('boom')) }],
    [
      'boom',
      {
        link: () => {
          throw new Error('boom')
        },
      },
    ],
    ['boom', { attachments: () => Promise.reject(new Error('boom')) }],
  ])('retries, and says so, if %s of the host is wrong', async (name, options) => {
    const { engine, create, relay, sent } = shop({ kinds: ['offer'], ...options })
    await engine.sendQuote(seller, await create())
    expect(await relay.run()).toMatchObject({ failed: 1, deadLetters: 0 })
    expect(sent).toEqual([])
    const [health] = await relay.health()
    expect(health?.lastError).toContain(name)
    expect(health?.lastError).not.toContain('ada@example.com')
  })

  it('takes no harm from an `onOutcome` that throws', async () => {
    for (const onOutcome of [
      () => {
        throw new Error('boom')
      },
      () => Promise.reject(new Error('boom')),
    ]) {
      const { engine, create, mails } = shop({ onOutcome, kinds: ['offer'] })
      await engine.sendQuote(seller, await create())
      expect(await mails()).toEqual(['offer to customer'])
    }
  })

  it('rejects invalid options by their names', () => {
    const { engine } = shop()
    const errorsOf = (options: object) =>
      fieldErrorsOf(() => mailer(options as MailerOptions), 'invalid_options')
    expect(Object.keys(errorsOf({})).sort()).toEqual(['engine', 'send', 'start'])
    expect(errorsOf({}).start).toMatch(/^must be a Date .* gets it again, received undefined$/)
    const valid = { engine, start: 'now', send: () => ({}) }
    const wrong = {
      start: 'later',
      recipient: 'everyone',
      kinds: [],
      address: 'a@x.example',
      link: 'https://x.example',
      locale: 'x',
      timeZone: 'Berlin',
      document: 1,
      strings: { x: 1 },
      from: 'no address',
      replyTo: 'a\r\nb',
      maxLines: -1,
      attachments: [],
      change: {},
      onOutcome: 1,
    }
    for (const [name, value] of Object.entries(wrong))
      expect(Object.keys(errorsOf({ ...valid, [name]: value }))).toEqual([
        name === 'strings' ? 'strings.x' : name,
      ])
    expect(errorsOf({ ...valid, recipient: 'seller' })).toHaveProperty('address')
    for (const kind of ['revision_requested', '__proto__', 'toString'])
      expect(errorsOf({ ...valid, kinds: [kind] })).toHaveProperty('kinds')
    expect(errorsOf({ ...valid, extra: 1 })).toBeTruthy()
  })

  it.each([
    [{ seler: ['Stuhl GmbH'] }, 'seler'],
    [{ seller: 'Stuhl GmbH' }, 'seller'],
    [{ timeZone: 'Mars/X' }, 'timeZone'],
    [{ currency: 'EURO' }, 'currency'],
  ])('rejects the options %j of documents when it is created', (document, field) => {
    const { engine } = shop()
    const options = { engine, start: 'now', send: () => ({}), document } as never
    const errors = fieldErrorsOf(() => mailer(options), 'invalid_options')
    expect(Object.keys(errors)).toEqual([field])
  })
})

describe('mailer takes the address out of', () => {
  it.each([
    ['an error of the server', () => new Error('452 4.2.2 <Ada@Example.com>: mailbox is full')],
    [
      'a DeliveryError, and keeps its pause',
      () => new DeliveryError('<ada@example.com> is busy', { retryAfterMs: 7_000 }),
    ],
    ['a string', () => 'no ada@example.com'],
  ])('%s', async (name, create) => {
    const {
      engine,
      create: createQuote,
      relay,
    } = shop({
      kinds: ['offer'],
      send: () => {
        throw create()
      },
    })
    await engine.sendQuote(seller, await createQuote())
    await relay.run()
    const [health] = await relay.health()
    expect(health?.attempts).toBe(1)
    expect(health?.lastError).toContain('…')
    expect(health?.lastError?.toLowerCase()).not.toContain('ada@example.com')
    const pause = name.startsWith('a DeliveryError') ? 7_000 : 1_000
    expect(health?.retryAt).toBe(startTime + pause)
  })

  it.each([
    ['keeps a cause without it', 'connection reset', true],
    ['drops a cause with it', 'RCPT TO:<ADA@example.com>', false],
  ])('an error, and %s', async (_, text, isKept) => {
    const cause = new Error('no answer', { cause: { response: text } })
    const { engine, create, relay, errors } = shop({
      kinds: ['offer'],
      send: () => {
        throw new Error('no mail to ada@example.com', { cause })
      },
    })
    await engine.sendQuote(seller, await create())
    await relay.run()
    expect(errors).toMatchObject([{ cause: isKept ? cause : undefined }])
  })

  it('nothing else: other errors are thrown as they are', async () => {
    const error = new Error('535 authentication failed')
    const { engine, create, relay } = shop({
      kinds: ['offer'],
      send: () => {
        throw error
      },
    })
    await engine.sendQuote(seller, await create())
    await relay.run()
    expect((await relay.health())[0]?.lastError).toBe(error.message)
  })
})
