import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseOrThrow } from '../../../src/validation/field-errors.js'
import { listSchema } from '../../../src/validation/schemas/list-schema.js'
import { fieldErrorsOf } from '../../quote/samples.js'

/** A schema of strings that counts how many elements it parsed. */
function counting() {
  let parsed = 0
  const element = z.unknown().transform((value, context) => {
    parsed += 1
    if (typeof value !== 'string')
      context.issues.push({ code: 'custom', input: value, message: 'must be a string' })
    return String(value)
  })
  const length = { min: [1, 'is empty'], max: [1_000, 'is too long'] } as const
  const schema = listSchema(element, { error: 'must be an array' }, length)
  const rejected = (value: unknown) =>
    fieldErrorsOf(() => parseOrThrow(schema, value, 'invalid_request'))
  return { schema, rejected, parsed: () => parsed }
}

describe('listSchema', () => {
  it('returns a copy of the parsed elements', () => {
    const { schema } = counting()
    const list = ['a', 'b']
    const read = parseOrThrow(schema, list, 'invalid_request')
    expect(read).toEqual(list)
    expect(read).not.toBe(list)
  })

  it.each([[null], [undefined], ['a'], [{ length: 1 }], [5]])('rejects %j', (value) => {
    expect(counting().rejected(value)).toEqual({ '': 'must be an array' })
  })

  it('parses no element if the list is too long or too short', () => {
    const { rejected, parsed } = counting()
    expect(rejected([])).toEqual({ '': 'is empty' })
    expect(rejected(new Array(1_001).fill(0))).toEqual({ '': 'is too long' })
    expect(rejected(new Array(2 ** 32 - 1))).toEqual({ '': 'is too long' })
    expect(parsed()).toBe(0)
  })

  it('reports each invalid element by its index, also holes', () => {
    const list: unknown[] = ['a', 1]
    list[3] = 'b'
    expect(counting().rejected(list)).toEqual({
      '[1]': 'must be a string',
      '[2]': 'must be a string',
    })
  })

  it('stops after more errors than are listed', () => {
    const { rejected, parsed } = counting()
    const errors = rejected(['a', ...new Array(999).fill(0)])
    expect(parsed()).toBe(102)
    expect(Object.keys(errors)).toHaveLength(101)
    expect(errors['']).toContain('has more errors')
  })
})
