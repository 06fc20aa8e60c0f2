import { describe, expect, it } from 'vitest'
import { createUblQuotation, renderHtml } from '../../../src/document/index.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { createMail } from '../../../src/mail/index.js'
import { shownText, tagsOf } from '../html/tags.js'
import { context, fullRequest, newQuote, sentQuote } from '../sample-quotes.js'
import { createPartValidator, stringsAt } from '../ubl/xsd.js'

const wording = {
  title: 'Büro der Ärzte',
  introduction: 'Dear Ada,\r\n\r\n \nas discussed:\rall in oak.\n',
  terms: 'Goods remain ours.\n\nLeipzig is the place of jurisdiction.',
  payment_terms: '30 days net',
  delivery_terms: 'EXW Leipzig',
}
const hostile = `"'><script>alert(1)</script>\u202e</textarea>]]>{{x}}`
const options = { terms: ['Terms of the shop'], locale: 'en' }
const sent = async (more: object = wording) => {
  const { engine, quoteId } = await sentQuote({ ...fullRequest, ...more })
  return engine.getQuote(context, quoteId)
}
const seller = { company: 'Holz & Co', country: 'DE' }

describe('createDocument', () => {
  it('has the wording of the quote, whose terms replace those of the options', async () => {
    const document = createDocument((await sent()).quote, options)
    expect(document).toMatchObject({
      heading: 'Quote',
      subject: 'Büro der Ärzte',
      introduction: ['Dear Ada,', 'as discussed:\nall in oak.'],
      conditions: [
        { heading: 'Terms of payment', paragraphs: ['30 days net'] },
        { heading: 'Terms of delivery', paragraphs: ['EXW Leipzig'] },
      ],
      terms: ['Goods remain ours.', 'Leipzig is the place of jurisdiction.'],
    })
  })

  it('has the terms of the options beside those of payment, and no field for what is not set', async () => {
    const { payment_terms } = wording
    const document = createDocument((await sent({ payment_terms })).quote, options)
    expect(document.terms).toEqual(options.terms)
    expect(document.conditions).toHaveLength(1)
    const plain = createDocument((await sent({})).quote, options)
    for (const name of ['subject', 'introduction', 'conditions'])
      expect(plain).not.toHaveProperty(name)
  })

  it('names the terms in each language', async () => {
    const { quote } = await sent()
    const headings = ['de', 'fr', 'ar', 'zh', 'ja'].map((locale) =>
      createDocument(quote, { locale }).conditions?.map(({ heading }) => heading),
    )
    expect(headings).toEqual([
      ['Zahlungsbedingungen', 'Lieferbedingungen'],
      ['Conditions de paiement', 'Conditions de livraison'],
      ['شروط الدفع', 'شروط التسليم'],
      ['付款条件', '交货条件'],
      ['お支払条件', '納品条件'],
    ])
  })

  it('drops what has nothing to see, and finds paragraphs in line breaks of any length quickly', async () => {
    const quote = await newQuote()
    const odd = { ...quote, title: ' \u202e', introduction: '\n'.repeat(20_000) }
    const spaces = '\n '.repeat(9_000)
    const document = createDocument({ ...odd, terms: `a${spaces}b` })
    expect(document).not.toHaveProperty('subject')
    expect(document).not.toHaveProperty('introduction')
    expect(document.terms).toEqual(['a', 'b'])
  })
})

describe('renderHtml', () => {
  it('has the title below the heading, the introduction before the lines, terms after the totals', async () => {
    const html = renderHtml(createDocument((await sent()).quote, options))
    const order = [
      'Quote',
      'Büro der Ärzte',
      'Dear Ada,',
      'all in oak.',
      'Total',
      'Terms of payment',
    ]
    const later = ['30 days net', 'EXW Leipzig', 'Goods remain ours.']
    const text = shownText(html.slice(html.indexOf('<article')))
    const places = [...order, ...later].map((shown) => text.indexOf(shown))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((first, second) => first - second))
    expect(html).toContain('as discussed:\nall in oak.')
    expect(text).not.toContain('Terms of the shop')
  })

  it('shows hostile wording as text, also in mails', async () => {
    const all = Object.fromEntries(Object.keys(wording).map((name) => [name, hostile]))
    const record = await sent(all)
    const document = createDocument(record.quote, options)
    const { mail } = createMail(record, 'offer', { to: 'ada@example.com', link: 'https://a.b/c' })
    for (const html of [renderHtml(document), mail?.html ?? '']) {
      expect(tagsOf(html).join('')).not.toContain('<script')
      expect(shownText(html).split('<script>alert(1)</script>').length).toBeGreaterThan(5)
      expect(html).not.toContain('\u202e')
    }
  })
})

describe('createMail', () => {
  it('has the wording where the document has it, and the number alone in its subject', async () => {
    const { mail } = createMail(await sent(), 'offer', { link: 'https://a.b/c' })
    const { text = '', html = '', subject } = mail ?? {}
    expect(subject).not.toContain('Ärzte')
    expect(text).toContain('\nBüro der Ärzte\n')
    expect(text).toContain('\n\nDear Ada,\n\nas discussed:\nall in oak.\n\n')
    expect(text).toContain(
      'Terms of payment:\n30 days net\n\nTerms of delivery:\nEXW Leipzig\n\nTerms:\nGoods remain ours.\nLeipzig',
    )
    expect(html).toContain('<bdi>as discussed:</bdi><br><bdi>all in oak.</bdi>')
  })

  it('has none of it if the mail shows no lines', async () => {
    const record = await sent()
    const { mail } = createMail(record, 'message', { message: { text: 'Hello' } })
    expect(mail?.text).not.toContain('Ärzte')
  })
})

describe('createUblQuotation', () => {
  it('has the wording as notes, and the terms of delivery in their element', async () => {
    const xml = createUblQuotation(await sent(), { seller, document: options })
    expect(createPartValidator()(xml)).toEqual([])
    expect(stringsAt(xml, 'cbc:Note')).toEqual([
      'Büro der Ärzte',
      'Dear Ada,\n\n \nas discussed:\nall in oak.',
      'Goods remain ours.',
      'Leipzig is the place of jurisdiction.',
      'Terms of payment: 30 days net',
    ])
    expect(stringsAt(xml, 'cac:DeliveryTerms/cbc:SpecialTerms')).toEqual(['EXW Leipzig'])
  })

  it('is as it was for a quote without wording', async () => {
    const xml = createUblQuotation(await sent({}), { seller, document: options })
    expect(stringsAt(xml, 'cbc:Note')).toEqual(options.terms)
    expect(xml).not.toContain('DeliveryTerms')
  })
})
