import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { toJsonSchema } from '../../src/http/json-schema.js'
import { compactSchema } from '../../src/mcp/compact-schema.js'
import { operations } from '../../src/quote-engine/operations.js'

const withExamples = Object.entries(operations).flatMap(([name, { route }]) =>
  route.body && route.example ? [{ name, body: route.body, example: route.example }] : [],
)
const ajv = new Ajv2020({ strict: false, validateFormats: false })

describe('compactSchema', () => {
  it.each(withExamples)('of $name accepts its example, and is shorter', ({ body, example }) => {
    const schema = toJsonSchema(body(), { toDeclared: () => ({ type: 'object' }) })
    const compact = compactSchema(schema)
    expect(ajv.validate(compact, example), ajv.errorsText()).toBe(true)
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(schema).length)
  })

  it('merges alternatives that differ in their types, and keeps others', () => {
    const number = { type: 'number', minimum: 0, description: 'How much' }
    const text = { type: 'string', pattern: '^[0-9]+$' }
    const object = { type: 'object', properties: { a: text } }
    const other = { type: 'object', properties: { b: text } }
    expect(compactSchema({ anyOf: [number, text] })).toEqual({
      type: ['number', 'string'],
      description: 'How much',
    })
    expect(compactSchema({ anyOf: [{ const: 0 }, { type: 'integer' }] })).toEqual({
      type: 'integer',
    })
    expect(compactSchema({ anyOf: [object, { type: 'null' }] })).toEqual({
      type: ['object', 'null'],
      properties: { a: { type: 'string' } },
    })
    expect(compactSchema({ anyOf: [object, other] })).toEqual({
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
      ],
    })
  })

  it('leaves out what is sent back, and keeps what the host declares as it is', () => {
    const host = { type: 'string', maxLength: 3 }
    const schema = {
      type: 'object',
      properties: {
        total: {},
        amount: { type: 'string', description: 'Accepted as it is stored' },
        fields: { type: 'object', properties: { any: {}, region: host } },
      },
    }
    expect(compactSchema(schema)).toEqual({
      type: 'object',
      properties: { fields: { type: 'object', properties: { any: {}, region: host } } },
    })
  })
})
