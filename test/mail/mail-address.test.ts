import { describe, expect, it } from 'vitest'
import { isMailbox, toMailAddress } from '../../src/mail/mail-address.js'

const control = '\u0000\u0007\t\n\r\u0085\u2028\u2029'

describe('toMailAddress', () => {
  it('returns addresses, with their domain in ASCII', () => {
    expect(toMailAddress('ada@example.com')).toBe('ada@example.com')
    expect(toMailAddress(' Ada.L+quote@mail.example.co.uk\n')).toBe(
      'Ada.L+quote@mail.example.co.uk',
    )
    expect(toMailAddress('ada@bücher.example')).toBe('ada@xn--bcher-kva.example')
    expect(toMailAddress('ada@пример.рф')).toBe('ada@xn--e1afmkfd.xn--p1ai')
  })

  it.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.com@example.org',
    'ada lovelace@example.com',
    'ada@exam ple.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada,grace@example.com',
    'ada@example.com,grace@example.com',
    'ada@example.com;grace@example.com',
    'ada@example.com\r\nBcc: x@example.com',
    'ädä@example.com',
    '-oQ/tmp@example.com',
    'ada@-example.com',
    'ada@exa\u202emple.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'a.'.repeat(200)}com`,
    'a'.repeat(1_000_000),
    ...[...control].map((character) => `a${character}b@example.com`),
    ...[...control].map((character) => `ab@exam${character}ple.com`),
  ])('rejects %j', (value) => {
    expect(toMailAddress(value)).toBeUndefined()
  })
})

describe('isMailbox', () => {
  it.each([
    'sales@shop.example',
    'Chairs Ltd <sales@shop.example>',
    '"Chairs, Ltd." <sales@shop.example>',
    'Stühle <sales@shop.example>',
    '椅子店 <sales@shop.example>',
  ])('accepts %s', (value) => {
    expect(isMailbox(value)).toBe(true)
  })

  it.each([
    '',
    'Chairs Ltd',
    ' sales@shop.example',
    'Chairs\r\nBcc: x@x.example <sales@shop.example>',
    'Chairs\r\n <sales@shop.example>',
    'a@x.example, <sales@shop.example>',
    'Chairs <sales@shop.example>, b@x.example',
    '"Chairs" x <sales@shop.example>',
    '"Chairs\\" <sales@shop.example>',
    'Chairs <a@x.example> <sales@shop.example>',
    undefined,
    1,
    { address: 'a@x.example' },
  ])('rejects %j', (value) => {
    expect(isMailbox(value)).toBe(false)
  })
})
