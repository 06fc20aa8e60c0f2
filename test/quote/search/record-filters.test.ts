import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { quoteFilterFields, resolveDays } from '../../../src/quote/search/quote-filter.js'
import { toRecordFilters } from '../../../src/quote/search/search-terms.js'
import { parseOrThrow } from '../../../src/validation/field-errors.js'

const schema = z.strictObject(quoteFilterFields())
const now = 1_000
const filtersOf = (filter: unknown) =>
  toRecordFilters(
    resolveDays(parseOrThrow(schema, filter, 'invalid_request'), () => 'UTC'),
    now,
  )

/** The only filter, of a list that the time does not change. */
function one(filter: unknown) {
  const filters = filtersOf(filter)
  expect(filters).toHaveLength(1)
  return filters[0]
}

const everyQuote = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }

describe('toRecordFilters', () => {
  it('selects every quote that is not deleted by default', () => {
    expect(one({})).toEqual(everyQuote)
    expect(one({ status: undefined, text: undefined, created: undefined })).toEqual(everyQuote)
  })

  it('requires one term of each field', () => {
    const filter = {
      status: 'new',
      owner: ['bob', 'ann'],
      number: 'Q-1',
      tag: ['b', 'a'],
      customer: ' Ann@Example.com ',
      product: [2, 11],
      deleted: true,
    }
    expect(one(filter)).toEqual({
      ...everyQuote,
      deleted: true,
      terms: [
        ['status:new'],
        ['tag:a', 'tag:b'],
        ['customer:ann@example.com'],
        ['product:11', 'product:2'],
        ['owner:ann', 'owner:bob'],
        ['number:Q-1'],
      ],
    })
  })

  it('has half-open ranges', () => {
    expect(one({ created: { from: 1, to: 2 }, updated: { to: undefined, from: -5 } })).toEqual({
      ...everyQuote,
      times: { created: { from: 1, to: 2 }, updated: { from: -5 } },
    })
  })

  it.each([
    [{ tag: 'a' }, { tag: ['a'] }],
    [{ tag: ['a', 'b'] }, { tag: ['b', 'a', 'b'] }],
    [{ customer: 'ANN@x.com' }, { customer: ['ann@x.com ', 'ann@X.com'] }],
    [{ text: 'Zoë lee' }, { text: ' LEE,zoe! lee' }],
    [{}, { deleted: false }],
  ])('is the same for %j and %j', (filter, equal) => {
    expect(JSON.stringify(one(filter))).toBe(JSON.stringify(one(equal)))
  })

  it('has the words of the text once, in order', () => {
    expect(one({ text: 'lee Ann lee' })?.words).toEqual(['ann', 'lee'])
  })

  it('has the range of expires', () => {
    expect(one({ expires: { from: 1, to: 2 } })?.times).toEqual({ expires: { from: 1, to: 2 } })
    expect(one({ expires: {} })?.times).toEqual({ expires: {} })
  })
})

describe('toRecordFilters: statuses that depend on the time', () => {
  const terms = (...ofStatus: readonly string[]) => ({ ...everyQuote, terms: [ofStatus] })
  const withExpiry = (expires: object) => ({
    ...terms('offer:with_expiry'),
    times: { expires },
  })

  it('selects quotes that are sent by two filters: without an expiry, and with a later one', () => {
    expect(filtersOf({ status: 'sent' })).toEqual([
      terms('offer:without_expiry'),
      withExpiry({ from: now + 1 }),
    ])
  })

  it('selects quotes that have expired by two filters: when they changed, and up to and with the time', () => {
    expect(filtersOf({ status: 'expired' })).toEqual([
      terms('offer:expired'),
      withExpiry({ to: now + 1 }),
    ])
  })

  it.each([[['sent', 'expired']], [['expired', 'sent', 'sent']]])(
    'selects %j by the stored status, whatever the time is',
    (status) => {
      expect(filtersOf({ status })).toEqual([terms('status:sent')])
    },
  )

  it('selects other statuses besides them', () => {
    expect(filtersOf({ status: ['sent', 'new', 'draft'] })).toEqual([
      terms('offer:without_expiry', 'status:draft', 'status:new'),
      withExpiry({ from: now + 1 }),
    ])
    expect(filtersOf({ status: ['new', 'expired'] })).toEqual([
      terms('offer:expired', 'status:new'),
      withExpiry({ to: now + 1 }),
    ])
  })

  it('intersects with the range of expires', () => {
    const sent = (expires: object) => filtersOf({ status: 'sent', expires }).at(-1)?.times.expires
    expect(sent({ from: 5 })).toEqual({ from: now + 1 })
    expect(sent({ from: 5_000, to: 6_000 })).toEqual({ from: 5_000, to: 6_000 })
    expect(sent({ to: 5_000 })).toEqual({ from: now + 1, to: 5_000 })
    const expired = (expires: object) => filtersOf({ status: 'expired', expires })
    const known = (range: object) => ({ ...terms('offer:expired'), times: { expires: range } })
    expect(expired({ from: 5 })).toEqual([known({ from: 5 }), withExpiry({ from: 5, to: now + 1 })])
    expect(expired({ to: 5 })).toEqual([known({ to: 5 }), withExpiry({ to: 5 })])
  })

  it('leaves out a filter that no quote can match', () => {
    expect(filtersOf({ status: 'expired', expires: { from: now + 1 } })).toHaveLength(1)
    expect(filtersOf({ status: ['new', 'expired'], expires: { from: now + 1 } })).toHaveLength(1)
    const past = filtersOf({ status: 'sent', expires: { to: now + 1 } })
    expect(past).toEqual([{ ...terms('offer:without_expiry'), times: { expires: { to: 1_001 } } }])
  })
})
