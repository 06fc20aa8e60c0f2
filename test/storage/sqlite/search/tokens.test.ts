import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termToken, toTokens, wordToken } from '../../../../src/storage/sqlite/search/tokens.js'

const text = fc.string({ unit: fc.oneof(fc.constantFrom('z', '4', '1', 'A'), fc.string()) })

describe('termToken and wordToken', () => {
  it('never start another token than the one of their kind, segment and string', () => {
    const tokens = [
      termToken(1, false, 'x'),
      termToken(1, true, 'x'),
      wordToken(1, false, 'x'),
      wordToken(1, true, 'x'),
      termToken(11, false, 'x'),
      termToken(1, false, 'tx'),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens)
      expect(tokens.filter((other) => other.startsWith(token))).toEqual([token])
  })

  it('have only characters at which the tokenizer does not split', () => {
    fc.assert(
      fc.property(text, (word) => {
        expect(wordToken(7, false, word)).toMatch(/^7w[a-z0-9:@._-]*$/)
      }),
    )
  })

  it('keep the beginnings of words, and different words apart', () => {
    fc.assert(
      fc.property(text, text, (word, other) => {
        const [token, second] = [wordToken(1, false, word), wordToken(1, false, other)]
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
