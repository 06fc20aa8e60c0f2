import { describe, expect, it } from 'vitest'
import {
  maxPoints,
  maxStrokes,
  sentStrokes,
  storedStrokes,
} from '../../../src/quote/model/signature.js'

/** Returns the error of lines, which both schemas have alike; undefined if there is none. */
function errorOf(strokes: unknown): string | undefined {
  const [stored, sent] = [storedStrokes(), sentStrokes()].map((schema) => schema.safeParse(strokes))
  expect(sent?.error?.issues[0]?.message).toBe(stored?.error?.issues[0]?.message)
  return stored?.error?.issues[0]?.message
}

const line = [0, 100, 600, 200]
const dots = (count: number) => Array.from({ length: count }, () => [5, 5])

describe('sentStrokes and storedStrokes', () => {
  it.each([
    [[line]],
    [[[3, 3], line]],
    [[[0, 0, 0, 10]]],
    [[line, ...dots(maxStrokes - 1)]],
    [[[...line, ...dots(maxPoints - 2).flat()]]],
  ])('accept lines %#', (strokes) => expect(errorOf(strokes)).toBeUndefined())

  const integers = 'must have points with integers from 0 to 600 and 0 to 200'
  const blank = 'must have a line that is at least 10 wide or high'
  const lines = 'must be an array of lines, each an array of integers x, y, x, y, …'
  it.each<[unknown, string]>([
    ['M0 0L9 9', lines],
    ['data:image/svg+xml,<script>', lines],
    [{ length: 1, 0: line }, lines],
    [[line, [1, 2, 3]], `${lines}: line 2 is none`],
    [[[]], `${lines}: line 1 is none`],
    [[{ x: 1, y: 2 }], `${lines}: line 1 is none`],
    [new Array(3), `${lines}: line 1 is none`],
    [[], blank],
    [[[0, 0]], blank],
    [[[0, 0, 0, 0]], blank],
    [
      [
        [0, 0, 9, 9],
        [600, 200],
      ],
      blank,
    ],
    ...[601, -1, 1.5, Number.NaN, JSON.parse('1e999'), '7', null, 7n, {}, [7]].map(
      (value): [unknown, string] => [[[value, 0, 9, 9]], integers],
    ),
    [[[0, 201, 600, 0]], integers],
    [dots(maxStrokes + 1), `must have at most ${maxStrokes} lines`],
    [[dots(maxPoints + 1).flat()], `must have at most ${maxPoints} points`],
    [[dots(100_000).flat()], `must have at most ${maxPoints} points`],
  ])('reject %#', (strokes, message) => expect(errorOf(strokes)).toBe(message))

  it('copies the lines that are sent, and writes 0 for -0', () => {
    const sent = [[-0, 100, 600, 100]]
    const strokes = sentStrokes().parse(sent)
    expect(Object.is(strokes[0]?.[0], 0)).toBe(true)
    sent[0]?.splice(0)
    expect(strokes).toEqual([[0, 100, 600, 100]])
  })

  it('rejects lines that change while they are read', () => {
    let reads = 0
    const changing = new Proxy([line], {
      get(target, key) {
        if (key === '0') reads += 1
        return key === '0' && reads > 1 ? 'M0 0' : Reflect.get(target, key)
      },
    })
    expect(sentStrokes().safeParse(changing).success).toBe(false)
  })
})
