import { describe, expect, it } from 'vitest'
import { isLinkLike } from '../../src/mail/is-link-like.js'

describe('isLinkLike', () => {
  it.each([
    'Ada Lovelace',
    'Dr. J. Lovelace',
    'Dr.Lovelace',
    'J.Lovelace',
    'J.R.R. Tolkien',
    'St.Gallen AG',
    'Kantonsspital St.Gallen',
    'Müller GmbH & Co.KG',
    'Müller GmbH & Co. KG',
    'Merck Co.KGaA',
    'Turnverein e.V.',
    'Ada e.K.',
    'Fiat S.p.A.',
    'Rossi S.r.l.',
    'Philips N.V.',
    'Acme Inc.',
    'Fa.Müller',
    'Hr.Øster',
    'Ludwig v. Mises',
    'Werk 1.2',
    'AT&T',
    '株式会社。',
    'Ada: Einkauf',
  ])('is false for %j', (name) => {
    expect(isLinkLike(name)).toBe(false)
  })

  it.each([
    'evil.example',
    'Evil.Com',
    'Win at x.co',
    'Bit.Ly',
    'T.Co',
    'X.Com',
    'G.Page',
    'St.Shop',
    'Dr.Click now',
    'ab.Gallen',
    'st.gallen',
    'evil.St.Gallen',
    'St.Gallen.com',
    'St.Gallen-win.com',
    'evil.Co.KG',
    'Co.KG.evil',
    'evil。example',
    'evil．com',
    'evil․com',
    'evil｡com',
    'evil\u200b.com',
    'evil.\u2060com',
    'evil.c\u0327om',
    'ev\u0438l.\u0440\u0444',
    'evil.xn--p1ai',
    'x∕y',
    'x⁄y',
    'x／y',
    'a＠b',
    'a@b',
    'http:x',
    'mailto:x',
    'www.x',
    '<b>',
  ])('is true for %j', (name) => {
    expect(isLinkLike(name)).toBe(true)
  })
})
