import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLink, encodeLink } from '../../src/customer-page/links.js'

const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 })
const links = fc.record({
  storeId: id,
  quoteId: fc.oneof(id, fc.uuid(), fc.constantFrom('-', '_', '.', '../x')),
  revision: fc.integer({ min: 1 }),
  expires: fc.integer({ min: 1, max: 8.64e15 }),
})

describe('encodeLink', () => {
  it('writes what decodeLink reads, in characters that URLs keep', () => {
    fc.assert(
      fc.property(links, ({ expires, ...endless }) => {
        for (const link of [endless, { ...endless, expires }]) {
          const encoded = encodeLink(link)
          expect(encoded).toMatch(/^[\w.-]*[a-z0-9]$/)
          expect(decodeLink(encoded)).toEqual(link)
        }
      }),
    )
  })

  it('writes a UUID in 23 characters', () => {
    const quoteId = '01890a5d-ac96-774b-bcce-b302099a8057'
    expect(encodeLink({ storeId: 's', quoteId, revision: 1 }).indexOf('.')).toBe(23)
  })
})
