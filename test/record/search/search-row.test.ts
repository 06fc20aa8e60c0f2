import { describe, expect, it } from 'vitest'
import { isSameSearchRow, type SearchRow } from '../../../src/record/search/search-row.js'

const row: SearchRow = {
  deleted: false,
  created: 10,
  expires: 20,
  terms: ['a', 'b', 'c'],
  words: ['x', 'y'],
}
const { expires: _expires, ...withoutExpires } = row

describe('isSameSearchRow', () => {
  it.each<[string, SearchRow]>([
    ['itself', row],
    ['a copy', structuredClone(row)],
    ['its terms in another order', { ...row, terms: ['c', 'a', 'b'] }],
    ['its words in another order', { ...row, words: ['y', 'x'] }],
  ])('returns true for %s', (_name, other) => {
    expect(isSameSearchRow(row, other)).toBe(true)
    expect(isSameSearchRow(other, row)).toBe(true)
  })

  it.each<[string, SearchRow]>([
    ['another deleted', { ...row, deleted: true }],
    ['another created', { ...row, created: 11 }],
    ['another expires', { ...row, expires: 21 }],
    ['no expires', withoutExpires],
    ['one term less', { ...row, terms: ['a', 'b'] }],
    ['another term', { ...row, terms: ['a', 'b', 'd'] }],
    ['another case of a term', { ...row, terms: ['a', 'b', 'C'] }],
    ['another word', { ...row, words: ['x', 'z'] }],
    ['one word more', { ...row, words: ['x', 'y', 'z'] }],
    ['terms and words exchanged', { ...row, terms: row.words, words: row.terms }],
  ])('returns false for %s', (_name, other) => {
    expect(isSameSearchRow(row, other)).toBe(false)
    expect(isSameSearchRow(other, row)).toBe(false)
  })
})
