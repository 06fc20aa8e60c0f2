import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignatures } from '../../src/pages/signatures.js'

const secret = 'a secret of the tests, of 32 characters'

describe('createSignatures', () => {
  const signatures = createSignatures([secret], 'link')

  it('signs with HMAC-SHA-256, in 43 characters that an address can have', () => {
    expect(signatures.sign('quote-1')).toMatch(/^[\w-]{43}$/)
  })

  it('accepts a signature for its string alone', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (signed, value) => {
        expect(signatures.verify(value, signatures.sign(signed))).toBe(value === signed)
      }),
    )
  })

  it('accepts no signature of another purpose', () => {
    const forms = createSignatures([secret], 'form token')
    expect(signatures.verify('quote-1', forms.sign('quote-1'))).toBe(false)
  })

  it.each(['', 'é', '\0'.repeat(43), 'A'.repeat(43), 'A'.repeat(10_000)])('rejects %j', (sent) => {
    expect(signatures.verify('quote-1', sent)).toBe(false)
  })
})
