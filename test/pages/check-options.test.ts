import { describe, expect, it } from 'vitest'
import {
  checkOptions,
  mustBeBaseUrl,
  mustBeDayCount,
  mustBePrefix,
  mustBeSecretList,
  mustBeString,
  mustBeTimeout,
  type OptionRule,
  optional,
} from '../../src/pages/check-options.js'
import { fieldErrorsOf } from '../quote/samples.js'

describe('checkOptions', () => {
  const rules = { prefix: optional(mustBePrefix), title: mustBeString }
  const check = (options: object | undefined) => checkOptions(options as { title: string }, rules)

  it('accepts options that are valid, or absent if they are optional', () => {
    expect(() => check({ title: 'Desk' })).not.toThrow()
    expect(() => check({ title: 'Desk', prefix: undefined })).not.toThrow()
  })

  it('names every option that is missing, invalid or unknown', () => {
    const errors = fieldErrorsOf(() => check({ prefix: 7, Title: 'Desk' }), 'invalid_options')
    expect(Object.keys(errors)).toEqual(['prefix', 'title', 'Title'])
    expect(errors.Title).toContain('did you mean title?')
    expect(fieldErrorsOf(() => check(undefined), 'invalid_options')).toHaveProperty('title')
  })
})

const secret = 'x'.repeat(32)

describe.each<readonly [string, OptionRule, readonly unknown[], readonly unknown[]]>([
  ['mustBePrefix', mustBePrefix, ['', '/desk', '/a/b.c'], ['/', 'desk', '/desk/', '/..', '/a b']],
  [
    'mustBeBaseUrl',
    mustBeBaseUrl,
    ['', '/b2b', 'https://shop.example', 'https://shop.example/b2b'],
    ['/', 'https://shop.example/', '/a?b', '/a#b', 'shop.example', 'javascript:alert(1)', null],
  ],
  ['mustBeTimeout', mustBeTimeout, [1, 2 ** 31 - 1], [0, 2 ** 31, 1.5, '5', Number.NaN]],
  ['mustBeDayCount', mustBeDayCount, [1, 3_650], [0, 3_651, 1.5, '30']],
  [
    'mustBeSecretList',
    mustBeSecretList,
    [[secret], [secret, secret]],
    [[], secret, [secret, 'short'], [secret.length], undefined],
  ],
])('%s', (_, rule, valid, invalid) => {
  it.each(valid.map((value) => [value]))('accepts %j', (value) => {
    expect(rule(value)).toBeUndefined()
  })

  it.each(invalid.map((value) => [value]))('rejects %j, and says what it must be', (value) => {
    expect(rule(value)).toContain('must be')
  })
})
