import { describe, expect, it } from 'vitest'
import {
  assignScalars,
  describeScalarField,
  offeredScalarFieldNames,
  type QuoteScalarField,
  sentScalarSchema,
  storedScalarSchema,
} from '../../../src/quote/model/quote-scalar-fields.js'

const multiline = ['introduction', 'terms', 'payment_terms', 'delivery_terms'] as const

/** Returns the messages of a value that is sent. */
const errorsOf = (name: QuoteScalarField, value: unknown) =>
  sentScalarSchema(name)
    .safeParse(value)
    .error?.issues.map(({ message }) => message) ?? []

describe('sentScalarSchema', () => {
  it.each(multiline)('accepts %s of several lines, up to 20,000 characters', (name) => {
    const text = `First\r\nsecond\n\n\tthird ${'x'.repeat(20_000)}`.slice(0, 20_000)
    expect(errorsOf(name, text)).toEqual([])
    const tooLong = 'must be a string of 1 to 20000 characters, without NUL or lone surrogates'
    expect(errorsOf(name, `${text}x`)).toEqual([tooLong])
  })

  it.each(['\n', '\r', '\t', '\u0085', '\u2028', '\u2029', '\u001b'])(
    'rejects a title with %j',
    (mark) => {
      expect(errorsOf('title', `Office${mark}Berlin`)).toEqual([
        'must be one line, without control characters such as tabs',
      ])
    },
  )

  it('accepts a title of 1 to 255 characters', () => {
    expect(errorsOf('title', '=HYPERLINK("x") <b>späť</b> 机')).toEqual([])
    expect(errorsOf('title', 'x'.repeat(255))).toEqual([])
    expect(errorsOf('title', 'x'.repeat(256))).toHaveLength(1)
  })

  it.each(['title', ...multiline] as const)('rejects a %s without anything to read', (name) => {
    for (const value of ['', ' \n ', '\u200b', 'a\u0000', '\ud800', 1, [], {}, true])
      expect(errorsOf(name, value)).not.toEqual([])
  })

  it('accepts days from 1 to 3,650', () => {
    for (const days of [1, 30, 3_650]) expect(errorsOf('valid_days', days)).toEqual([])
    for (const days of [0, -1, 3_651, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '30', [], {}])
      expect(errorsOf('valid_days', days)[0]).toMatch(
        /^must be an integer from 1 to 3650, received/,
      )
  })
})

describe('storedScalarSchema', () => {
  it('accepts the longest value of each field of the offer, and nothing beyond', () => {
    for (const name of offeredScalarFieldNames) {
      const { kind, max = 0 } = describeScalarField(name)
      const isAccepted = (count: number) =>
        storedScalarSchema(name).safeParse(kind === 'days' ? count : 'x'.repeat(count)).success
      expect([isAccepted(0), isAccepted(1), isAccepted(max), isAccepted(max + 1)]).toEqual([
        false,
        true,
        true,
        false,
      ])
    }
  })
})

describe('assignScalars', () => {
  it('sets values, removes those that are null, and touches no other field', () => {
    const target = { title: 'A', terms: 'B', owner: 'ann', customer: {} }
    assignScalars(target, { title: null, terms: undefined, valid_days: 7, owner: 'bo' }, [
      'title',
      'terms',
      'valid_days',
    ])
    expect(target).toEqual({ terms: 'B', owner: 'ann', customer: {}, valid_days: 7 })
  })
})
