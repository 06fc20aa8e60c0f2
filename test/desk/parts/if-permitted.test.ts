import { describe, expect, it } from 'vitest'
import { ifPermitted } from '../../../src/desk/parts/load.js'
import { QuoteError } from '../../../src/errors.js'

describe('ifPermitted', () => {
  it('returns the result, or the other value if it is not permitted', async () => {
    expect(await ifPermitted(Promise.resolve(1), 2)).toBe(1)
    const error = new QuoteError('not_permitted', { operation: 'listUsers', reason: 'no' })
    expect(await ifPermitted(Promise.reject(error), 2)).toBe(2)
  })

  it('throws every other error', async () => {
    const error = new QuoteError('quote_not_found', { quoteId: 'q' })
    await expect(ifPermitted(Promise.reject(error), 2)).rejects.toBe(error)
  })
})
