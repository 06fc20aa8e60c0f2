import { describe, expect, it } from 'vitest'
import { entryTitles } from '../../src/record/history/entry-operations.js'
import {
  findDeclaration,
  recordKinds,
  recordsOfQuote,
} from '../../src/store/record-declarations.js'

describe('recordKinds', () => {
  it('has every kind whose history has titles', () => {
    expect(recordKinds.toSorted()).toEqual(Object.keys(entryTitles).toSorted())
  })
})

describe('findDeclaration', () => {
  it.each(recordKinds)('finds the one of %s', (kind) => {
    expect(findDeclaration(kind)).toMatchObject({ kind, parse: expect.any(Function) })
  })

  it.each(['quote.callNotes', 'constructor', '__proto__', ''])('finds none of %j', (kind) => {
    expect(findDeclaration(kind)).toBeUndefined()
  })
})

describe('recordsOfQuote', () => {
  it('names what a quote has besides itself', () => {
    expect(recordsOfQuote('q1')).toEqual([{ kind: 'messages', id: 'q1' }])
  })
})
