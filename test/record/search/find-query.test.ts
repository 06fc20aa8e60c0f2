import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareIds } from '../../../src/record/search/find-query.js'

const compareBytes = (left: string, right: string) =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

describe('compareIds', () => {
  it.each([
    ['', 'a'],
    ['a', 'aa'],
    ['A', 'a'],
    ['B', 'a'],
    ['10', '9'],
    ['z', 'é'],
    ['\ud7ff', '\ue000'],
    ['\uffff', '\u{10000}'],
    ['\ue000', '\u{10ffff}'],
    ['a\uffff', 'a\u{10000}'],
    ['\u{10000}', '\u{10001}'],
    ['\u{103ff}', '\u{10400}'],
  ])('orders %j before %j', (first, second) => {
    expect(compareIds(first, second)).toBeLessThan(0)
    expect(compareIds(second, first)).toBeGreaterThan(0)
    expect(compareIds(first, first)).toBe(0)
  })

  it('orders all well-formed strings as their UTF-8 bytes', () => {
    const unit = fc.constantFrom('a', 'A', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '👍')
    const id = fc.oneof(fc.string({ unit, maxLength: 4 }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(id, id, (left, right) => {
        expect(Math.sign(compareIds(left, right))).toBe(compareBytes(left, right))
      }),
    )
  })
})
