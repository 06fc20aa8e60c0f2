import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { defineFeature, type FeatureRecord, isQuoteError, memoryStorage } from '../../src/index.js'
import { engineWith } from '../engine/ports.js'
import { callNotes, callTimes, engineWithFeatures } from './call-notes.js'

const operation = { summary: 'Do it', request: z.strictObject({}), decide: () => undefined }

function errorsOf(changes: object): unknown {
  const declaration = {
    ...{ name: 'sample', of: 'quote', schema: z.array(z.string()), empty: [] },
    ...{ operations: { doIt: operation }, ...changes },
  }
  try {
    defineFeature(declaration as never)
    return undefined
  } catch (error) {
    if (!isQuoteError(error)) throw error
    return error.code === 'invalid_options' ? error.details : error.code
  }
}

describe('defineFeature', () => {
  it('returns a frozen feature, whose kind says what has a record', () => {
    expect(callNotes).toMatchObject({ name: 'callNotes', of: 'quote', kind: 'quote.callNotes' })
    expect(callTimes.kind).toBe('store.callTimes')
    expect(Object.isFrozen(callNotes) && Object.isFrozen(callNotes.operations)).toBe(true)
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'CallNotes',
    'call.notes',
    'a/b',
    '',
    'ä',
    'x'.repeat(31),
    1,
    null,
  ])('rejects the name %s', (name) => {
    expect(errorsOf({ name })).toMatchObject({
      errors: { name: expect.stringContaining('must be a lower-case letter') },
    })
  })

  it.each(['constructor', 'get', 'listHistory', 'then', 'add note', 'x'.repeat(31)])(
    'rejects an operation of the name %s',
    (name) => {
      const key = name === 'add note' ? 'operations["add note"]' : `operations.${name}`
      expect(errorsOf({ operations: { [name]: operation } })).toMatchObject({
        errors: { [key]: expect.stringContaining('must') },
      })
    },
  )

  it('rejects an operation of the name __proto__', () => {
    const operations = JSON.parse('{"__proto__":{}}')
    expect(errorsOf({ operations })).toHaveProperty('errors')
  })

  it.each([
    [{ of: 'customer' }, 'of'],
    [{ schema: { parse: () => [] } }, 'schema'],
    [{ roles: ['owner'] }, 'roles'],
    [{ tool: 1 }, 'tool'],
    [{ operations: [] }, 'operations'],
    [{ operations: { doIt: { ...operation, decide: undefined } } }, 'operations.doIt.decide'],
    [{ operations: { doIt: { ...operation, summary: '' } } }, 'operations.doIt.summary'],
    [{ operations: { doIt: { ...operation, request: {} } } }, 'operations.doIt.request'],
    [{ empty: 'none' }, 'empty'],
    [{ empty: [1] }, 'empty[0]'],
    [{ schema: z.string(), empty: '' }, 'empty'],
    [{ schema: z.any(), empty: [new Date(0)] }, 'empty[0]'],
    [{ hooks: {} }, 'hooks'],
  ])('rejects %o, and says where', (changes, path) => {
    expect(errorsOf(changes)).toMatchObject({ errors: { [path]: expect.any(String) } })
  })

  it.each([undefined, null, 1, 'callNotes', []])('rejects the declaration %o', (declaration) => {
    expect(() => defineFeature(declaration as never)).toThrow('Invalid options')
  })

  it('types methods by the schemas', () => {
    const storage = { ...memoryStorage(), using: () => memoryStorage() }
    const engine = engineWithFeatures({ storage })
    type Note = { text: string; time: number; by?: string | undefined }
    expectTypeOf(engine.features.callNotes.addNote).parameter(2).toEqualTypeOf<{ text: string }>()
    expectTypeOf(engine.features.callNotes.addNote).returns.resolves.toEqualTypeOf<
      FeatureRecord<Note[]>
    >()
    expectTypeOf(engine.features.callTimes.setFrom).parameter(1).toEqualTypeOf<{ from: string }>()
    expectTypeOf(engine.using({}).features).toEqualTypeOf(engine.features)
    expectTypeOf(engineWith({})).not.toHaveProperty('features')
  })
})
