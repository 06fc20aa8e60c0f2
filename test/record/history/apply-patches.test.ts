import { describe, expect, it } from 'vitest'
import { applyPatches } from '../../../src/record/history/apply-patches.js'

describe('applyPatches', () => {
  it('does not change the original, and shares unchanged parts with it', () => {
    const base = { a: { list: [1, 2] }, b: { c: 1 } }
    const before = structuredClone(base)
    const next = applyPatches(base, [
      { op: 'add', path: ['a', 'list', 1], value: 9 },
      { op: 'replace', path: ['a', 'list', 0], value: 8 },
      { op: 'remove', path: ['a', 'list', 2] },
    ])
    expect(next.a.list).toEqual([8, 9])
    expect(base).toEqual(before)
    expect(next.b).toBe(base.b)
  })

  it('does not change the values of patches', () => {
    const value = Object.freeze({ x: 1 })
    const next = applyPatches<object>({}, [
      { op: 'add', path: ['a'], value },
      { op: 'replace', path: ['a', 'x'], value: 2 },
    ])
    expect(next).toEqual({ a: { x: 2 } })
    expect(value).toEqual({ x: 1 })
  })

  it('treats __proto__ and constructor as data', () => {
    const next = applyPatches<object>(JSON.parse('{"__proto__":{"a":1}}'), [
      { op: 'replace', path: ['__proto__', 'a'], value: 2 },
      { op: 'add', path: ['constructor'], value: 3 },
    ])
    expect(JSON.stringify(next)).toBe('{"__proto__":{"a":2},"constructor":3}')
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype)
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('throws a TypeError for a path that does not exist', () => {
    for (const path of [
      ['a', 'b'],
      ['constructor', 'prototype', 'x'],
      ['list', 0, 'x'],
    ])
      expect(() => applyPatches({ list: [1] }, [{ op: 'add', path, value: 1 }])).toThrow(TypeError)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
