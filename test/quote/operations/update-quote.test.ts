import { describe, expect, it } from 'vitest'
import { newProductIds } from '../../../src/quote/operations/update-quote.js'
import { updateRequestParser } from '../../../src/quote/requests/update-request.js'
import { changeOf, created, faultsOf, keyed, rules, updated } from '../samples.js'

describe('an update', () => {
  it('is the next version, made now by the actor', () => {
    const change = changeOf(created(), { customer: { name: 'Bob' } })
    expect(change).toMatchObject({
      previousVersion: 1,
      historyEntry: { version: 2, timestamp: 2_000, operation: 'update', actor: 'bob' },
      record: { storeId: 'store-1', quoteId: 'quote-1', version: 2, updated: 2_000 },
    })
  })

  it('keeps every field that is absent', () => {
    const before = created({ customer: { name: 'Ann', city: 'Austin' } })
    const after = updated(before, { tag_list: ['vip'] })
    expect(after.quote).toEqual({ ...before.quote, tags: ['vip'] })
  })

  it('keeps what did not change as the very same objects', () => {
    const before = created()
    const after = updated(before, { tag_list: ['vip'] })
    expect(after.quote.products).toBe(before.quote.products)
    expect(after.quote.customer).toBe(before.quote.customer)
  })

  it('never lets time run backwards', () => {
    const after = updated(created(), { tag_list: ['vip'] }, { now: 500 })
    expect(after.updated).toBe(1_000)
  })

  it('takes a field that is undefined for an absent one', () => {
    const changes = {
      customer: undefined,
      products: undefined,
      product_order: undefined,
      tag_list: undefined,
      total: undefined,
    }
    expect(changeOf(created(), changes)).toBeUndefined()
    const ordered = updated(keyed(created()), { product_order: ['1-1'], tag_list: ['vip'] })
    expect(changeOf(ordered, changes)).toBeUndefined()
  })

  it('takes a customer field that is undefined for an absent one', () => {
    const before = created({ customer: { name: 'Ann', city: 'Austin' } })
    expect(changeOf(before, { customer: { name: undefined } })).toBeUndefined()
    const after = changeOf(before, {
      customer: { name: undefined, city: 'Dallas', zipcode: undefined },
    })
    expect(JSON.stringify(after?.record.quote.customer)).toBe('{"name":"Ann","city":"Dallas"}')
  })

  it('takes a field of a line that is undefined for an absent one', () => {
    const before = keyed(created({ products: [2, 1].map((id) => ({ id, qty: 2 })) }))
    const nothing = {
      qty: undefined,
      quote: undefined,
      discount: undefined,
      price: undefined,
      price_total: undefined,
      quote_total: undefined,
      discount_total: undefined,
      calculated_price: undefined,
    }
    const asStored = [
      { id: 2, key: undefined, ...nothing },
      { id: undefined, key: '1-2', ...nothing },
    ]
    expect(changeOf(before, { products: asStored })).toBeUndefined()
    const changed = {
      products: [
        { id: 2, ...nothing, qty: 5 },
        { key: '1-2', ...nothing },
      ],
    }
    expect(changeOf(before, changed)).toEqual(
      changeOf(before, { products: [{ id: 2, qty: 5 }, { key: '1-2' }] }),
    )
  })

  it('takes an undefined qty of a new line for a missing one', () => {
    const changes = { products: [{ id: 1 }, { id: 4, qty: undefined }] }
    expect(faultsOf(() => changeOf(created(), changes))).toEqual({
      'products[1].qty': 'is required on a new line',
    })
  })

  it('is deeply frozen', () => {
    const after = updated(created(), { customer: { city: 'Austin' }, tag_list: ['vip'] })
    const { quote } = after
    for (const part of [after, quote, quote.customer, quote.tags, quote.products])
      expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('nothing changes', () => {
  it.each([
    ['an empty request', {}],
    ['an empty customer', { customer: {} }],
    ['a customer field with the value it has', { customer: { name: 'Ann' } }],
    ['the removal of a field that is not there', { customer: { city: null } }],
    ['no tags where there are none', { tag_list: [] }],
    ['null tags where there are none', { tag_list: null }],
    ['the lines as they are', { products: [{ id: 1 }] }],
    ['the order that there is', { product_order: null }],
  ])('with %s, so there is no change', (_, changes) => {
    expect(changeOf(created(), changes)).toBeUndefined()
  })

  it('when the whole quote is sent back', () => {
    const record = created()
    expect(changeOf(record, JSON.parse(JSON.stringify(record.quote)))).toBeUndefined()
  })

  it('when a whole quote with keys, an order and tags is sent back', () => {
    const record = updated(keyed(created()), { product_order: ['1-1'], tag_list: ['vip'] })
    expect(changeOf(record, JSON.parse(JSON.stringify(record.quote)))).toBeUndefined()
  })
})

describe('the customer', () => {
  const before = created({ customer: { name: 'Ann', city: 'Austin', email: 'a@b.c' } })
  const customerAfter = (customer: unknown, record = before) =>
    changeOf(record, { customer })?.record.quote.customer

  it('is merged field by field', () => {
    expect(customerAfter({ city: 'Dallas' })).toEqual({
      name: 'Ann',
      city: 'Dallas',
      email: 'a@b.c',
    })
  })

  it('loses a field that is null', () => {
    expect(customerAfter({ email: null })).toEqual({ name: 'Ann', city: 'Austin' })
  })

  it('keeps the order of its fields, and new ones come last', () => {
    const customer = customerAfter({ zipcode: '1', name: 'Bob' }) ?? {}
    expect(Object.keys(customer)).toEqual(['name', 'city', 'email', 'zipcode'])
  })

  it('keeps an empty text as a value', () => {
    expect(customerAfter({ city: '' })).toEqual({ name: 'Ann', city: '', email: 'a@b.c' })
  })

  it('is refused as null', () => {
    expect(faultsOf(() => changeOf(before, { customer: null }))).toEqual({
      customer: 'must be an object',
    })
  })

  it('may have 64 fields once merged, and no more', () => {
    const names = Array.from({ length: 63 }, (_, index) => `field-${index}`)
    const customer = Object.fromEntries(names.map((name) => [name, 'x']))
    const most = updated(created({ customer }), { customer: { last: 'x' } })
    expect(Object.keys(most.quote.customer)).toEqual([...names, 'last'])
    expect(faultsOf(() => changeOf(most, { customer: { another: 'x' } }))).toEqual({
      customer: 'must have at most 64 fields once merged',
    })
  })

  it('is refused where it has too many fields once merged', () => {
    const limits = { ...rules.limits, maxCustomerFields: 3 }
    expect(faultsOf(() => changeOf(before, { customer: { zipcode: '1' } }, { limits }))).toEqual({
      customer: 'must have at most 3 fields once merged',
    })
  })
})

describe('the state', () => {
  const stateAfter = (stored: Record<string, string>, customer: Record<string, string | null>) =>
    updated(created({ customer: stored }), { customer }).quote.customer.state

  it('is resolved against the stored country', () => {
    expect(stateAfter({ country: 'CA' }, { state: 'ON' })).toBe('Ontario')
  })

  it('is resolved against the country that comes with it', () => {
    expect(stateAfter({ country: 'CA', state: 'ON' }, { country: 'US', state: 'TX' })).toBe('Texas')
  })

  it('is resolved as in the US where the country is removed with it', () => {
    expect(stateAfter({ country: 'CA' }, { country: null, state: 'TX' })).toBe('Texas')
  })

  it('stays when the country alone changes', () => {
    expect(stateAfter({ country: 'US', state: 'CA' }, { country: 'DE' })).toBe('California')
  })

  it('stays a code when the country that would know it comes alone', () => {
    expect(stateAfter({ country: 'XX', state: 'CA' }, { country: 'US' })).toBe('CA')
  })

  it('stays as it is when it comes back as it is stored', () => {
    expect(stateAfter({ country: 'XX', state: 'CA' }, { country: 'XX', state: 'CA' })).toBe('CA')
    expect(stateAfter({ country: 'XX', state: 'CA' }, { state: 'CA' })).toBe('CA')
  })

  it('is resolved anew when it comes back with another country', () => {
    const corrected = { country: 'US', state: 'CA' }
    expect(stateAfter({ country: 'USA', state: 'CA' }, corrected)).toBe('California')
  })

  it('is kept as sent where the country does not know it', () => {
    expect(stateAfter({ country: 'US' }, { state: 'Bavaria' })).toBe('Bavaria')
  })

  it('is removed by null', () => {
    expect(stateAfter({ state: 'TX' }, { state: null })).toBeUndefined()
  })
})

describe('a state that comes back', () => {
  /** A country that was misspelt and then put right, so that today's lookup knows the stored code. */
  const stored = updated(created({ customer: { name: 'Ann', country: 'USA', state: 'CA' } }), {
    customer: { country: 'US' },
  })
  const customerAfter = (customer: Record<string, string | null>, facts = {}) =>
    updated(stored, { customer }, facts).quote.customer

  it('is not resolved again with the country that is stored', () => {
    expect(stored.quote.customer).toMatchObject({ country: 'US', state: 'CA' })
    for (const sent of [
      { state: 'CA' },
      { state: 'CA', country: 'US' },
      { name: 'Bob', state: 'CA', country: 'US' },
    ])
      expect(customerAfter(sent)).toMatchObject({ country: 'US', state: 'CA' })
  })

  it('is not resolved again in a whole quote with another field changed', () => {
    const { quote } = stored
    const sent = { ...quote, customer: { ...quote.customer, city: 'Fresno' } }
    expect(updated(stored, sent).quote.customer).toEqual({
      name: 'Ann',
      country: 'US',
      state: 'CA',
      city: 'Fresno',
    })
  })

  it('is not looked up at all with the country that is stored', () => {
    const regions = () => expect.fail('was looked up')
    expect(
      customerAfter({ state: 'CA', country: 'US', city: 'Fresno' }, { resolveRegion: regions })
        .state,
    ).toBe('CA')
  })

  it.each([
    [{ state: 'CA', country: 'ES' }, 'Cádiz'],
    [{ state: 'CA', country: null }, 'California'],
  ])('is resolved anew with another country: %j', (sent, state) => {
    expect(customerAfter(sent).state).toBe(state)
  })

  it('is resolved where another state is sent with the stored country', () => {
    expect(customerAfter({ state: 'TX', country: 'US' }).state).toBe('Texas')
  })

  it('makes one field with its country: two updates that change one each do not commute', () => {
    const before = created({ customer: { country: 'USA' } })
    const state = { customer: { state: 'CA' } }
    const country = { customer: { country: 'US' } }
    expect(updated(updated(before, state), country).quote.customer.state).toBe('CA')
    expect(updated(updated(before, country), state).quote.customer.state).toBe('California')
  })
})

describe('totals', () => {
  it('follow the lines', () => {
    const after = updated(created(), { products: [{ id: 1, qty: 5, quote: '9.99' }] })
    expect(after.quote).toMatchObject({ quote_total: '49.95', price_total: '50.00', total: 0 })
  })

  it('are not computed anew when no line changes', () => {
    const before = created({ products: [{ id: 3, qty: 1 }] })
    const after = updated(before, { tag_list: ['vip'] }, { rounding: 'half-even' })
    expect(after.quote.price_total).toBe('1.01')
  })
})

describe('productIdsToPrice', () => {
  const parseUpdateRequest = updateRequestParser(rules.limits)

  it('is empty where products are absent', () => {
    expect(newProductIds(created(), {})).toEqual(new Set())
  })

  it('names the products of new lines only', () => {
    const changes = parseUpdateRequest({
      products: [{ id: 1 }, { id: 1, qty: 1 }, { id: 4, qty: 1 }],
    })
    expect(newProductIds(created(), changes)).toEqual(new Set([1, 4]))
  })

  it('leaves out an entry with a key, even a wrong one', () => {
    expect(newProductIds(created(), { products: [{ id: 9, key: '7-7' }] })).toEqual(new Set())
  })
})

it('names all faults in view of the quote and of the catalog at once', () => {
  const changes = {
    total: 5,
    products: [
      { id: 77, qty: 1 },
      { id: 1, key: 'x' },
    ],
  }
  expect(Object.keys(faultsOf(() => changeOf(created(), changes)))).toEqual([
    'total',
    'products[1].key',
    'products[0].id',
  ])
})

it('leaves an order unjudged while its lines are refused', () => {
  const changes = { products: [{ id: 1 }, { id: 77, qty: 1 }], product_order: ['1-1', '2-2'] }
  expect(Object.keys(faultsOf(() => changeOf(created(), changes)))).toEqual(['products[1].id'])
})

it('lets a customer keep more fields than a limit that was lowered since, and gain none', () => {
  const before = created({ customer: { name: 'Ann', city: 'Austin', email: 'ann@example.com' } })
  const limits = { ...rules.limits, maxCustomerFields: 2 }
  const renamed = updated(before, { customer: { name: 'Bob' } }, { limits })
  expect(renamed.quote.customer.name).toBe('Bob')
  expect(faultsOf(() => changeOf(before, { customer: { company: 'X' } }, { limits }))).toEqual({
    customer: 'must have at most 2 fields once merged',
  })
})
