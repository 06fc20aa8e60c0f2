import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { en } from '../../../src/customer-page/strings/en.js'
import {
  acceptedLanguage,
  fill,
  getStrings,
} from '../../../src/customer-page/strings/get-strings.js'
import type { PageStrings } from '../../../src/customer-page/strings/page-strings.js'
import { links, samplePage } from '../sample-page.js'

const languages = ['ar', 'de', 'en', 'fr', 'ja', 'zh']
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

describe('getStrings', () => {
  it('has a file for each language', () => {
    const files = readdirSync('src/customer-page/strings')
    for (const language of languages) expect(files).toContain(`${language}.ts`)
  })

  it.each(languages)('has every string in %s, with the same placeholders', (language) => {
    const { strings, lang, dir } = getStrings(language)
    expect([lang, dir]).toEqual([language, language === 'ar' ? 'rtl' : 'ltr'])
    for (const name of Object.keys(en) as (keyof PageStrings)[]) {
      expect(strings[name].trim()).not.toBe('')
      expect(placeholders(strings[name])).toEqual(placeholders(en[name]))
      if (language !== 'en' && !['downloadPdf', 'downloadUbl', 'total', 'messages'].includes(name))
        expect(strings[name]).not.toBe(en[name])
    }
  })

  it('uses those of the language, else English ones, from left to right', () => {
    expect(getStrings('de-AT').lang).toBe('de-AT')
    expect(getStrings('zh-Hant-TW').strings.accept).toBe(getStrings('zh').strings.accept)
    expect(getStrings('he')).toEqual({ strings: en, lang: 'en', dir: 'ltr' })
    expect(getStrings('nl')).toEqual({ strings: en, lang: 'en', dir: 'ltr' })
  })

  it('replaces single strings, and takes those of other languages', () => {
    const own = getStrings('de', { accept: 'Jetzt annehmen', decline: undefined as never })
    expect(own.strings.accept).toBe('Jetzt annehmen')
    expect(own.strings.decline).toBe('Ablehnen')
    expect(getStrings('he', { accept: 'קבלה' })).toMatchObject({ lang: 'he', dir: 'rtl' })
  })
})

describe('acceptedLanguage', () => {
  it.each([
    ['', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['nl, FR;q=0.5', 'fr'],
    ['__proto__,constructor', 'en'],
    ['x'.repeat(10_000), 'en'],
  ])('returns of %j the first with strings: %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language)
  })
})

describe('fill', () => {
  it('replaces a placeholder by the value as it is', () => {
    expect(fill('{a} and {a}, {b}', 'a', '$& {b}')).toBe('$& {b} and $& {b}, {b}')
  })
})

describe('the language of a page', () => {
  it('is that of the option, in its direction', async () => {
    const { send, get } = samplePage({ locale: 'ar-EG' })
    const { text } = await get(links.createUrl(await send()))
    expect(text).toContain('<html lang="ar-EG" dir="rtl">')
    expect(text).toContain(`>${getStrings('ar').strings.accept}</h2>`)
  })

  it('can depend on the quote, and is English if the function returns no language', async () => {
    const locale = ({ quote }: { quote: { customer: { language?: string } } }) =>
      quote.customer.language as string
    const { send, get } = samplePage({ locale: locale as never })
    const langOf = async (language: string) => {
      const record = await send({ customer: { language } })
      return /<html lang="([^"]*)"/.exec((await get(links.createUrl(record))).text)?.[1]
    }
    expect(await langOf('ja')).toBe('ja')
    expect(await langOf('"><script>')).toBe('en')
    expect(await langOf('__proto__')).toBe('en')
    const header = { headers: { 'accept-language': 'fr' } }
    expect((await get('/quote/x', header)).text).toContain(getStrings('fr').strings.notFound)
  })

  it('says who can be asked on the page of a link that does not work', async () => {
    const seller = ['Tools & Timber', 'Oak Lane 1', 'sales@tools.test']
    const { get } = samplePage({ document: { seller } })
    const { text } = await get('/quote/x')
    expect(text).toContain('Tools &amp; Timber')
    expect(text).toContain('sales@tools.test')
    const { get: getOther } = samplePage({ document: () => ({ seller }) })
    expect((await getOther('/quote/x')).text).not.toContain('Timber')
  })
})
