import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { listSchema } from '../../../src/validation/schemas/list-schema.js'
import { faultsOf } from '../../quote/samples.js'

/** A schema of texts that counts how many elements it was asked about. */
function counting() {
  let looked = 0
  const element = z.unknown().transform((value, context) => {
    looked += 1
    if (typeof value !== 'string')
      context.issues.push({ code: 'custom', input: value, message: 'must be a string' })
    return String(value)
  })
  const length = { min: [1, 'is empty'], max: [1_000, 'is too long'] } as const
  const schema = listSchema(element, { error: 'must be an array' }, length)
  const rejected = (value: unknown) =>
    faultsOf(() => parseOrThrow(schema, value, 'invalid_request'))
  return { schema, rejected, looked: () => looked }
}

describe('listSchema', () => {
  it('gives a copy of the elements as they were read', () => {
    const { schema } = counting()
    const list = ['a', 'b']
    const read = parseOrThrow(schema, list, 'invalid_request')
    expect(read).toEqual(list)
    expect(read).not.toBe(list)
  })

  it.each([[null], [undefined], ['a'], [{ length: 1 }], [5]])('rejects %j', (value) => {
    expect(counting().rejected(value)).toEqual({ '': 'must be an array' })
  })

  it('looks at no element of a list that is too long or too short', () => {
    const { rejected, looked } = counting()
    expect(rejected([])).toEqual({ '': 'is empty' })
    expect(rejected(new Array(1_001).fill(0))).toEqual({ '': 'is too long' })
    expect(rejected(new Array(2 ** 32 - 1))).toEqual({ '': 'is too long' })
    expect(looked()).toBe(0)
  })

  it('names every wrong element by its index, holes too', () => {
    const list: unknown[] = ['a', 1]
    list[3] = 'b'
    expect(counting().rejected(list)).toEqual({
      '[1]': 'must be a string',
      '[2]': 'must be a string',
    })
  })

  it('looks at no element after there are more errors than are listed', () => {
    const { rejected, looked } = counting()
    const faults = rejected(['a', ...new Array(999).fill(0)])
    expect(looked()).toBe(102)
    expect(Object.keys(faults)).toHaveLength(101)
    expect(faults['']).toContain('has more errors')
  })
})
