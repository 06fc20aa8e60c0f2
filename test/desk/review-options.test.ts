import { describe, expect, it, vi } from 'vitest'
import { getDocumentOptions } from '../../src/desk/documents/document-options.js'
import type { DeskOptions } from '../../src/desk/options.js'
import { formTokens } from '../../src/pages/form-tokens.js'
import type { QuoteRecord } from '../../src/quote/quote.js'
import { request, sampleDesk, sampleEngine, seller } from './sample-desk.js'

const secrets = ['a secret of the sample desk, 32 characters']

describe('createDesk', () => {
  it.each([
    ['color', { document: { color: '#fff' } }],
    ['nonsense', { document: { nonsense: 1 } }],
    ['loginUrl', { loginUrl: '/登录' }],
    ['loginUrl', { loginUrl: '/login\r\nx: y' }],
    ['loginUrl', { loginUrl: '' }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['validDays', { validDays: 0 }],
    ['statuses', { statuses: [] }],
    ['statuses.in_review', { statuses: { in_review: 'In review' } }],
    ['statuses.in_review.label', { statuses: { in_review: { label: '' } } }],
    ['locales', { locales: ['en'] }],
  ])('rejects an invalid %s at construction: %j', (name, options) => {
    const errors = { [name]: expect.stringMatching(/^(must|is not) /) }
    expect(() => sampleDesk(options as Partial<DeskOptions>)).toThrow(
      expect.objectContaining({ code: 'invalid_options', details: { errors } }),
    )
  })

  it('serves its assets with headers that keep their type and their origin', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/')
    const path = /\/desk(\/assets\/desk-[^"]+)"/.exec(html)?.[1] as string
    const { status, headers } = await desk.get(path)
    expect(status).toBe(200)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('getDocumentOptions', () => {
  const record = {} as QuoteRecord

  it('returns the same object for the same options, so that they are checked once', async () => {
    const own = { seller: ['Chairs Ltd'] }
    for (const document of [own, () => own, undefined]) {
      const optionsOf = getDocumentOptions({ document, locale: 'de', timeZone: 'UTC' })
      const options = await optionsOf(record)
      expect(await optionsOf(record)).toBe(options)
      expect(options).toMatchObject({ locale: 'de', ...(document && own) })
    }
  })

  it('calls the function of the host for each quote', async () => {
    const document = vi.fn(() => ({ locale: 'fr' }))
    const optionsOf = getDocumentOptions({ document, locale: 'de', timeZone: 'UTC' })
    expect(await optionsOf(record)).toMatchObject({ locale: 'fr', timeZone: 'UTC' })
    expect(document).toHaveBeenCalledWith(record)
  })
})

describe('formTokens', () => {
  it('creates no token that another role of the store can use', () => {
    const tokens = formTokens(secrets)
    const token = tokens.create({ storeId: 'store-1', role: 'buyer' }, 0)
    expect(tokens.verify({ storeId: 'store-1', role: 'buyer' }, token, 1)).toBe(true)
    expect(tokens.verify({ storeId: 'store-1', role: 'seller' }, token, 1)).toBe(false)
  })
})

describe('listPage', () => {
  it('shows the last valid day of an offer', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId, { expires: '2023-11-30' })
    const { html } = await desk.get('/')
    expect(html).toContain('Nov 30, 2023')
    expect(html).not.toContain('Dec 1, 2023')
  })
})

describe('erasePage', () => {
  it('does not erase without a version, which could be that of a restored quote', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const { status } = await desk.post(`/quotes/${quoteId}/erase`, { confirmed: 'yes' })
    expect(status).toBe(409)
    expect((await desk.engine.getQuote(seller, quoteId)).version).toBe(1)
  })
})

describe('quoteRoute', () => {
  it('shows the newest of more than 1,000 messages', async () => {
    const engine = sampleEngine({ limits: { maxMessages: 2_000 } })
    const desk = sampleDesk({ engine })
    const { quoteId } = await engine.createQuote(seller, request)
    for (let index = 1; index <= 1_001; index += 1)
      await engine.addMessage(seller, quoteId, { text: `note ${index}.`, visibility: 'internal' })
    expect((await desk.get(`/quotes/${quoteId}`)).html).toContain('note 1001.')
  }, 30_000)
})
