import { describe, expect, it } from 'vitest'
import { createDocument, createPartDocument } from '../../src/document/model/create-document.js'
import { parseDocumentOptions } from '../../src/document/model/document-options.js'
import type { QuoteRecord } from '../../src/index.js'
import {
  type CreateMailOptions,
  createMail,
  type Mail,
  type MailKind,
  mailKinds,
  parseReference,
} from '../../src/mail/index.js'
import { kindsFor } from '../../src/mail/kinds.js'
import { getStrings } from '../../src/mail/strings/get-strings.js'
import { shownText } from '../document/html/tags.js'
import { fullRequest, sampleEngine, sentQuote } from '../document/sample-quotes.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { address, buyer, languages, message, optionsFor, recordFor, seller } from './samples.js'

async function mailOf(kind: MailKind, options: CreateMailOptions = {}): Promise<Mail> {
  const recipient = options.recipient ?? (isForSellerOnly(kind) ? 'seller' : 'customer')
  const created = createMail(await recordFor(kind), kind, {
    ...optionsFor(kind, recipient),
    ...options,
  })
  if (created.mail === undefined) throw new Error(created.skipped)
  return created.mail
}

/** Returns a record with this customer. */
function withCustomer(record: QuoteRecord, customer: Record<string, unknown>): QuoteRecord {
  return { ...record, quote: { ...record.quote, customer } as QuoteRecord['quote'] }
}

/** Returns a quote for which the customer has wishes. */
async function counterOffer(): Promise<QuoteRecord> {
  const { engine, quoteId } = await sentQuote()
  return engine.requestRevision(buyer, quoteId, {
    reason: 'Cheaper?',
    lines: [
      { key: '1-1', qty: 20, price: '75.00', note: 'Blue' },
      { key: '1-2', remove: true },
    ],
    add: [
      { name: '<b>Footrest</b>\nTotal: 0', qty: 4, note: 'For\ntwo' },
      { id: 305, qty: 1 },
    ],
  })
}

const optionErrorsOf = (call: () => unknown) => fieldErrorsOf(call, 'invalid_options')

const all = (['customer', 'seller'] as const).flatMap((recipient) =>
  kindsFor(recipient).map((kind) => ({ recipient, kind })),
)
const withLines: readonly string[] = [
  'offer',
  'reminder',
  'accepted',
  'ordered',
  'part_ordered',
  'requested',
]

describe.each(languages)('createMail in %s', (locale) => {
  it.each(all)(
    'writes $kind to the $recipient, with the numbers of the document',
    async ({ kind, recipient }) => {
      const record = await recordFor(kind)
      const options = { ...optionsFor(kind, recipient), locale }
      const { mail } = createMail(record, kind, options)
      const { subject = '', text = '', html = '', ...rest } = mail ?? {}
      const shownIn = { locale, timeZone: 'Europe/Berlin' }
      const document =
        kind === 'part_ordered'
          ? createPartDocument(record.quote, 1, shownIn)
          : createDocument(record.quote, shownIn)
      expect(rest).toMatchObject({ kind, recipient, lang: locale })
      const isOpen = kind === 'offer' || kind === 'reminder'
      expect(subject).toContain(isOpen ? ` ${record.quote.number}` : document.title)
      const shown = shownText(html)
      for (const part of [text, shown]) {
        expect(part).toContain(document.title)
        expect(part).not.toMatch(/[{}]|undefined|null|\[object/)
      }
      expect(text).toContain('\nhttps://shop.example/quote/1\n')
      expect(html).toContain('href="https://shop.example/quote/1"')
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
      const { facts, lines, totals } = document
      const amounts = [
        ...facts.map(({ value }) => value),
        ...lines.flatMap((line) => [line.name, line.quantity, line.unitPrice ?? '', line.total]),
        ...totals.flatMap(({ label, amount }) => [label, amount]),
      ]
      const missing = (part: string) => amounts.filter((amount) => !part.includes(amount))
      if (withLines.includes(kind)) expect([missing(text), missing(shown)]).toEqual([[], []])
      else expect(text + shown).not.toContain(totals.at(-1)?.amount)
    },
  )
})

describe('createMail', () => {
  it('says why there is no mail if the customer has no address', async () => {
    const record = await recordFor('offer')
    for (const email of [undefined, '', '  '])
      expect(createMail(withCustomer(record, { email }), 'offer')).toEqual({
        skipped: 'no_address',
      })
    for (const email of [
      'Ada',
      'a@b',
      'a@x.example, b@x.example',
      'a@x.example\r\nBcc: b@x.example',
    ])
      expect(createMail(withCustomer(record, { email }), 'offer')).toEqual({
        skipped: 'invalid_address',
      })
  })

  it('says what is paid of a quote in all and what is open, once its last payment was one', async () => {
    const engine = sampleEngine()
    const products = [{ name: 'Kitchen', price: '3158.00', qty: 1 }]
    const request = { customer: { email: 'a@x.example' }, currency: 'EUR', products }
    const { quoteId } = await engine.createQuote(seller, request)
    const pay = async (id: string, type: 'paid' | 'failed' | 'refunded', amount: string) => {
      const record = await engine.recordPayment(seller, quoteId, { id, type, amount })
      return createMail(record, 'paid', optionsFor('paid', 'customer'))
    }
    expect((await pay('a', 'failed', '158.00')).skipped).toBe('outdated')
    const { mail } = await pay('a', 'paid', '158.00')
    expect(mail?.text).toContain('We have received your payment.')
    expect(mail?.text).toContain('Paid: €158.00\nStill open: €3,000.00')
    expect((await pay('b', 'refunded', '8.00')).skipped).toBe('outdated')
    const last = (await pay('c', 'paid', '3008.00')).mail
    expect(last?.text).toContain('Paid: €3,158.00')
    expect(last?.text).not.toContain('Still open')
  })

  it('writes to `to` instead of the customer', async () => {
    expect((await mailOf('offer', { to: 'buying@x.example' })).to).toBe('buying@x.example')
    expect((await mailOf('offer')).to).toBe(address)
    expect(createMail(await recordFor('offer'), 'offer', { to: '' })).toEqual({
      skipped: 'no_address',
    })
  })

  it('says that a mail is outdated if the quote is not what it would say', async () => {
    for (const kind of mailKinds) {
      const fitting = new Set(
        mailKinds.filter(
          (other) =>
            createMail(emailed[other] as QuoteRecord, kind, {
              ...optionsFor(kind, isForSellerOnly(kind) ? 'seller' : 'customer'),
            }).skipped === undefined,
        ),
      )
      expect([kind, [...fitting].sort()]).toEqual([kind, [...(fits[kind] ?? [])].sort()])
    }
    const engine = sampleEngine()
    const created = await engine.createQuote(seller, fullRequest)
    expect(createMail(created, 'offer')).toEqual({ skipped: 'outdated' })
    const canceled = await engine.cancelQuote(seller, created.quoteId)
    expect(createMail(canceled, 'canceled')).toEqual({ skipped: 'outdated' })
  })

  it('names the store, quote and revision in its reference', async () => {
    const record = await recordFor('offer')
    const { mail } = createMail(record, 'offer')
    const { storeId, quoteId } = record
    expect(mail?.reference).toMatch(/^[\w-]+$/)
    expect(parseReference(mail?.reference ?? '')).toEqual({ storeId, quoteId, revision: 1 })
  })

  it('shows nothing that is for the store only', async () => {
    const engine = sampleEngine({
      fields: {
        quote: {
          project: { label: 'Project', input: 'text' },
          margin: { label: 'Margin', input: 'text', internal: true },
        },
        line: { cost: { label: 'Cost', input: 'number', internal: true } },
      } as never,
    })
    const { quoteId } = await engine.createQuote(seller, {
      customer: { email: 'ada@example.com' },
      products: [{ id: 118, qty: 1, internal_fields: { cost: 12345 } }],
      fields: { project: 'Library' },
      internal_fields: { margin: 'secret-margin' },
    } as never)
    await engine.sendQuote(seller, quoteId)
    await engine.acceptQuote(seller, quoteId, { revision: 1 })
    const record = await engine.orderQuote(seller, quoteId, { order_id: 'secret-order' })
    const mail = createMail(record, 'ordered', { document: { fields: engine.fields } }).mail
    const shown = JSON.stringify({ ...mail, reference: '' })
    expect(shown).toContain('Library')
    expect(shown).not.toMatch(/secret|12345|12,345|12 345|grace/)
  })

  it('keeps the reasons of sellers, and shows those of customers to the seller', async () => {
    const withdrawn = await mailOf('canceled')
    expect(JSON.stringify(withdrawn)).not.toContain('Sold out')
    const declined = await mailOf('declined')
    expect(JSON.stringify(declined)).not.toContain('Too expensive')
    const told = await mailOf('declined', { recipient: 'seller', to: 'grace@shop.example' })
    expect(told.text).toContain('Reason:\n> Too expensive\n> for us\n')
    expect(shownText(told.html)).toContain('Too expensive')
  })

  it.each(languages)(
    'lists the wishes of a counter-offer beside the offer, in %s',
    async (locale) => {
      const record = await counterOffer()
      const options = { ...optionsFor('revision_requested', 'seller'), locale }
      const { text = '', html = '' } = createMail(record, 'revision_requested', options).mail ?? {}
      const { wishes, offered, wished, wishRemove } = getStrings(locale)
      const { formats } = parseDocumentOptions({ locale })
      const terms = (qty: number, price: string) =>
        `${formats.number(qty)} × ${formats.money(price, 'EUR')}`
      const listed = [
        `${wishes}:`,
        `Oak chair\n  ${offered}: ${terms(12, '80.00')}\n  ${wished}: ${terms(20, '75.00')}\n  Blue`,
        `Dining table\n  ${offered}: ${terms(1, '899.50')}\n  ${wished}: ${wishRemove}`,
        `+ <b>Footrest</b> Total: 0\n  ${wished}: ${formats.number(4)}\n  For\n  two`,
        `+ #305\n  ${wished}: ${formats.number(1)}`,
      ]
      expect(text).toContain(listed.join('\n\n'))
      const shown = shownText(html)
      for (const part of [wishes, 'Oak chair', terms(20, '75.00'), wishRemove, 'Blue', '#305'])
        expect(shown).toContain(part)
      expect(html).toContain('+ &lt;b&gt;Footrest&lt;/b&gt; Total: 0')
      expect(text).toContain('> Cheaper?')
    },
  )

  it('counts the wishes beyond maxLines, and has none of an earlier offer', async () => {
    const record = await counterOffer()
    const options = optionsFor('revision_requested', 'seller')
    const { mail } = createMail(record, 'revision_requested', { ...options, maxLines: 1 })
    expect(mail?.text).toContain('Further items: 3\n')
    expect(mail?.text).not.toContain('Dining table')
    const later = { ...record, quote: { ...record.quote, revision: 2 } }
    for (const each of [later, await recordFor('revision_requested')])
      expect(createMail(each, 'revision_requested', options).mail?.text).not.toContain('Wishes')
  })

  it('quotes a message, and links its files', async () => {
    const { text, html } = await mailOf('message')
    expect(text).toContain('> Three years.\n> The terms are attached.\n')
    const url = 'https://shop.example/warranty%20%C3%BC.pdf'
    expect(text).toContain(`Files:\nwarranty.pdf\n${url}\n`)
    expect(html).toContain(`href="${url}"`)
    const files = [
      { name: 'x', url: 'javascript:alert(1)' },
      { name: 'y', url: 'no url' },
    ]
    const other = await mailOf('message', { message: { ...message, attachments: files } })
    expect(other.html).not.toContain('alert')
    expect(other.text).not.toContain('Files')
  })

  it('names a file without a name by its URL, with control characters encoded', async () => {
    const attachments = [{ name: '\u0000', url: 'https://x.example/a\u0000b' }]
    const { text } = await mailOf('message', { message: { ...message, attachments } })
    expect(text).toContain('Files:\nhttps://x.example/a%00b\nhttps://x.example/a%00b\n')
  })

  it('greets by a name, unless it could be a link or is too long', async () => {
    const record = await recordFor('offer')
    const greeting = (name: string) =>
      createMail(withCustomer(record, { name, email: address }), 'offer').mail?.text.split('\n')[0]
    expect(greeting('Dr. J. Lovelace')).toBe('Dear Dr. J. Lovelace,')
    expect(greeting('Ada\r\nLovelace')).toBe('Dear Ada Lovelace,')
    expect(greeting('Müller GmbH & Co.KG')).toBe('Dear Müller GmbH & Co.KG,')
    for (const name of [
      '',
      ' ',
      'You have won http://x.example',
      'win at x.example',
      'win at x。example',
      'a@b',
      'w'.repeat(81),
    ])
      expect(greeting(name)).toBe('Hello,')
  })

  it('shows up to `maxLines` lines, and the totals of all', async () => {
    const { text, html } = await mailOf('offer', { maxLines: 2 })
    expect(text).toContain('Dining table')
    expect(text).not.toContain('Upholstery')
    for (const part of [text, html]) expect(part).toContain('Further items: 2')
    expect(text).toContain('Total: €3,094.80')
  })

  it('takes strings, sender and options of documents', async () => {
    const mail = await mailOf('offer', {
      from: 'Chairs Ltd <sales@chairs.example>',
      replyTo: 'grace@chairs.example',
      strings: { greeting: 'Hi {name}!', customer: { offer: { subject: 'For you: {quote}' } } },
      document: {
        locale: 'de',
        seller: ['Stuhl GmbH', 'Berlin'],
        footer: 'HRB 1',
        terms: ['Zahlbar in 30 Tagen'],
        strings: { quote: 'Offerte' },
      },
    })
    expect(mail).toMatchObject({
      from: 'Chairs Ltd <sales@chairs.example>',
      replyTo: 'grace@chairs.example',
      subject: 'For you: Offerte 1',
      lang: 'de',
    })
    expect(mail.text.startsWith('Hi Ada Lovelace!\n\nvielen Dank')).toBe(true)
    expect(mail.text).toContain(
      'Bedingungen:\nZahlbar in 30 Tagen\n\nStuhl GmbH\nBerlin\n\nHRB 1\n',
    )
  })

  it('says in the subject of an offer from whom it is, how much it is and until when', async () => {
    const document = { seller: ['Chairs Ltd', '1 Oak Lane'] }
    const { subject } = await mailOf('offer', { document, timeZone: 'Europe/Berlin' })
    expect(subject).toBe('Your offer 1 from Chairs Ltd, €3,094.80, valid through Dec 31')
    const { seller: _, ...withoutSeller } = document
    expect(
      (await mailOf('reminder', { document: withoutSeller, timeZone: 'UTC' })).subject,
    ).toMatch(/^Reminder: your offer 1, €3,094.80, valid through Dec 31, 2026, 11:00 PM UTC$/)
    const long = { seller: ['x'.repeat(61)] }
    expect((await mailOf('offer', { document: long })).subject).not.toContain('xx')
    const own = { customer: { offer: { subject: '[Chairs] {quote}[ of {seller}]' } } }
    expect((await mailOf('offer', { strings: own })).subject).toBe('[Chairs] Quote 1')
  })

  it('comes from the person to ask, who gets the answers, and says so at its end', async () => {
    const contact = {
      name: 'Grace "G" Hopper',
      phone: '+1 512 555 0100',
      email: 'g@chairs.example',
    }
    const document = { seller: ['Chairs Ltd', '1 Oak Lane'], contact }
    const from = 'Chairs Ltd <sales@chairs.example>'
    const mail = await mailOf('offer', { document, from })
    expect(mail.from).toBe('"Grace \\"G\\" Hopper, Chairs Ltd" <sales@chairs.example>')
    expect(mail.replyTo).toBe('g@chairs.example')
    expect(mail.text).toMatch(
      /Grace "G" Hopper, Chairs Ltd\n\+1 512 555 0100\ng@chairs.example\n1 Oak Lane\n$/,
    )
    expect(mail.text.match(/1 Oak Lane/g)).toHaveLength(1)
    expect(mail.html).toContain('Grace &quot;G&quot; Hopper, Chairs Ltd')
    const plain = await mailOf('offer', {
      document,
      from: 'sales@chairs.example',
      replyTo: 'a@b.example',
    })
    expect([plain.from, plain.replyTo]).toEqual([
      '"Grace \\"G\\" Hopper" <sales@chairs.example>',
      'a@b.example',
    ])
    expect(await mailOf('offer', { document })).not.toHaveProperty('from')
    const toSeller = await mailOf('accepted', {
      document,
      from,
      recipient: 'seller',
      to: 's@b.example',
    })
    expect([toSeller.from, toSeller.replyTo]).toEqual([from, undefined])
  })

  it('cuts a subject to 150 characters', async () => {
    const subject = `{quote} ${'😀'.repeat(200)}`
    const mail = await mailOf('offer', { strings: { customer: { offer: { subject } } } })
    expect([...mail.subject]).toHaveLength(150)
    expect(mail.subject.isWellFormed()).toBe(true)
  })

  it('rejects invalid options by their names', async () => {
    const record = await recordFor('offer')
    const errors = optionErrorsOf(() =>
      createMail(record, 'offer', {
        recipient: 'seller',
        link: '/quote/1',
        locale: 'x',
        from: 'Shop\r\nBcc: x@x.example <a@x.example>',
        replyTo: 'no address',
        maxLines: 0,
        strings: { greetings: 'x' },
        document: 1,
        extra: 1,
      } as never),
    )
    expect(Object.keys(errors).sort()).toEqual([
      'document',
      'extra',
      'from',
      'link',
      'locale',
      'maxLines',
      'replyTo',
      'strings.greetings',
    ])
    const links = [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://x.example/\r\nx',
      'ü',
      1,
      null,
    ]
    for (const link of links)
      expect(optionErrorsOf(() => createMail(record, 'offer', { link } as never))).toHaveProperty(
        'link',
      )
    expect(
      optionErrorsOf(() => createMail(record, 'offer', { recipient: 'seller', to: 'a@x.example' })),
    ).toEqual({
      recipient: "must be 'customer': there are no mails 'offer' to the seller",
    })
    expect(optionErrorsOf(() => createMail(record, 'message'))).toHaveProperty('message')
    expect(
      optionErrorsOf(() => createMail(record, 'accepted', { recipient: 'seller' })),
    ).toHaveProperty('to')
    expect(optionErrorsOf(() => createMail(record, 'toString' as never))).toHaveProperty('kind')
    expect(
      optionErrorsOf(() => createMail(record, 'offer', { document: { color: '#fff' } })),
    ).toHaveProperty('color')
  })

  it('rejects what is no record', () => {
    for (const value of [
      undefined,
      null,
      1,
      {},
      { quote: {} },
      { storeId: 's', quoteId: 'q', quote: {} },
    ])
      expect(fieldErrorsOf(() => createMail(value as never, 'offer'))).toBeTruthy()
  })
})

const isForSellerOnly = (kind: MailKind) => kind.includes('requested')

const emailed: Partial<Record<MailKind, QuoteRecord>> = Object.fromEntries(
  await Promise.all(mailKinds.map(async (kind) => [kind, await recordFor(kind)])),
)

/** The records for which a mail of a kind is true. */
const open: readonly MailKind[] = ['offer', 'reminder', 'paid', 'message']
const fits: Partial<Record<MailKind, readonly MailKind[]>> = {
  offer: open,
  reminder: open,
  accepted: ['accepted', 'ordered', 'part_ordered'],
  ordered: ['ordered'],
  part_ordered: ['part_ordered'],
  paid: ['paid'],
  declined: ['declined'],
  canceled: ['canceled'],
  requested: ['requested'],
  revision_requested: ['revision_requested'],
  message: mailKinds,
}
