import { describe, expect, it } from 'vitest'
import { parseTag } from '../../../src/features/tags/tags.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const colours = { backgroundColor: 'rgba(10%, 20%, 30%, 0.5)', color: 'rgb(0%, 50%, 100%)' }
const read = (definition: unknown, name = 'vip') =>
  parseTag(name, definition as never, defaultLimits)
const rejected = (definition: unknown, name?: string) => fieldErrorsOf(() => read(definition, name))

describe('parseTag', () => {
  it('uses the name as label and value by default', () => {
    expect(read(colours)).toEqual({ ...colours, label: 'vip', value: 'vip' })
  })

  it('accepts another label', () => {
    expect(read({ ...colours, label: 'Very important' }).label).toBe('Very important')
  })

  it('accepts a listed tag, with its value', () => {
    expect(read({ ...colours, label: 'x', value: 'vip' })).toEqual({
      ...colours,
      label: 'x',
      value: 'vip',
    })
  })

  it('treats an undefined label or value as absent', () => {
    expect(read({ ...colours, label: undefined, value: undefined }).label).toBe('vip')
  })

  it('returns a frozen tag', () => {
    expect(Object.isFrozen(read(colours))).toBe(true)
  })

  it('accepts the name __proto__', () => {
    expect(read(colours, '__proto__').value).toBe('__proto__')
  })

  it.each(['rgba(0%, 0%, 0%, 0)', 'rgba(100%, 99.5%, 0.1234%, 1)', 'rgba(1%, 2%, 3%, 0.1234)'])(
    'may have the background colour %s',
    (backgroundColor) => {
      expect(read({ ...colours, backgroundColor }).backgroundColor).toBe(backgroundColor)
    },
  )
})

describe('parseTag rejects', () => {
  it.each([
    'rgba(101%, 0%, 0%, 1)',
    'rgba(1%, 2%, 3%, 1.1)',
    'rgba(1%, 2%, 3%)',
    'rgba(1,2,3,1)',
    'rgb(1%, 2%, 3%)',
    'red',
    'rgba(1%, 2%, 3%, 1); x',
    ' rgba(1%, 2%, 3%, 1)',
    'rgba(1%, 2%, 3%, 1)\n',
    '',
  ])('the background colour %j', (backgroundColor) => {
    expect(rejected({ ...colours, backgroundColor })).toEqual({
      backgroundColor: 'must be like rgba(10%, 20%, 30%, 0.5)',
    })
  })

  it.each(['rgba(1%, 2%, 3%, 1)', 'rgb(-1%, 2%, 3%)', '#fff'])('the colour %j', (color) => {
    expect(rejected({ ...colours, color })).toEqual({ color: 'must be like rgb(10%, 20%, 30%)' })
  })

  it('a value that is not the name', () => {
    expect(rejected({ ...colours, value: 'other' })).toEqual({
      value: 'must be the name of the tag, or absent',
    })
  })

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(65), 'must have at most 64 characters'],
    ['a\tb', 'must not contain control characters'],
    [5, 'must be a string'],
    [null, 'must be a string'],
  ])('the label %j', (label, message) => {
    expect(rejected({ ...colours, label })).toEqual({ label: message })
  })

  it('an invalid name once, even though it is the label by default', () => {
    expect(rejected(colours, '')).toEqual({ name: 'must not be empty' })
  })

  it('an unknown field', () => {
    expect(rejected({ ...colours, colour: 'red' })).toEqual({
      colour: expect.stringMatching(/^is not a known field/),
    })
  })

  it('all errors at once', () => {
    expect(Object.keys(rejected({ label: '' }, 'a\0')).sort()).toEqual([
      'backgroundColor',
      'color',
      'label',
      'name',
    ])
  })

  it.each([[null], [undefined], ['red'], [[]]])('%j as a definition', (definition) => {
    expect(rejected(definition)).toEqual({ '': 'must be an object' })
  })
})
