import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeReference, parseReference } from '../../src/mail/reference.js'
import { isValidId } from '../../src/validation/identifiers.js'

const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }).filter(isValidId)

describe('parseReference', () => {
  it('returns what encodeReference was given', () => {
    const revision = fc.option(fc.integer({ min: 1 }), { nil: undefined })
    fc.assert(
      fc.property(id, id, revision, (storeId, quoteId, number) => {
        const named = { storeId, quoteId, ...(number !== undefined && { revision: number }) }
        const reference = encodeReference(named)
        expect(reference).toMatch(/^[\w-]+$/)
        expect(parseReference(reference)).toEqual(named)
      }),
    )
  })

  it('returns undefined for anything else', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const others = [
      '',
      'x',
      encode({}),
      encode(null),
      encode([1, 'q']),
      encode([1, 'q', 's', 's']),
      encode([-1, 'q', 's']),
      encode([1.5, 'q', 's']),
      encode(['1', 'q', 's']),
      encode([1, '', 's']),
      encode([1, 'q', ['s']]),
      encode([1, 'q\0', 's']),
      encode([1, 'q', 's'.repeat(300)]),
      '['.repeat(100_000),
      undefined,
      null,
      1,
    ]
    for (const other of others) expect(parseReference(other as string)).toBeUndefined()
    fc.assert(fc.property(fc.string(), (text) => parseReference(text) === undefined))
  })
})
