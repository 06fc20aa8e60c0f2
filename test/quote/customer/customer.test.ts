import { describe, expect, it } from 'vitest'
import { changeOf, created, fieldErrorsOf, rules, updated } from '../samples.js'

describe('the customer', () => {
  const before = created({ customer: { name: 'Ann', city: 'Austin', email: 'a@b.c' } })
  const customerAfter = (customer: unknown, record = before) =>
    changeOf(record, { customer })?.record.value.customer

  it('is merged field by field', () => {
    expect(customerAfter({ city: 'Dallas' })).toEqual({
      name: 'Ann',
      city: 'Dallas',
      email: 'a@b.c',
    })
  })

  it('loses fields that are null', () => {
    expect(customerAfter({ email: null })).toEqual({ name: 'Ann', city: 'Austin' })
  })

  it('keeps the order of its fields and appends new ones', () => {
    const customer = customerAfter({ zipcode: '1', name: 'Bob' }) ?? {}
    expect(Object.keys(customer)).toEqual(['name', 'city', 'email', 'zipcode'])
  })

  it('keeps an empty string as a value', () => {
    expect(customerAfter({ city: '' })).toEqual({ name: 'Ann', city: '', email: 'a@b.c' })
  })

  it('is rejected as null', () => {
    expect(fieldErrorsOf(() => changeOf(before, { customer: null }))).toEqual({
      customer: 'must be an object',
    })
  })

  it('can have 64 fields once merged', () => {
    const names = Array.from({ length: 63 }, (_, index) => `field-${index}`)
    const customer = Object.fromEntries(names.map((name) => [name, 'x']))
    const most = updated(created({ customer }), { customer: { last: 'x' } })
    expect(Object.keys(most.value.customer)).toEqual([...names, 'last'])
    expect(fieldErrorsOf(() => changeOf(most, { customer: { another: 'x' } }))).toEqual({
      customer: 'must have at most 64 fields once merged',
    })
  })

  it('is rejected with too many fields once merged', () => {
    const limits = { ...rules.limits, maxCustomerFields: 3 }
    expect(
      fieldErrorsOf(() => changeOf(before, { customer: { zipcode: '1' } }, { limits })),
    ).toEqual({
      customer: 'must have at most 3 fields once merged',
    })
  })
})

describe('the state', () => {
  const stateAfter = (stored: Record<string, string>, customer: Record<string, string | null>) =>
    updated(created({ customer: stored }), { customer }).value.customer.state

  it('is resolved against the stored country', () => {
    expect(stateAfter({ country: 'CA' }, { state: 'ON' })).toBe('Ontario')
  })

  it('is resolved against the country sent with it', () => {
    expect(stateAfter({ country: 'CA', state: 'ON' }, { country: 'US', state: 'TX' })).toBe('Texas')
  })

  it('is resolved as in the US if the country is removed with it', () => {
    expect(stateAfter({ country: 'CA' }, { country: null, state: 'TX' })).toBe('Texas')
  })

  it('stays if only the country changes', () => {
    expect(stateAfter({ country: 'US', state: 'CA' }, { country: 'DE' })).toBe('California')
  })

  it('stays a code if only its country is sent', () => {
    expect(stateAfter({ country: 'XX', state: 'CA' }, { country: 'US' })).toBe('CA')
  })

  it('stays if it is sent back unchanged', () => {
    expect(stateAfter({ country: 'XX', state: 'CA' }, { country: 'XX', state: 'CA' })).toBe('CA')
    expect(stateAfter({ country: 'XX', state: 'CA' }, { state: 'CA' })).toBe('CA')
  })

  it('is resolved again if it is sent with another country', () => {
    const corrected = { country: 'US', state: 'CA' }
    expect(stateAfter({ country: 'USA', state: 'CA' }, corrected)).toBe('California')
  })

  it('is kept as sent if the country has no such state', () => {
    expect(stateAfter({ country: 'US' }, { state: 'Bavaria' })).toBe('Bavaria')
  })

  it('is removed by null', () => {
    expect(stateAfter({ state: 'TX' }, { state: null })).toBeUndefined()
  })
})

describe('a state that is sent back', () => {
  /** The country was misspelled and then corrected, so the lookup now knows the stored code. */
  const stored = updated(created({ customer: { name: 'Ann', country: 'USA', state: 'CA' } }), {
    customer: { country: 'US' },
  })
  const customerAfter = (customer: Record<string, string | null>, facts = {}) =>
    updated(stored, { customer }, facts).value.customer

  it('is not resolved again with the stored country', () => {
    expect(stored.value.customer).toMatchObject({ country: 'US', state: 'CA' })
    for (const sent of [
      { state: 'CA' },
      { state: 'CA', country: 'US' },
      { name: 'Bob', state: 'CA', country: 'US' },
    ])
      expect(customerAfter(sent)).toMatchObject({ country: 'US', state: 'CA' })
  })

  it('is not resolved again in a whole quote with another field changed', () => {
    const { value: quote } = stored
    const sent = { ...quote, customer: { ...quote.customer, city: 'Fresno' } }
    expect(updated(stored, sent).value.customer).toEqual({
      name: 'Ann',
      country: 'US',
      state: 'CA',
      city: 'Fresno',
    })
  })

  it('does not call resolveRegion with the stored country', () => {
    const regions = () => expect.fail('was looked up')
    expect(
      customerAfter({ state: 'CA', country: 'US', city: 'Fresno' }, { resolveRegion: regions })
        .state,
    ).toBe('CA')
  })

  it.each([
    [{ state: 'CA', country: 'ES' }, 'Cádiz'],
    [{ state: 'CA', country: null }, 'California'],
  ])('is resolved again with another country: %j', (sent, state) => {
    expect(customerAfter(sent).state).toBe(state)
  })

  it('is resolved if another state is sent with the stored country', () => {
    expect(customerAfter({ state: 'TX', country: 'US' }).state).toBe('Texas')
  })

  it('depends on its country: updates of one each do not commute', () => {
    const before = created({ customer: { country: 'USA' } })
    const state = { customer: { state: 'CA' } }
    const country = { customer: { country: 'US' } }
    expect(updated(updated(before, state), country).value.customer.state).toBe('CA')
    expect(updated(updated(before, country), state).value.customer.state).toBe('California')
  })
})
