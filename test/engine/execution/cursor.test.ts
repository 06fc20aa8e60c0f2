import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../src/engine/execution/pages.js'

const list = ['store-1', { kind: 'quote', words: [] }, 'newest']
const position = { time: 1_000, id: 'quote-1' }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const digest = JSON.parse(Buffer.from(encodeCursor(position, list), 'base64url').toString())[2]

describe('encodeCursor and decodeCursor', () => {
  it('return the position of any id and time, in characters of a URL', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => text.length <= 255 && !text.includes('\0'))
    const property = fc.property(id, fc.maxSafeInteger(), fc.jsonValue(), (of, time, filter) => {
      const cursor = encodeCursor({ time, id: of }, [filter])
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(cursor, [filter])).toEqual({ time, id: of })
    })
    fc.assert(property)
  })

  it('keep the longest id', () => {
    const id = '\u{10ffff}'.repeat(127)
    expect(decodeCursor(encodeCursor({ time: 0, id }, list), list)).toEqual({ time: 0, id })
  })

  it.each([
    ['store', ['store-2', list[1], list[2]]],
    ['filter', ['store-1', { kind: 'quote', words: ['a'] }, 'newest']],
    ['order', ['store-1', list[1], 'oldest']],
    ['parts', ['store-1', list[1]]],
  ])('reject a cursor of another %s', (_, other) => {
    expect(decodeCursor(encodeCursor(position, list), other)).toBeUndefined()
  })
})

describe('decodeCursor', () => {
  it('accepts a cursor that is made like one, because it is no secret', () => {
    expect(decodeCursor(encode([1_000, 'quote-1', digest]), list)).toEqual(position)
  })

  it.each([
    ['null', null],
    ['an object', { 0: 1_000, 1: 'quote-1', 2: digest, length: 3 }],
    ['too few parts', [1_000, 'quote-1']],
    ['too many parts', [1_000, 'quote-1', digest, 1]],
    ['another digest', [1_000, 'quote-1', digest.toUpperCase()]],
    ['a digest in an array', [1_000, 'quote-1', [digest]]],
    ['a string as time', ['1000', 'quote-1', digest]],
    ['no time', [null, 'quote-1', digest]],
    ['a fraction as time', [0.5, 'quote-1', digest]],
    ['a huge time', [2 ** 53, 'quote-1', digest]],
    ['no id', [1_000, null, digest]],
    ['an empty id', [1_000, '', digest]],
    ['an id with NUL', [1_000, 'a\0', digest]],
    ['a lone surrogate in the id', [1_000, '\ud800', digest]],
    ['an id of 256 characters', [1_000, 'x'.repeat(256), digest]],
    ['an object as id', [1_000, { toString: 1 }, digest]],
  ])('rejects %s', (_, parts) => {
    expect(decodeCursor(encode(parts), list)).toBeUndefined()
  })

  it.each(['', ' ', '[]', '%%%', '=', '\0', '\ud800', 'undefined'])('rejects %j', (cursor) => {
    expect(decodeCursor(cursor, list)).toBeUndefined()
  })

  it('rejects strings of more than 4,096 characters without decoding them', () => {
    const padded = `${' '.repeat(3_100)}${JSON.stringify([1_000, 'quote-1', digest])}`
    const cursor = Buffer.from(padded).toString('base64url')
    expect(cursor.length).toBeGreaterThan(4_096)
    expect(decodeCursor(cursor, list)).toBeUndefined()
  })

  it('rejects every string that is no cursor, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (cursor) => {
        expect(decodeCursor(cursor, list)).toBeUndefined()
      }),
    )
  })

  it('returns no other id or time for a cursor with one changed character', () => {
    const cursor = encodeCursor(position, list)
    const character = fc.constantFrom(...'ABCabc019-_')
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), character, (index, changed) => {
        const tampered = `${cursor.slice(0, index)}${changed}${cursor.slice(index + 1)}`
        const decoded = decodeCursor(tampered, list)
        const isPosition = decoded === undefined || typeof decoded.id === 'string'
        expect(isPosition && Number.isSafeInteger(decoded?.time ?? 0)).toBe(true)
      }),
    )
  })
})
