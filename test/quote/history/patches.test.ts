import { applyPatches as immersApplyPatches } from 'immer'
import { describe, expect, it } from 'vitest'
import { applyPatches, diffQuotes } from '../../../src/quote/history/patches.js'

function check<T extends object>(base: T, target: T) {
  const patched = diffQuotes(base, target)
  expect(patched.next).toEqual(target)
  expect(applyPatches(base, patched.patches)).toEqual(target)
  expect(immersApplyPatches(base, [...patched.patches])).toEqual(target)
  expect(applyPatches(patched.next, patched.inversePatches)).toEqual(base)
  expect(immersApplyPatches(patched.next, [...patched.inversePatches])).toEqual(base)
  return patched
}

describe('patchesBetween', () => {
  it('has no patch where nothing differs, and gives the base itself', () => {
    const base = { a: { b: [1, 2] } }
    const { next, patches } = check(base, { a: { b: [1, 2] } })
    expect(patches).toEqual([])
    expect(next).toBe(base)
  })

  it('touches only what differs', () => {
    const base = { a: { x: 1, y: 2 }, b: { z: 3 } }
    const { next, patches } = check(base, { a: { x: 1, y: 5 }, b: { z: 3 } })
    expect(patches).toEqual([{ op: 'replace', path: ['a', 'y'], value: 5 }])
    expect(next.b).toBe(base.b)
  })

  it('adds and removes fields', () => {
    const { patches } = check<object>({ a: 1, b: 2 }, { b: 2, c: 3 })
    expect(patches.map(({ op, path }) => [op, ...path])).toEqual([
      ['remove', 'a'],
      ['add', 'c'],
    ])
  })

  it('goes from null to a list and back', () => {
    check<object>({ tags: null }, { tags: ['a'] })
    check<object>({ tags: ['a'] }, { tags: null })
  })

  it('makes lists longer and shorter', () => {
    check({ list: [1, 2, 3] }, { list: [1] })
    check({ list: [1] }, { list: [1, 2, 3] })
    check({ list: [{ a: 1 }, { a: 2 }] }, { list: [{ a: 2 }] })
  })

  it('replaces a list by an object and back', () => {
    check<object>({ a: [1] }, { a: { 0: 1 } })
    check<object>({ a: { 0: 1 } }, { a: [1] })
  })

  const without = { customer: { name: 'Ann' } }
  const withProto = JSON.parse('{"customer":{"name":"Ann","__proto__":"x"}}')

  it('sets a field called __proto__ as data, in the next state and in the patch', () => {
    const { next, patches } = diffQuotes(without, withProto)
    expect(JSON.stringify(next)).toBe(JSON.stringify(withProto))
    expect(JSON.stringify(patches)).toBe(
      '[{"op":"replace","path":["customer"],"value":{"name":"Ann","__proto__":"x"}}]',
    )
  })

  it('removes a field called __proto__', () => {
    const { next, patches } = diffQuotes(withProto, without)
    expect(JSON.stringify(next)).toBe(JSON.stringify(without))
    expect(applyPatches(withProto, patches)).toEqual(without)
  })

  it('leads from one __proto__ to another', () => {
    const other = JSON.parse('{"customer":{"name":"Ann","__proto__":"y"}}')
    expect(JSON.stringify(diffQuotes(withProto, other).next)).toBe(JSON.stringify(other))
  })

  it('replays a patch that sets __proto__, which immer drops', () => {
    const { patches, inversePatches } = diffQuotes(without, withProto)
    const replayed = applyPatches(without, patches)
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(withProto))
    expect(applyPatches(replayed, inversePatches)).toEqual(without)
  })

  it.each(['constructor', 'prototype', 'hasOwnProperty', 'toString', 'length'])(
    'sets, changes and removes a field called %s',
    (field) => {
      check<object>({ customer: {} }, { customer: { [field]: 'x' } })
      check<object>({ customer: { [field]: 'x' } }, { customer: { [field]: 'y' } })
      check<object>({ customer: { [field]: 'x' } }, { customer: {} })
    },
  )

  it('does not change what it is given', () => {
    const base = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const target = Object.freeze({ a: Object.freeze({ b: 2 }) })
    diffQuotes<{ readonly a: { readonly b: number } }>(base, target)
    expect([base, target]).toEqual([{ a: { b: 1 } }, { a: { b: 2 } }])
  })
})

describe('applyPatches', () => {
  it('leaves the original as it was, and shares with it what no patch changes', () => {
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

  it('leaves the values of patches as they were when later patches change them', () => {
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

  it('throws for a path that is not there', () => {
    for (const path of [
      ['a', 'b'],
      ['constructor', 'prototype', 'x'],
      ['list', 0, 'x'],
    ])
      expect(() => applyPatches({ list: [1] }, [{ op: 'add', path, value: 1 }])).toThrow(TypeError)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})
