import { describe, expect, it } from 'vitest'
import {
  parseScope,
  scopeIdentity,
  singleQuoteScope,
} from '../../../src/quote/search/quote-scope.js'

const identityOf = (scope: object | 'none') =>
  JSON.stringify(scopeIdentity(parseScope(scope, []) as never))

describe('scopeIdentity', () => {
  it('is the same for scopes that have the same quotes', () => {
    expect(identityOf({ quoteId: ['a', 'b', 'a'] })).toBe(identityOf({ quoteId: ['b', 'a'] }))
    expect(identityOf({ quoteId: 'a' })).toBe(JSON.stringify(scopeIdentity(singleQuoteScope('a'))))
    expect(identityOf({ customerId: ['7', '8'] })).toBe(identityOf({ customerId: ['8', '7', '8'] }))
  })

  it('is another one for all others', () => {
    const scopes = [
      'none',
      { quoteId: 'a' },
      { quoteId: 'b' },
      { quoteId: ['a', 'b'] },
      { customerId: 'a' },
      { companyId: 'a' },
      { customerId: 'a', companyId: 'a' },
      { quoteId: 'a', customerId: 'a' },
      { owner: 'a' },
    ] as const
    expect(new Set(scopes.map(identityOf)).size).toBe(scopes.length)
  })
})
