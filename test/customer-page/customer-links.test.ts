import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CustomerLink, customerLinks } from '../../src/customer-page/links.js'
import { links, samplePage, secrets, site, start } from './sample-page.js'

const dayMs = 86_400_000
const link: CustomerLink = {
  storeId: 's',
  quoteId: '019ab2c3-0000-7000-8000-00000000abcd',
  revision: 2,
  expires: 4_000_000_000_000,
}
const ids = fc
  .string({ minLength: 1, maxLength: 255, unit: 'binary' })
  .filter((id) => id.length <= 255 && !id.includes('\0'))
const arbitraryLink = fc.record(
  {
    storeId: ids,
    quoteId: fc.oneof(ids, fc.uuid()),
    revision: fc.integer({ min: 1, max: 1_000_000 }),
    expires: fc.integer({ min: Date.now() + 10 * dayMs, max: 8_640_000_000_000_000 }),
  },
  { requiredKeys: ['storeId', 'quoteId', 'revision'] },
)
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

describe('createUrl', () => {
  it('returns an address below the prefix that is short and safe in a URL', () => {
    const url = links.createUrl(link)
    expect(url).toMatch(/^https:\/\/shop\.example\/quote\/[\w-]{43}\.-[\w-]{22}\.cw\.[\da-z]+\.2$/)
    expect(url.length).toBeLessThan(120)
    expect(links.createUrl(link)).toBe(url)
  })

  it('names the current revision of a record, until 90 days after its offer has expired', async () => {
    const record = await samplePage().send({}, start + dayMs)
    const { storeId, quoteId } = record
    const expected = { storeId, quoteId, revision: 1, expires: start + 91 * dayMs }
    expect(links.parse(links.createUrl(record), start)).toEqual(expected)
  })

  it('uses ttlMs after the expiry of the offer, or after it was sent if there is none', async () => {
    const { send, engine } = samplePage()
    const own = customerLinks({ ...site, ttlMs: 5_000 })
    const record = await send({}, start + dayMs)
    expect(own.parse(own.createUrl(record), start)?.expires).toBe(start + dayMs + 5_000)
    const forever = await engine.sendQuote(
      { storeId: 's' },
      (await engine.reviseQuote({ storeId: 's' }, record.quoteId)).quoteId,
    )
    expect(own.parse(own.createUrl(forever), start)?.expires).toBe(start + 5_000)
    expect(links.parse(links.createUrl(forever), start)).not.toHaveProperty('expires')
  })

  it.each([
    ['a quote that was never sent', { ...link, revision: 0 }],
    ['a fraction', { ...link, revision: 1.5 }],
    ['a revision as a string', { ...link, revision: '1' }],
    ['an empty store', { ...link, storeId: '' }],
    ['a NUL in the quote', { ...link, quoteId: 'a\0' }],
    ['a lone surrogate', { ...link, storeId: '\ud800' }],
    ['an object as the quote', { ...link, quoteId: {} }],
    ['an expiry that no date has', { ...link, expires: 9e15 }],
    ['NaN', { ...link, expires: Number.NaN }],
    ['null', null],
  ])('rejects %s', (_, invalid) => {
    expect(() => links.createUrl(invalid as never)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})

describe('parse', () => {
  it('returns what an address names', () => {
    fc.assert(
      fc.property(arbitraryLink, (each) => {
        expect(links.parse(links.createUrl(each))).toEqual(each)
      }),
    )
  })

  it('takes the address, its path with a query, or the token', () => {
    const url = links.createUrl(link)
    for (const form of [url, `${new URL(url).pathname}?done=message#messages`, tokenOf(url)])
      expect(links.parse(form)).toEqual(link)
  })

  it('returns undefined for every token with a changed character', () => {
    const token = tokenOf(links.createUrl(link))
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.%~'
    const place = fc.nat({ max: token.length - 1 })
    fc.assert(
      fc.property(place, fc.constantFrom(...characters), (index, character) => {
        fc.pre(token[index] !== character)
        const forged = `${token.slice(0, index)}${character}${token.slice(index + 1)}`
        expect(links.parse(forged)).toBeUndefined()
      }),
    )
  })

  it('returns undefined for every flipped bit', () => {
    const token = tokenOf(links.createUrl(link))
    for (let bit = 0; bit < token.length * 8; bit++) {
      const bytes = Buffer.from(token, 'latin1')
      bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(links.parse(bytes.toString('latin1'))).toBeUndefined()
    }
  })

  it('returns undefined for every truncated or extended token', () => {
    const token = tokenOf(links.createUrl(link))
    for (let length = 0; length < token.length; length++) {
      expect(links.parse(token.slice(0, length))).toBeUndefined()
      expect(links.parse(token.slice(length + 1))).toBeUndefined()
    }
    for (const more of ['0', '.', 'a', '%00', '\n'])
      expect(links.parse(token + more)).toBeUndefined()
  })

  it('returns undefined for parts of two links', () => {
    fc.assert(
      fc.property(arbitraryLink, arbitraryLink, fc.nat({ max: 4 }), (left, right, index) => {
        const parts = tokenOf(links.createUrl(left)).split('.')
        const others = tokenOf(links.createUrl(right)).split('.')
        fc.pre(parts[index] !== others[index])
        const mixed = parts.with(index, others[index] as string)
        expect(links.parse(mixed.join('.'))).toBeUndefined()
      }),
    )
  })

  it('returns undefined for any other string', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(links.parse(text)).toBeUndefined()
      }),
    )
    for (const value of [null, undefined, 7, {}, [], Object.create(null)])
      expect(links.parse(value as never)).toBeUndefined()
  })

  it('returns undefined once the link has expired', () => {
    const url = links.createUrl({ ...link, expires: start })
    expect(links.parse(url, start - 1)).toBeDefined()
    expect(links.parse(url, start)).toBeUndefined()
  })

  it('accepts links of every secret, and creates them with the first', () => {
    const next = 'the next secret of these tests, 0002'
    const rotated = customerLinks({ ...site, secrets: [next, ...secrets] })
    const moved = customerLinks({ ...site, secrets: [next] })
    expect(rotated.parse(links.createUrl(link))).toEqual(link)
    expect(links.parse(rotated.createUrl(link))).toBeUndefined()
    expect(moved.parse(rotated.createUrl(link))).toEqual(link)
    expect(moved.parse(links.createUrl(link))).toBeUndefined()
  })
})

describe('customerLinks', () => {
  it('rejects every invalid option', () => {
    const options = { secrets: ['short'], baseUrl: 7, prefix: 'quote', ttlMs: -1, __proto__x: 1 }
    expect(() => customerLinks(options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: {
          errors: {
            secrets: expect.stringContaining('at least 32 characters'),
            baseUrl: expect.any(String),
            prefix: expect.any(String),
            ttlMs: 'must be an integer of at least 0, in milliseconds, received the number -1',
            __proto__x: expect.stringMatching(/^is not a known field/),
          },
        },
      }),
    )
    expect(() => customerLinks(undefined as never)).toThrow('secrets')
  })
})
