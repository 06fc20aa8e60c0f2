import { describe, expect, it } from 'vitest'
import { customerLinks } from '../../src/customer-page/links.js'
import { createHttpApp } from '../../src/http/app.js'
import { isAddress, isUrl } from '../../src/validation/addresses.js'
import { samplePage } from '../customer-page/sample-page.js'
import { request, sampleDesk, sampleEngine, seller } from '../desk/sample-desk.js'

const invalid = [
  'shop.example',
  'shop.example/quotes',
  'ftp://shop.example',
  'javascript:alert(1)',
  'JavaScript://shop.example/%0aalert(1)',
  'data:text/html,x',
  'https:',
  'https://',
  'https:shop.example',
  'https:///shop',
  '//shop.example',
  '/\\shop.example',
  'mailto:a@b',
  ' https://shop.example',
  'https://shop example',
  'https://shöp.example',
  'https://shop.example:99999',
  'quotes',
  '?a',
  '#a',
]

const valid = ['https://shop.example', 'HTTP://localhost:3000/b2b', '/shop', '/']

describe('isAddress', () => {
  it.each(valid)('is true for %j', (address) => {
    expect(isAddress(address)).toBe(true)
  })

  it.each([...invalid, '', undefined, null, 7, {}])('is false for %j', (address) => {
    expect(isAddress(address)).toBe(false)
  })
})

describe('isUrl', () => {
  it('is true for a URL with ü, however often it is called', () => {
    // `URL.canParse` of Node 20 and 22 returns false after some thousand calls.
    const results = new Set<boolean>()
    for (let call = 0; call < 20_000; call++) {
      isUrl('https://example.org/a')
      results.add(isUrl('https://bücher.example/ü'))
    }
    expect([...results]).toEqual([true])
  })

  it.each(['', 'a', '/a', '//a', 'https://', 'https://a b'])('is false for %j', (value) => {
    expect(isUrl(value)).toBe(false)
  })
})

const secrets = ['the current secret of these tests, 1']
const engine = sampleEngine()

/** Every option with an address, by its name. */
const options: readonly (readonly [name: string, create: (address: string) => unknown])[] = [
  ['baseUrl', (baseUrl) => customerLinks({ secrets, baseUrl })],
  ['baseUrl', (baseUrl) => samplePage({ engine, baseUrl })],
  ['baseUrl', (baseUrl) => sampleDesk({ engine, baseUrl })],
  ['loginUrl', (loginUrl) => sampleDesk({ engine, loginUrl })],
  ['baseUrl', (baseUrl) => createHttpApp({ engine, authenticate: () => null, baseUrl })],
]

describe('every option with an address', () => {
  it.each(
    options.flatMap(([name, create], index) =>
      invalid.map((each) => [name, index, each, create] as const),
    ),
  )('%s of entry %i rejects %j', (name, _, address, create) => {
    expect(() => create(address)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [name]: expect.stringMatching(/address|ASCII/) } },
      }),
    )
  })

  it.each(options)(
    '%s accepts an origin and a path, and says what it has received',
    (_, create) => {
      expect(() => create('https://shop.example')).not.toThrow()
      expect(() => create('/shop')).not.toThrow()
      expect(() => create('shop.example')).toThrow('received the string "shop.example"')
    },
  )

  it.each(invalid)('customerUrl is not shown if it returns %j', async (address) => {
    const desk = sampleDesk({ customerUrl: () => address })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId)
    const { status, html } = await desk.get(`/quotes/${quoteId}`)
    expect([status, desk.errors.length]).toEqual([200, 1])
    expect(html).toContain('The link for the customer is not available.')
  })
})
