import { describe, expect, it, vi } from 'vitest'
import { createDocumentOptionsLoader } from '../../../src/desk/documents/documents.js'
import type { QuoteRecord } from '../../../src/quote/quote.js'

describe('createDocumentOptionsLoader', () => {
  const record = {} as QuoteRecord

  it('returns the same object for the same options, so that they are checked once', async () => {
    const own = { seller: ['Chairs Ltd'] }
    for (const document of [own, () => own, undefined]) {
      const optionsOf = createDocumentOptionsLoader({ document, locale: 'de', timeZone: 'UTC' })
      const options = await optionsOf(record)
      expect(await optionsOf(record)).toBe(options)
      expect(options).toMatchObject({ locale: 'de', ...(document && own) })
    }
  })

  it('calls the function of the host for each quote', async () => {
    const document = vi.fn(() => ({ locale: 'fr' }))
    const optionsOf = createDocumentOptionsLoader({ document, locale: 'de', timeZone: 'UTC' })
    expect(await optionsOf(record)).toMatchObject({ locale: 'fr', timeZone: 'UTC' })
    expect(document).toHaveBeenCalledWith(record)
  })
})
