import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createTermToken,
  createWordToken,
  toTokens,
} from '../../../../src/storage/sqlite/search/tokens.js'

const text = fc.string({ unit: fc.oneof(fc.constantFrom('z', '4', '1', 'A'), fc.string()) })

describe('createTermToken and createWordToken', () => {
  it('never start another token than the one of their kind, segment and string', () => {
    const tokens = [
      createTermToken(1, false, 'x'),
      createTermToken(1, true, 'x'),
      createWordToken(1, false, 'x'),
      createWordToken(1, true, 'x'),
      createTermToken(11, false, 'x'),
      createTermToken(1, false, 'tx'),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens)
      expect(tokens.filter((other) => other.startsWith(token))).toEqual([token])
  })

  it('have only characters at which the tokenizer does not split', () => {
    fc.assert(
      fc.property(text, (word) => {
        expect(createWordToken(7, false, word)).toMatch(/^7w[a-z0-9:@._-]*$/)
      }),
    )
  })

  it('keep the beginnings of words, and different words apart', () => {
    fc.assert(
      fc.property(text, text, (word, other) => {
        const [token, second] = [createWordToken(1, false, word), createWordToken(1, false, other)]
        expect(second.startsWith(token)).toBe(other.startsWith(word))
        expect(second === token).toBe(other === word)
      }),
    )
  })
})

describe('toTokens', () => {
  it('has a token for each term and word, with a space before it', () => {
    const row = { deleted: false, terms: ['status:new', 'tag:A b'], words: ['ada'] }
    expect(toTokens(3, row)).toBe(' 3tstatus:new 3ttag:z41zz20zb 3wada')
  })
})
