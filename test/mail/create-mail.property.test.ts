import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument } from '../../src/document/model/create-document.js'
import type { Quote } from '../../src/index.js'
import { createMail, type Mail, type MailKind, parseReference } from '../../src/mail/index.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { shownText, tagsOf } from '../document/html/tags.js'

const { quote: quotes } = quoteArbitraries(fc, { quantityDecimals: 3 })
const locales = fc.constantFrom('en', 'de', 'fr', 'ar', 'zh', 'ja', 'he', 'pt-BR')
const kinds = fc.constantFrom<MailKind>('accepted', 'message', 'revision_requested')
const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    `"><img src=x onerror='alert(1)'>`,
    '</td></table></body>&lt;<a href="javascript:alert(1)">',
    'Ada\r\nBcc: everyone@x.example\r\n\r\nbody',
    'Ada\u2028Bcc: everyone@x.example',
    '\u202e\u2066]]><!--\u0000\u0007\u001b[31m',
    '{quote} {name} {count} $& $1',
    '\ud800 lone',
    'w'.repeat(5_000),
    '<'.repeat(5_000),
    '\n'.repeat(5_000),
    '\u0301'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

/** Returns the quote with this in place of every string that people enter. */
function withStrings(quote: Quote, value: string): Quote {
  const entered = /^(?:name|sku|note|description|unit|label|address|city|company|reference)$/
  const text = JSON.stringify(quote, (name, old) =>
    entered.test(name) && typeof old === 'string' ? value : old,
  )
  return JSON.parse(text)
}

/** A quote in whichever state, with a counter-offer. */
function counterOffered(quote: Quote, text: string): Quote {
  const offered = { qty: 1, price: '1.00', total: '1.00' }
  const wish = { key: '1-1', name: text, offered, qty: 2, note: text }
  const add = [{ name: text, qty: 1, note: text }]
  const proposal = { key: 'proposal-1', revision: 1, version: 2, time: 0, lines: [wish], add }
  const { acceptance: _, ...rest } = accepted(quote, text)
  return { ...rest, status: 'revision_requested', proposals: [proposal] } as Quote
}

/** A quote in whichever state, as one that was accepted. */
function accepted(quote: Quote, name: string): Quote {
  const acceptance = { time: quote.created, revision: 1, seal: '0'.repeat(64), name }
  return {
    ...quote,
    status: 'accepted',
    revision: 1,
    number: name.slice(0, 64).replaceAll(/\p{Cs}|\0/gu, '?') || 'Q',
    acceptance,
    customer: { ...quote.customer, email: 'ada@example.com' },
  } as Quote
}

function mailOf(drawn: Quote, value: string, locale: string, kind: MailKind): Mail {
  const isForSeller = kind === 'revision_requested'
  const strange = withStrings(drawn, value)
  const quote = isForSeller ? counterOffered(strange, value) : accepted(strange, value)
  const record = { storeId: 's', quoteId: 'q', version: 1, updated: 0, quote }
  const created = createMail(record, kind, {
    locale,
    ...(isForSeller && { to: 'ada@example.com' }),
    link: 'https://shop.example/quote/1',
    document: { seller: [value], terms: [value], footer: value.slice(0, 500) },
    message: { text: value, attachments: [{ name: value, url: `https://x.example/${value}` }] },
  })
  if (created.mail === undefined) throw new Error(created.skipped)
  return created.mail
}

/** What reorders the text beside it, or what terminals and headers take for a command. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const dangerous = /[\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

describe('createMail', () => {
  it('has one subject, one address and no tag from what anyone has entered', () => {
    fc.assert(
      fc.property(quotes, hostile, locales, kinds, (drawn, value, locale, kind) => {
        const mail = mailOf(drawn, value, locale, kind)
        const plain = mailOf(drawn, 'plain', locale, kind)
        expect(mail.to).toBe('ada@example.com')
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u)
        expect([...mail.subject].length).toBeLessThanOrEqual(150)
        for (const part of [mail.text, mail.html]) expect(part).not.toMatch(dangerous)
        const names = (html: string) => new Set(tagsOf(html))
        const known = names(plain.html)
        expect([...names(mail.html)].filter((tag) => !known.has(tag) && tag !== '<br>')).toEqual([])
        expect(tagsOf(mail.html).join('')).not.toMatch(
          /<(?:script|img|iframe|form|link|style|object|svg)\b|\son\w+=/i,
        )
        const urls = [...mail.html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, url]) => url)
        for (const url of urls) expect(url).toMatch(/^https:\/\/(?:shop|x)\.example\//)
        expect(parseReference(mail.reference)).toEqual({ storeId: 's', quoteId: 'q', revision: 1 })
        expect(JSON.parse(JSON.stringify(mail))).toEqual(mail)
      }),
    )
  })

  it('has the totals of the quote, each on a line of its own', () => {
    fc.assert(
      fc.property(quotes, locales, (drawn, locale) => {
        const quote = accepted(drawn, 'Ada')
        const { totals } = createDocument(quote, { locale })
        const { text, html } = mailOf(quote, 'x', locale, 'accepted')
        const lines = text.split('\n')
        // The last one stands above the link as well.
        const isTotal = (at: number) =>
          totals.every(({ amount }, index) => lines[at + index]?.endsWith(`: ${amount}`))
        expect(lines.some((line, at) => !line.startsWith(' ') && isTotal(at))).toBe(true)
        for (const { amount } of totals) expect(shownText(html)).toContain(amount)
      }),
    )
  })

  it('returns the same for the same arguments', () => {
    fc.assert(
      fc.property(quotes, hostile, locales, kinds, (drawn, value, locale, kind) => {
        const render = () => mailOf(structuredClone(accepted(drawn, 'Ada')), value, locale, kind)
        expect(render()).toEqual(render())
      }),
    )
  })
})
