import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takePage } from '../../src/ports/pages.js'

describe('takePage', () => {
  const items = ['a'.repeat(98), 'b'.repeat(98), 'c'.repeat(98)]

  it.each([
    [1, 1_000, 1, true],
    [2, 1_000, 2, true],
    [3, 1_000, 3, false],
    [9, 1_000, 3, false],
    [9, 1, 1, true],
    [9, 100, 1, true],
    [9, 101, 2, true],
    [9, 200, 2, true],
    [9, 201, 3, false],
    [9, 300, 3, false],
  ])('with limit %i and maxBytes %i returns %i items', (limit, maxBytes, length, hasMore) => {
    const page = takePage(items, { limit, maxBytes })
    expect(page).toEqual({ items: items.slice(0, length), hasMore })
  })

  it('returns an empty page if there are no items', () => {
    expect(takePage([], { limit: 1, maxBytes: 1 })).toEqual({ items: [], hasMore: false })
  })

  it('reads one item more than the page has', () => {
    let seen = 0
    function* endless() {
      for (;;) {
        seen += 1
        yield seen
      }
    }
    expect(takePage(endless(), { limit: 3, maxBytes: 1_000 }).items).toEqual([1, 2, 3])
    expect(seen).toBe(4)
  })

  it('returns pages that together are the list, for any sizes', () => {
    const sizes = fc.record({
      limit: fc.integer({ min: 1, max: 5 }),
      maxBytes: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(fc.array(fc.string()), fc.infiniteStream(sizes), (list, each) => {
        const read: string[] = []
        for (const size of each) {
          const page = takePage(list.slice(read.length), size)
          read.push(...page.items)
          expect(page.items.length).toBeLessThanOrEqual(size.limit)
          if (!page.hasMore) break
        }
        expect(read).toEqual(list)
      }),
    )
  })
})
