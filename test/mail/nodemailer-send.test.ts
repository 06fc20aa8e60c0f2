import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../../src/index.js'
import { type MailerOptions, mailer, nodemailerSend } from '../../src/mail/index.js'
import type { OutgoingMail } from '../../src/mail/mailer-options.js'
import { createRelay } from '../../src/relay/index.js'

/** Returns a `send` to a mail server on this machine. */
function sendTo(port: number) {
  const transport = createTransport({ url: `smtp://127.0.0.1:${port}` })
  return nodemailerSend({ transport, domain: 'chairs.example' })
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly mail: ParsedMail
}

/** Starts a mail server. Returns its port, and what it gets. */
async function startServer(port = 0, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      simpleParser(stream).then((mail) => {
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom === false ? '' : mailFrom.address, to, mail })
        done()
      }, done)
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let isOpen = true
  const close = () =>
    new Promise<void>((resolve) => {
      if (isOpen) server.close(resolve)
      else resolve()
      isOpen = false
    })
  closing.push(close)
  return { port: (server.server.address() as AddressInfo).port, received, close }
}

const seller = { storeId: 'store-1', role: 'seller' } as const

/** Creates an offer, and a relay that mails it by SMTP. */
async function mailOffer(port: number, options: Partial<MailerOptions> = {}) {
  const storage = memoryStorage()
  const catalog = memoryCatalog({ 'store-1': [{ id: 1, name: 'Stühle 椅子', price: '12.50' }] })
  const engine = createQuoteEngine({ storage, catalog, currency: 'EUR' })
  const clock = { now: Date.now() }
  const mail = mailer({
    engine,
    start: 'beginning',
    from: 'Stühle & Tische <sales@chairs.example>',
    replyTo: 'grace@chairs.example',
    send: sendTo(port),
    ...options,
  })
  const now = () => clock.now
  const relay = createRelay({ engine, storage, stores: ['store-1'], now, destinations: { mail } })
  const customer = { name: 'Zoë\r\nBcc: x@x.example', email: 'zoe@example.com' }
  const { quoteId } = await engine.createQuote(seller, { customer, products: [{ id: 1, qty: 4 }] })
  await engine.sendQuote(seller, quoteId)
  const delivery = async () => (await engine.getQuote(seller, quoteId)).quote.delivery
  return { relay, clock, delivery }
}

const outgoing: OutgoingMail = {
  key: 'evt_1',
  to: 'zoe@example.com',
  from: 'sales@chairs.example',
  subject: 'Quote 1',
  text: 'Dear Zoë',
  html: '<p>Dear Zoë</p>',
  attachments: [],
  reference: 'r',
} as never
const call = { signal: new AbortController().signal } as never

const reject = (message: string): SMTPServerOptions => ({
  onRcptTo: (_, __, done) => done(Object.assign(new Error(message), { responseCode: 550 })),
})

describe('nodemailerSend', () => {
  it('delivers both parts, the headers and the files to a mail server', async () => {
    const { port, received } = await startServer()
    const content = Buffer.from('%PDF-1.7 ü')
    const { relay, delivery } = await mailOffer(port, {
      locale: 'de',
      attachments: (_, __, { title }) => [
        { filename: `${title} für Zoë.pdf`, content, contentType: 'application/pdf' },
      ],
    })
    expect(await relay.run()).toMatchObject({ delivered: 1, failed: 0 })
    expect(received).toHaveLength(1)
    const [{ from, to, mail }] = received as [Received]
    expect([from, to]).toEqual(['sales@chairs.example', ['zoe@example.com']])
    expect(mail.from?.value).toEqual([{ name: 'Stühle & Tische', address: 'sales@chairs.example' }])
    expect(mail.replyTo?.text).toBe('grace@chairs.example')
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.subject).toBe('Ihr Angebot 1, 50,00 €')
    expect(mail.messageId).toMatch(/^<evt_[\w-]+@chairs\.example>$/)
    expect(mail.headers.get('x-quote-reference')).toMatch(/^[\w-]+$/)
    expect(mail.text).toContain('Guten Tag,\n')
    expect(mail.text).toContain('Stühle 椅子\n')
    expect(mail.text).toContain('Gesamtbetrag: 50,00\u00a0€')
    expect(mail.html).toContain('<bdi>50,00\u00a0€</bdi>')
    expect(mail.html).toContain('Stühle 椅子')
    const [file] = mail.attachments
    expect([file?.filename, file?.contentType, file?.content]).toEqual([
      'Angebot 1 für Zoë.pdf',
      'application/pdf',
      content,
    ])
    expect(await delivery()).toBeUndefined()
  })

  it('delivers with the same id once a server that was down is back', async () => {
    const { port, close } = await startServer()
    await close()
    const keys: string[] = []
    const send = sendTo(port)
    const { relay, clock } = await mailOffer(port, {
      send: (mail, call) => {
        keys.push(mail.key)
        return send(mail, call)
      },
    })
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 1 })
    const { received } = await startServer(port)
    clock.now += 3_600_000
    expect(await relay.run()).toMatchObject({ delivered: 1, failed: 0 })
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 0 })
    expect(received.map(({ mail }) => mail.messageId)).toEqual([`<${keys[0]}@chairs.example>`])
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('records an address that the server rejects as bounced, and sends no more', async () => {
    const { port } = await startServer(0, reject('5.1.1 No such user here'))
    const { relay, delivery } = await mailOffer(port)
    expect(await relay.run()).toMatchObject({ delivered: 1, failed: 0 })
    expect(await delivery()).toEqual([
      {
        type: 'bounced',
        time: expect.any(Number),
        revision: 1,
        recipient: 'zoe@example.com',
        detail: '550 5.1.1 No such user here',
      },
    ])
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 0 })
  })

  it('repeats what a server rejects for another reason than the address', async () => {
    for (const [message, responseCode] of [
      ['5.7.1 Relaying denied', 550],
      ['4.2.1 Try again later', 450],
    ] as const) {
      const { port } = await startServer(0, {
        onRcptTo: (_, __, done) => done(Object.assign(new Error(message), { responseCode })),
      })
      const { relay, delivery } = await mailOffer(port)
      expect(await relay.run()).toMatchObject({ delivered: 0, failed: 1 })
      expect(await delivery()).toBeUndefined()
    }
  })

  it('waits for the response that is missing, and sends a mail once however often it is asked', async () => {
    let respond = () => {}
    const isAsked = new Promise<void>((resolve) => {
      respond = resolve
    })
    const { port, received } = await startServer(0, {
      onMailFrom: (_, __, done) => void isAsked.then(() => done()),
    })
    const send = sendTo(port)
    const first = send(outgoing, call)
    const second = send(outgoing, call)
    respond()
    const id = { id: '<evt_1@chairs.example>' }
    expect([await first, await second, await send(outgoing, call)]).toEqual([id, id, id])
    expect(received).toHaveLength(1)
    expect(await send({ ...outgoing, key: 'evt_2' }, call)).toEqual({
      id: '<evt_2@chairs.example>',
    })
    expect(received).toHaveLength(2)
  })

  it('sends a mail again that has failed', async () => {
    const { port, close } = await startServer()
    await close()
    const send = sendTo(port)
    await expect(send(outgoing, call)).rejects.toThrow('ECONNREFUSED')
    const { received } = await startServer(port)
    expect(await send(outgoing, call)).toEqual({ id: '<evt_1@chairs.example>' })
    expect(received).toHaveLength(1)
  })

  it.each([
    ['transport', { transport: {}, domain: 'chairs.example' }],
    ['domain', { transport: createTransport({}), domain: 'a>\r\nBcc: x' }],
    ['domain', { transport: createTransport({}) }],
    ['url', { transport: createTransport({}), domain: 'chairs.example', url: 'smtp://x' }],
  ])('rejects an invalid %s', (path, options) => {
    expect(() => nodemailerSend(options as never)).toThrow(path)
  })
})
