import { applyPatches as immersApplyPatches } from 'immer'
import { describe, expect, it } from 'vitest'
import { applyPatches } from '../../../src/record/history/apply-patches.js'
import { diff } from '../../../src/record/history/diff.js'

function check<T extends object>(base: T, target: T) {
  const patched = diff(base, target)
  expect(patched.next).toEqual(target)
  expect(applyPatches(base, patched.patches)).toEqual(target)
  expect(immersApplyPatches(base, [...patched.patches])).toEqual(target)
  return patched
}

describe('diff', () => {
  it('returns the base and no patches if nothing differs', () => {
    const base = { a: { b: [1, 2] } }
    const { next, patches } = check(base, { a: { b: [1, 2] } })
    expect(patches).toEqual([])
    expect(next).toBe(base)
  })

  it('changes only what differs', () => {
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

  it('changes null to a list and back', () => {
    check<object>({ tags: null }, { tags: ['a'] })
    check<object>({ tags: ['a'] }, { tags: null })
  })

  it('lengthens and shortens lists', () => {
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

  it('sets a field __proto__ as data, in the next state and in the patch', () => {
    const { next, patches } = diff(without, withProto)
    expect(JSON.stringify(next)).toBe(JSON.stringify(withProto))
    expect(JSON.stringify(patches)).toBe(
      '[{"op":"replace","path":["customer"],"value":{"name":"Ann","__proto__":"x"}}]',
    )
  })

  it('removes a field __proto__', () => {
    const { next, patches } = diff(withProto, without)
    expect(JSON.stringify(next)).toBe(JSON.stringify(without))
    expect(applyPatches(withProto, patches)).toEqual(without)
  })

  it('changes a field __proto__', () => {
    const other = JSON.parse('{"customer":{"name":"Ann","__proto__":"y"}}')
    expect(JSON.stringify(diff(withProto, other).next)).toBe(JSON.stringify(other))
  })

  it('returns patches that applyPatches applies to __proto__, which immer drops', () => {
    const { patches } = diff(without, withProto)
    const replayed = applyPatches(without, patches)
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(withProto))
  })

  it.each(['constructor', 'prototype', 'hasOwnProperty', 'toString', 'length'])(
    'sets, changes and removes a field %s',
    (field) => {
      check<object>({ customer: {} }, { customer: { [field]: 'x' } })
      check<object>({ customer: { [field]: 'x' } }, { customer: { [field]: 'y' } })
      check<object>({ customer: { [field]: 'x' } }, { customer: {} })
    },
  )

  it('does not change its arguments', () => {
    const base = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const target = Object.freeze({ a: Object.freeze({ b: 2 }) })
    diff<{ readonly a: { readonly b: number } }>(base, target)
    expect([base, target]).toEqual([{ a: { b: 1 } }, { a: { b: 2 } }])
  })
})
