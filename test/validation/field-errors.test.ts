import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  FieldErrorCollector,
  formatPath,
  maxErrors,
  parseOrThrow,
} from '../../src/validation/field-errors.js'
import { faultsOf } from '../quote/samples.js'

describe('pathText', () => {
  it.each([
    [[], ''],
    [['customer'], 'customer'],
    [['products', 2, 'qty'], 'products[2].qty'],
    [['customer', 'address-2'], 'customer.address-2'],
    [['customer', 'a b'], 'customer["a b"]'],
    [['customer', ''], 'customer[""]'],
    [['customer', '1'], 'customer["1"]'],
    [['a.b'], '["a.b"]'],
    [[0, 'price'], '[0].price'],
    [['customer', '__proto__'], 'customer.__proto__'],
  ] as const)('writes %j as %s', (path, text) => {
    expect(formatPath(path)).toBe(text)
  })

  it('keeps a name of 64 characters whole, and cuts a longer one', () => {
    expect(formatPath(['customer', 'x'.repeat(64)])).toBe(`customer.${'x'.repeat(64)}`)
    const cut = `customer["${'x'.repeat(64)}…"]`
    expect(formatPath(['customer', 'x'.repeat(65)])).toBe(cut)
    expect(formatPath(['customer', 'x'.repeat(2 ** 20)])).toBe(cut)
  })
})

describe('FaultList', () => {
  it('is empty until a fault is added', () => {
    const faults = new FieldErrorCollector()
    expect(faults.isEmpty).toBe(true)
    faults.add(['x'], 'is bad')
    expect(faults.isEmpty).toBe(false)
  })

  it('keeps the first fault of each path', () => {
    const faults = new FieldErrorCollector()
    faults.add(['x'], 'is bad')
    faults.add(['x'], 'is worse')
    expect(faults.toFieldErrors()).toEqual({ x: 'is bad' })
  })

  it('gives a frozen object in which __proto__ is just a path', () => {
    const faults = new FieldErrorCollector()
    faults.add(['__proto__'], 'is bad')
    const read = faults.toFieldErrors()
    expect(Object.entries(read)).toEqual([['__proto__', 'is bad']])
    expect(Object.isFrozen(read)).toBe(true)
  })
})

describe('FaultList beyond the errors that are listed', () => {
  const more = 'has more errors; only the first 100 are listed'
  const listOf = (count: number) => {
    const faults = new FieldErrorCollector()
    for (let index = 0; index < count; index += 1) faults.add(['x', index], `is bad ${index}`)
    return faults
  }

  it('lists 100 errors, and says nothing of more where there are none', () => {
    const faults = listOf(maxErrors)
    expect(faults.isFull).toBe(false)
    expect(Object.keys(faults.toFieldErrors())).toHaveLength(100)
    expect(Object.hasOwn(faults.toFieldErrors(), '')).toBe(false)
  })

  it.each([101, 102, 100_000])(
    'lists the first 100 of %i, and says at the empty path that there are more',
    (count) => {
      const faults = listOf(count)
      expect(faults.isFull).toBe(true)
      const { '': ofWhole, ...listed } = faults.toFieldErrors()
      expect(ofWhole).toBe(more)
      expect(listed).toEqual(listOf(100).toFieldErrors())
    },
  )

  it('counts paths, not messages: many errors of one path are one', () => {
    const faults = listOf(100)
    for (let index = 0; index < 1_000; index += 1) faults.add(['x', 0], 'is worse')
    expect(faults.isFull).toBe(false)
  })

  it('keeps an error of the whole value beside it', () => {
    const faults = new FieldErrorCollector()
    faults.add([], 'is another one')
    for (let index = 0; index < 100; index += 1) faults.add([index], 'is bad')
    expect(faults.toFieldErrors()['']).toBe(`is another one; ${more}`)
  })
})

describe('readOrRefuse', () => {
  const schema = z.strictObject({ a: z.string({ error: 'must be a string' }) })

  it('gives what the schema reads', () => {
    expect(parseOrThrow(schema, { a: 'x' }, 'invalid_options')).toEqual({ a: 'x' })
  })

  it('names every fault under the code it is given', () => {
    const read = () => parseOrThrow(schema, { a: 1, b: 2 }, 'invalid_context')
    expect(faultsOf(read, 'invalid_context')).toEqual({
      a: 'must be a string',
      b: 'is not a known field',
    })
  })

  it('refuses a value that throws while it is read, and says what it threw', () => {
    const cause = new Error('no')
    const value = {
      get a() {
        throw cause
      },
    }
    const read = () => parseOrThrow(schema, value, 'invalid_request')
    expect(faultsOf(read)).toEqual({ '': 'cannot be read' })
    expect(read).toThrow(expect.objectContaining({ cause }))
  })
})
