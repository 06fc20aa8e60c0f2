import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreContext } from '../../src/engine/arguments.js'
import { formTokens } from '../../src/pages/form-tokens.js'

const secret = 'a secret of the tests, of 32 characters'
const other = 'another secret, also of 32 characters'
const user = { storeId: 'store-1', actor: 'ann', role: 'seller' } as const
const weekMs = 7 * 86_400_000

describe('formTokens', () => {
  it('creates tokens that are valid for a week', () => {
    const tokens = formTokens([secret])
    const token = tokens.create(user, 1_000)
    expect(tokens.verify(user, token, 1_000 + weekMs - 1)).toBe(true)
    expect(tokens.verify(user, token, 1_000 + weekMs)).toBe(false)
  })

  it('creates no token that another user can use, whatever the names are', () => {
    const tokens = formTokens([secret])
    const name = fc.oneof(fc.string(), fc.constantFrom('a', 'b', '", "', '","'))
    const users: fc.Arbitrary<StoreContext> = fc.record({
      storeId: name,
      actor: name,
      role: fc.constantFrom('seller', 'buyer', 'system'),
    })
    fc.assert(
      fc.property(users, users, (owner, reader) => {
        const isSame = JSON.stringify(owner) === JSON.stringify(reader)
        expect(tokens.verify(reader, tokens.create(owner, 0), 0)).toBe(isSame)
      }),
    )
  })

  it('creates tokens that users without an actor share within their role', () => {
    const tokens = formTokens([secret])
    const token = tokens.create({ storeId: 'store-1', role: 'buyer' }, 0)
    expect(tokens.verify({ storeId: 'store-1', role: 'buyer' }, token, 1)).toBe(true)
    expect(tokens.verify({ storeId: 'store-1', role: 'seller' }, token, 1)).toBe(false)
  })

  it('rejects a token whose expiry or signature was changed', () => {
    const tokens = formTokens([secret])
    const token = tokens.create(user, 0)
    const [expires, signature] = token.split('.') as [string, string]
    const changed = [
      `${Number(expires) + 1}.${signature}`,
      `${expires}.${signature.slice(1)}`,
      `Infinity.${signature}`,
      `.${signature}`,
      `${expires}.`,
      expires,
      '',
      '.',
    ]
    for (const each of changed) expect([each, tokens.verify(user, each, 1)]).toEqual([each, false])
  })

  it('accepts tokens of every secret, and creates them with the first', () => {
    const old = formTokens([other]).create(user, 0)
    expect(formTokens([secret, other]).verify(user, old, 1)).toBe(true)
    expect(formTokens([secret]).verify(user, old, 1)).toBe(false)
    const token = formTokens([secret, other]).create(user, 0)
    expect(formTokens([secret]).verify(user, token, 1)).toBe(true)
  })
})
