import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../../src/document/html/render-html.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { createMail } from '../../../src/mail/create-mail.js'
import { renderPdf } from '../../../src/pdf/render-pdf.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { redactAcceptance } from '../../../src/quote/model/seal.js'
import type { Signature } from '../../../src/quote/model/signature.js'
import { noTools, textOf } from '../../pdf/pdf-tools.js'
import { context, newQuote, sampleEngine } from '../sample-quotes.js'

const engine = sampleEngine({ now: () => Date.parse('2026-08-22T12:19:00Z') })
const drawn = {
  type: 'drawn',
  strokes: [
    [0, 9, 600, 9],
    [7, 8],
  ],
} as const
const options = { timeZone: 'Europe/Warsaw' }
const locales = ['ar', 'de', 'en', 'fr', 'ja', 'zh']

async function acceptedWith(signature?: Signature, option: object = {}): Promise<Quote> {
  const products = [{ name: 'Work', price: 10, qty: 1, ...option }]
  const request = { customer: { name: 'Ada' }, products }
  const { quoteId } = await engine.createQuote(context, request)
  await engine.sendQuote(context, quoteId)
  const sealed = signature && { signature, consent: 'I accept <b>', address: '2001:db8::1' }
  const offer = { revision: 1, name: 'Ada', ...sealed }
  return (await engine.acceptQuote(context, quoteId, offer)).quote
}

const signed = await acceptedWith(drawn)
const { seal, sealed = '' } = signed.acceptance ?? { seal: '' }

describe('createDocument of a quote that was signed', () => {
  it('has the signature, and a certificate with time, zone, consent and both seals', () => {
    const { acceptance, certificate } = createDocument(signed, options)
    expect(acceptance?.signature).toEqual({ label: 'Signature', strokes: drawn.strokes })
    expect(certificate?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Accepted by: Ada',
      'Accepted on: Aug 22, 2026, 2:19 PM GMT+2 (Europe/Warsaw)',
      'Time in UTC: 2026-08-22T12:19:00.000Z',
      'Revision: 1',
      'Agreed to: I accept <b>',
      'Network address: 2001:db8::1',
      `Seal of the offer: ${seal}`,
      `Seal of the acceptance: ${sealed}`,
    ])
    expect(certificate?.notes.join(' ')).toMatch(/verifyAcceptance.*without a key.*no qualified/)
  })

  it('has them for an offer with options, too', async () => {
    const quote = await acceptedWith(drawn, { optional: true, selected: true })
    const { acceptance, certificate, lines } = createDocument(quote, options)
    expect(lines[0]).not.toHaveProperty('choice')
    expect(acceptance?.signature).toEqual({ label: 'Signature', strokes: drawn.strokes })
    expect(certificate?.facts.slice(-2).map(({ value }) => value)).toEqual([
      quote.seal,
      quote.acceptance?.sealed,
    ])
  })

  it('has neither without a signature or a consent, nor what was erased', async () => {
    const plain = createDocument(await acceptedWith())
    expect(plain).not.toHaveProperty('certificate')
    expect(plain.acceptance).not.toHaveProperty('signature')
    const redacted = createDocument(redactAcceptance(signed))
    expect(redacted.acceptance).not.toHaveProperty('signature')
    expect(JSON.stringify(redacted.certificate)).not.toContain('2001:db8')
    expect(createDocument(await newQuote())).not.toHaveProperty('certificate')
  })

  it('shows lines as a picture and a name as text in HTML, and no markup', async () => {
    const html = renderHtml(createDocument(signed, options))
    expect(html).toContain('<path\n d="M0 9L600 9M7 8L7 8"/></svg>')
    expect(html).toContain('I accept &lt;b&gt;')
    const typed = await acceptedWith({ type: 'typed', name: '<script>' })
    expect(renderHtml(createDocument(typed))).toContain('<bdi>&lt;script&gt;</bdi>')
  })

  it.skipIf(noTools).each(locales)('has both seals in the PDF file in %s', async (locale) => {
    const text = textOf(await renderPdf(createDocument(signed, { ...options, locale })))
    for (const found of [seal, sealed, '2026-08-22T12:19:00.000Z', 'verifyAcceptance'])
      expect(text.replaceAll(/\s/g, '')).toContain(found)
  })

  it('has both seals in the mail, which is the copy of the customer', () => {
    const quote = { ...signed, customer: { ...signed.customer, email: 'ada@example.com' } }
    const record = { storeId: 's', quoteId: 'q', version: 3, updated: 0, quote }
    const { mail } = createMail(record, 'accepted', { locale: 'en', link: 'https://shop.example' })
    expect(mail?.text).toContain(`Seal of the offer: ${seal}`)
    expect(mail?.html).toContain(sealed)
  })
})
