import { describe, expect, it } from 'vitest'
import { parseQuote } from '../../../src/quote/model/quote-schema.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { accepted } from '../lifecycle/samples.js'

/** Returns the errors of a stored quote with these fields. */
function errorsOf(fields: object) {
  const errors = new FieldErrorCollector()
  const parsed = parseQuote({ ...accepted().value, ...fields }, errors)
  expect(parsed === undefined).toBe(!errors.isEmpty)
  return errors.toFieldErrors()
}

const seal = 'a'.repeat(64)
const acceptance = { time: 1, revision: 1, seal }
const fact = { type: 'opened', time: 1, revision: 1 }

describe('factSchemas', () => {
  it.each([
    {},
    { owner: 'u-1', number: 'x'.repeat(64), reason: 'x'.repeat(2_000), revision: 3 },
    { sent: -1, expires: Number.MAX_SAFE_INTEGER, seal, expiry_reported: true },
    { acceptance },
    {
      acceptance: { ...acceptance, by: 'a', role: 'system', name: 'é', reference: '1', late: true },
    },
    { order: {} },
    { order: { key: 'k' } },
    { order: { key: 'k', id: 'o' } },
    { delivery: [fact, { ...fact, recipient: 'x'.repeat(255), detail: 'x'.repeat(500) }] },
  ])('accept the fields of sample %#', (fields) => expect(errorsOf(fields)).toEqual({}))

  it('accept a quote without any of them', () => {
    const { customer, products, product_order, quote_total, price_total } = accepted().value
    const { shipping, created } = accepted().value
    const plain = { customer, products, product_order, quote_total, price_total, shipping, created }
    const errors = new FieldErrorCollector()
    const quote = { ...plain, status: 'new', tags: null, total: 0 }
    expect(parseQuote(quote, errors)).toEqual(quote)
  })

  const name = 'must be a string of 1 to 255 characters, without NUL or lone surrogates'
  it.each([
    [{ number: '' }, { number: name.replace('255', '64') }],
    [{ number: 'x'.repeat(65) }, { number: name.replace('255', '64') }],
    [{ number: 7 }, { number: name.replace('255', '64') }],
    [{ revision: 0 }, { revision: 'must be an integer of at least 1' }],
    [{ revision: 1.5 }, { revision: 'must be an integer of at least 1' }],
    [{ sent: '1' }, { sent: 'must be an integer in milliseconds' }],
    [{ expires: null }, { expires: 'must be an integer in milliseconds' }],
    [{ seal: 'A'.repeat(64) }, { seal: 'must have 64 hexadecimal digits' }],
    [{ seal: `${seal}\n` }, { seal: 'must have 64 hexadecimal digits' }],
    [{ seal: 1 }, { seal: 'must be a string' }],
    [{ reason: 'x'.repeat(2_001) }, { reason: name.replace('255', '2000') }],
    [{ reason: 'a\0b' }, { reason: name.replace('255', '2000') }],
    [{ reason: '\ud800' }, { reason: name.replace('255', '2000') }],
    [{ expiry_reported: false }, { expiry_reported: 'must be true or absent' }],
    [{ acceptance: null }, { acceptance: 'must be an object' }],
    [{ acceptance: { ...acceptance, role: 'admin' } }, { 'acceptance.role': 'must be a role' }],
    [{ acceptance: { ...acceptance, name: '' } }, { 'acceptance.name': name }],
    [
      { acceptance: { ...acceptance, late: false } },
      { 'acceptance.late': 'must be true or absent' },
    ],
    [{ delivery: [] }, { delivery: 'must be absent if there are no facts' }],
    [
      { delivery: [fact, { ...fact, type: 'read' }] },
      { 'delivery[1].type': 'must be one of delivered, opened, deferred, bounced, dropped' },
    ],
    [
      { delivery: [{ ...fact, detail: 'x'.repeat(501) }] },
      { 'delivery[0].detail': name.replace('255', '500') },
    ],
  ])('reject sample %# and name the field', (fields, errors) => {
    expect(errorsOf(fields)).toEqual(errors)
  })

  it.each([
    { order: { id: '' } },
    { order: { key: 1 } },
    { order: { number: 'x' } },
    { acceptance: { time: 1 } },
    { acceptance: { ...acceptance, ip: '::1' } },
    { delivery: [{ ...fact, id: 1 }] },
    { owner: null },
    { paid: true },
  ])('reject %j, too', (fields) => expect(errorsOf(fields)).not.toEqual({}))
})
