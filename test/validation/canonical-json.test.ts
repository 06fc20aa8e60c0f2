import canonicalizeModule from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/validation/canonical-json.js'

/** Another implementation of RFC 8785. The package is CommonJS, its types those of an ES module. */
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string

describe('canonicalJson', () => {
  it('returns what another implementation returns for any JSON', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 200 }).map(String),
      fc.constantFrom('__proto__', 'constructor', 'toString', '', '€', '\u{1f600}', '\ufb33', 'ö'),
    )
    const scalars = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: 'small' }, scalars, tie('list'), tie('record')),
      list: fc.array(tie('tree')),
      record: fc.dictionary(names, tie('tree')),
    }))
    fc.assert(
      fc.property(fc.dictionary(names, tree), (value) => {
        const json = canonicalJson(value)
        expect(json).toBe(canonicalize(value))
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('returns the example of RFC 8785, section 3.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('orders names by UTF-16 code units, and integers as strings', () => {
    const names = ['\ufb33', '\u{1f600}', '10', '9', '\r', '1', 'é', 'É', '__proto__', 'a']
    const value = Object.fromEntries(names.map((name) => [name, 0]))
    expect(Object.keys(JSON.parse(canonicalJson(value).replace(/"(\d+)"/g, '"n$1"')))).toEqual([
      '\r',
      'n1',
      'n10',
      'n9',
      '__proto__',
      'a',
      'É',
      'é',
      '\u{1f600}',
      '\ufb33',
    ])
  })

  it('leaves out what JSON leaves out', () => {
    const holes: unknown[] = []
    holes[1] = 1
    const value = {
      none: undefined,
      symbol: Symbol('s'),
      call: () => 1,
      list: [undefined, Symbol('s'), () => 1],
      holes,
      date: new Date(0),
      minusZero: -0,
    }
    const json =
      '{"date":"1970-01-01T00:00:00.000Z","holes":[null,1],"list":[null,null,null],"minusZero":0}'
    expect(canonicalJson(value)).toBe(json)
  })

  it.each([
    ['NaN', { a: [Number.NaN] }],
    ['Infinity', { a: Infinity }],
    ['-Infinity', { a: -Infinity }],
    ['a BigInt', { a: 1n }],
    ['a function', () => 1],
    ['what turns to nothing', { toJSON: () => undefined }],
  ])('throws a TypeError for %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })
})
