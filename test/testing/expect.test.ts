import { describe, expect, it } from 'vitest'
import { expectEqual, expectSameJson } from '../../src/testing/expect.js'

function messageOf(run: () => void): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('expectEqual', () => {
  it('accepts equal values', () => {
    expect(messageOf(() => expectEqual({ a: [1] }, { a: [1] }, 'rule'))).toBe('')
  })

  it('names the rule, the expected and the received value', () => {
    expect(messageOf(() => expectEqual('conflict', 'committed', 'commit must succeed'))).toBe(
      "commit must succeed\nExpected: 'committed'\nReceived: 'conflict'",
    )
  })

  it('names the path of the first difference', () => {
    const message = messageOf(() => expectEqual({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'rule'))
    expect(message).toContain('First difference at a.0.b: expected 2, received 1')
  })

  it('finds a field named __proto__', () => {
    const expected = JSON.parse('{"__proto__":"a"}')
    const message = messageOf(() => expectEqual({}, expected, 'rule'))
    expect(message).toContain("First difference at __proto__: expected 'a', received undefined")
  })

  it('reports prototypes if nothing else differs', () => {
    const message = messageOf(() => expectEqual(Object.create(null), {}, 'rule'))
    expect(message).toContain('The values differ only in their prototypes')
  })
})

describe('expectSameJson', () => {
  it('accepts values with the same JSON', () => {
    expect(messageOf(() => expectSameJson({ a: 1 }, { a: 1 }, 'rule'))).toBe('')
  })

  it('compares the order of fields and names the first difference', () => {
    expect(messageOf(() => expectSameJson({ b: 1, a: 2 }, { a: 2, b: 1 }, 'rule'))).toBe(
      `rule\nExpected JSON: '{"a":2,"b":1}'\nReceived JSON: '{"b":1,"a":2}'\nFirst difference at character 2`,
    )
  })
})
