import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecentMap } from '../../src/validation/recent-map.js'

const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const key = fc.constantFrom(...keys)
const operations = fc.array(
  fc.oneof(
    fc.record({ name: fc.constant('get' as const), key }),
    fc.record({ name: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ name: fc.constant('delete' as const), key }),
  ),
  { maxLength: 100 },
)

describe('RecentMap', () => {
  it('keeps what was set or read last, up to its size', () => {
    fc.assert(
      fc.property(operations, fc.integer({ min: 0, max: 5 }), (calls, maxSize) => {
        const map = new RecentMap<string, number>(maxSize)
        /** From the least to the most recently used. */
        let model: (readonly [key: string, value: number])[] = []
        for (const call of calls) {
          const found = model.find(([each]) => each === call.key)
          model = model.filter((each) => each !== found)
          if (call.name === 'get') {
            expect(map.get(call.key)).toBe(found?.[1])
            if (found !== undefined) model.push(found)
          } else if (call.name === 'set') {
            map.set(call.key, call.value)
            model.push([call.key, call.value])
            if (model.length > maxSize) model.shift()
          } else map.delete(call.key)
        }
        const kept = keys.filter((each) => map.get(each) !== undefined)
        expect(kept).toEqual(keys.filter((each) => model.some(([modelKey]) => modelKey === each)))
      }),
    )
  })
})
