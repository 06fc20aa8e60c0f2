import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LruMap } from '../../src/validation/lru-map.js'

const named = (name: string) => ({ name })

describe('LruMap', () => {
  it('drops the entry that was not used for longest', () => {
    const map = new LruMap<object>(2)
    const [one, two, three] = [named('one'), named('two'), named('three')]
    map.set('1', one)
    map.set('2', two)
    expect(map.get('1')).toBe(one)
    map.set('3', three)
    expect(map.get('2')).toBeUndefined()
    map.set('1', two)
    map.set('2', one)
    expect(map.get('3')).toBeUndefined()
    expect(map.get('1')).toBe(two)
  })

  it('has no entry that was deleted, and place for another', () => {
    const map = new LruMap<object>(2)
    for (const key of ['', '__proto__']) map.set(key, named(key))
    map.delete('')
    map.delete('unknown')
    map.set('2', named('2'))
    expect(map.get('')).toBeUndefined()
    expect(map.get('__proto__')).toEqual(named('__proto__'))
  })

  it('has what a list of all uses says, whatever is called', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const calls = fc.array(fc.tuple(fc.constantFrom('get', 'set', 'delete'), keys))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), calls, (maxSize, called) => {
        const map = new LruMap<{ call: number }>(maxSize)
        let list: (readonly [key: string, call: number])[] = []
        for (const [call, [method, key]] of called.entries()) {
          const found = list.find(([each]) => each === key)
          const others = list.filter((each) => each !== found)
          if (method === 'get') {
            expect(map.get(key)?.call).toBe(found?.[1])
            list = found === undefined ? others : [...others, found]
          } else if (method === 'set') {
            map.set(key, { call })
            list = [...others, [key, call] as const].slice(-maxSize)
          } else {
            map.delete(key)
            list = others
          }
        }
      }),
    )
  })
})
