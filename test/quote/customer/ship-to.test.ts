import { describe, expect, it } from 'vitest'
import { addressFields } from '../../../src/quote/model/ship-to.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { changeOf, created, creationFrom, fieldErrorsOf, rules, updated } from '../samples.js'

const site = { name: 'Site office', city: 'Reno', state: 'NV', country: 'US' }
const stored = { ...site, state: 'Nevada' }
const products = [{ id: 1, qty: 1 }]
const errorsOf = (shipTo: unknown) => fieldErrorsOf(() => changeOf(created(), { ship_to: shipTo }))

describe('ship_to of createQuote', () => {
  it('is stored with the name of the state, in the order of an address, frozen', () => {
    const { value } = created({ ship_to: { country: 'US', state: 'NV', name: 'Ann' } })
    expect(JSON.stringify(value.ship_to)).toBe('{"name":"Ann","state":"Nevada","country":"US"}')
    expect(Object.isFrozen(value.ship_to)).toBe(true)
    expect(verifyQuote(value)).toEqual([])
  })

  it.each([undefined, null])('is no field of the quote if it is %s', (shipTo) => {
    expect(created({ ship_to: shipTo }).value).not.toHaveProperty('ship_to')
  })

  it('has every field of an address', () => {
    const all = Object.fromEntries(addressFields.map((name) => [name, `x ${name}`]))
    expect(created({ ship_to: all }).value.ship_to).toEqual(all)
  })

  it('resolves a state without a country as one of the United States, as customers do', () => {
    expect(created({ ship_to: { state: 'TX' } }).value.ship_to).toEqual({ state: 'Texas' })
  })
})

describe('ship_to of updateQuote', () => {
  const before = created({ ship_to: site })

  it('replaces the whole address', () => {
    const { value } = updated(before, { ship_to: { city: 'Austin', country: 'US' } })
    expect(value.ship_to).toEqual({ city: 'Austin', country: 'US' })
  })

  it('is removed by null, and kept if it is absent', () => {
    expect(updated(before, { ship_to: null }).value).not.toHaveProperty('ship_to')
    expect(updated(before, { customer: { name: 'Bo' } }).value.ship_to).toBe(before.value.ship_to)
  })

  it('changes nothing if it is sent as it was read, in any order', () => {
    const { country, ...rest } = stored
    expect(changeOf(before, { ship_to: stored })).toBeUndefined()
    expect(changeOf(before, { ship_to: { country, ...rest } })).toBeUndefined()
    expect(changeOf(before, before.value)).toBeUndefined()
  })

  it('does not resolve a state again that is sent back', () => {
    const swaps = { NV: 'Nevada', Nevada: 'NV' } as Readonly<Record<string, string>>
    const policy = { ...rules, resolveRegion: (_: string, code: string) => swaps[code] }
    const record = created({ ship_to: site }, policy)
    expect(changeOf(record, { ship_to: stored }, policy)).toBeUndefined()
  })

  it('removes nothing of a quote that has none', () => {
    expect(changeOf(created(), { ship_to: null })).toBeUndefined()
  })
})

describe('ship_to rejects', () => {
  const mustBeString =
    'must be a string of 1 to 1000 characters, not only blanks, without NUL or lone surrogates; ' +
    'leave out a field that is empty'

  it.each([
    ['', ''],
    ['a blank string', ' \u2028'],
    ['NUL', 'a\0'],
    ['a lone surrogate', '\ud800'],
    ['null', null],
    ['a number', 1],
    ['a nested object', { city: 'Reno' }],
    ['a string that is too long', 'x'.repeat(1_001)],
  ])('%s, naming the field', (_, city) => {
    expect(errorsOf({ city, name: 'Ann' })).toEqual({ 'ship_to.city': mustBeString })
    const request = { customer: {}, products, ship_to: { city } }
    expect(fieldErrorsOf(() => creationFrom(request))).toEqual({ 'ship_to.city': mustBeString })
  })

  it.each([[{}], [{ city: undefined }]])('%j, which is no address', (shipTo) => {
    expect(errorsOf(shipTo)).toEqual({
      ship_to:
        "must have a field, such as address; send null for delivery to the customer's address",
    })
  })

  it.each([[[]], ['Reno'], [7], [true]])('%j, which is no object', (shipTo) => {
    expect(errorsOf(shipTo)).toEqual({
      ship_to: "must be an object, or null for delivery to the customer's address",
    })
  })

  it('fields that no address has, and names those of one', () => {
    expect(errorsOf({ city: 'Reno', zip: '1' })).toEqual({
      'ship_to.zip': 'is not a known field; did you mean zipcode?',
    })
    expect(errorsOf({ city: 'Reno', email: 'a@b.c' })).toEqual({
      'ship_to.email': `is not a known field; known: ${addressFields.join(', ')}`,
    })
  })

  it.each(['__proto__', 'constructor', 'toString'])('the field %s', (name) => {
    const shipTo = JSON.parse(`{"city":"Reno","${name}":{"city":"Oslo"}}`)
    expect(Object.keys(errorsOf(shipTo))).toEqual([`ship_to.${name}`])
  })
})

describe('verifyQuote', () => {
  it('rejects an address without a field, and fields of other kinds', () => {
    const { value } = created()
    const pathsOf = (ship_to: unknown) => verifyQuote({ ...value, ship_to }).map(({ path }) => path)
    expect(pathsOf({})).toEqual(['ship_to'])
    expect(pathsOf({ city: 1 })).toEqual(['ship_to.city'])
    expect(pathsOf({ email: 'a@b.c' })).toEqual(['ship_to.email'])
    for (const other of [null, new Map(), new Date(0), ['Reno']])
      expect(pathsOf(other)).toEqual(['ship_to'])
  })
})
