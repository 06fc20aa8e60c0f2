import { describe, expect, it, vi } from 'vitest'
import { createDocumentOptionsLoader } from '../../../src/desk/documents/documents.js'
import type { QuoteRecord } from '../../../src/quote/model/quote.js'
import { sampleEngine } from '../sample-desk.js'

describe('createDocumentOptionsLoader', () => {
  const record = { storeId: 'store-1' } as QuoteRecord
  const desk = { engine: sampleEngine(), locale: 'de', timeZone: 'UTC' }

  it('returns the same object for the same options, so that they are checked once', async () => {
    const own = { seller: ['Chairs Ltd'] }
    for (const document of [own, () => own, undefined]) {
      const optionsOf = createDocumentOptionsLoader({ ...desk, document })
      const options = await optionsOf(record)
      expect(await optionsOf(record)).toBe(options)
      expect(options).toMatchObject({ locale: 'de', ...(document && own) })
    }
  })

  it('calls the function of the host for each quote', async () => {
    const document = vi.fn(() => ({ locale: 'fr' }))
    const optionsOf = createDocumentOptionsLoader({ ...desk, document })
    expect(await optionsOf(record)).toMatchObject({ locale: 'fr', timeZone: 'UTC' })
    expect(document).toHaveBeenCalledWith(record)
  })
})
