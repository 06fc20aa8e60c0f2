import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadLatestNumber, loadNewest, maxLoadedLength } from '../../../src/desk/parts/load.js'
import { takePage } from '../../../src/ports/pages.js'
import { estimateJsonLength } from '../../../src/validation/json-length.js'

/** A list as the engine has it: its pages end with the item that reaches `maxBytes`. */
function listOf(lengths: readonly number[], maxBytes = maxLoadedLength) {
  const items = lengths.map((length, index) => ({ number: index + 1, text: 'a'.repeat(length) }))
  const loaded: number[] = []
  return {
    /** The length of each page that was loaded. */
    loaded,
    async load(after: number, limit: number) {
      const page = takePage(items.slice(after), { limit, maxBytes })
      loaded.push(estimateJsonLength(page.items))
      return page.hasMore ? { items: page.items, next: after + page.items.length } : page
    },
  }
}

const numbersOf = (items: readonly { readonly number: number }[]) =>
  items.map(({ number }) => number)

describe('loadNewest', () => {
  it('loads a page of small items at once', async () => {
    const { load, loaded } = listOf(Array.from({ length: 120 }, () => 10))
    expect(numbersOf(await loadNewest(load, 120, 50))).toEqual(
      Array.from({ length: 50 }, (_, index) => 120 - index),
    )
    expect(loaded).toHaveLength(1)
  })

  it('loads nothing of an empty list', async () => {
    const { load, loaded } = listOf([])
    expect([await loadNewest(load, 0, 50), loaded]).toEqual([[], []])
  })

  it('loads fewer items if they are large, and never more than three pages of them', async () => {
    const { load, loaded } = listOf(Array.from({ length: 60 }, () => 2_200_000))
    expect(numbersOf(await loadNewest(load, 60, 50))).toEqual([60, 59])
    const total = loaded.reduce((sum, length) => sum + length, 0)
    expect(total).toBeLessThan(3 * maxLoadedLength)
  })

  it('returns the newest items without gaps, and at least one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 20 }),
        async (lengths, maxBytes, before, count) => {
          const last = Math.min(before, lengths.length)
          const items = await loadNewest(listOf(lengths, maxBytes).load, last, count)
          const expected = Array.from({ length: items.length }, (_, index) => last - index)
          expect(numbersOf(items)).toEqual(expected)
          expect(items).toHaveLength(Math.min(count, last))
        },
      ),
    )
  })
})

describe('loadLatestNumber', () => {
  it('finds the last number of every list, also from a number that is known', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(300), fc.nat(320), async (count, known) => {
        const { load, loaded } = listOf(Array.from({ length: count }, () => 1))
        expect(await loadLatestNumber(load, known)).toBe(count)
        expect(loaded.length).toBeLessThan(24)
      }),
    )
  })
})
