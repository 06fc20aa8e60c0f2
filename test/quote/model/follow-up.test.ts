import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  daySchema,
  followUpDecadesIn,
  followUpTerms,
  followUpTermsIn,
} from '../../../src/quote/model/follow-up.js'

const dayMs = 86_400_000
const first = Date.parse('2000-01-01')
const last = Date.parse('2099-12-31')
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const day = fc.integer({ min: 0, max: (last - first) / dayMs }).map((n) => toDay(first + n * dayMs))

/** True if a quote with this day has one of the terms. */
function isFound(date: string, terms: readonly string[]): boolean {
  return followUpTerms(date).some((term) => terms.includes(term))
}

describe('daySchema', () => {
  it.each(['2000-01-01', '2024-02-29', '2099-12-31'])('accepts %s', (date) => {
    expect(daySchema.parse(date)).toBe(date)
  })

  it.each([
    '1999-12-31',
    '2100-01-01',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-12-01T00:00:00Z',
    '__proto__',
    '',
    20261201,
    new Date('2026-12-01'),
    ['2026-12-01'],
    null,
  ])('rejects %j', (value) => {
    const [issue] = daySchema.safeParse(value).error?.issues ?? []
    expect(issue?.message).toMatch(/^must be a date, YYYY-MM-DD, from 2000-01-01 to 2099-12-31/)
  })
})

describe('followUpDecadesIn', () => {
  it('returns a term of each decade of a range', () => {
    const range = { from: '2029-11-30', to: '2041-02-01' }
    expect(followUpDecadesIn(range)).toEqual(
      ['202', '203', '204'].map((each) => `follow_up:${each}`),
    )
    expect(followUpDecadesIn({ from: '2030-01-02', to: '2030-01-01' })).toEqual(['follow_up:'])
  })

  it('returns a term of each quote whose day is in the range', () => {
    fc.assert(
      fc.property(day, day, day, (from, to, date) => {
        const isFoundByDay = isFound(date, followUpTermsIn({ from, to }))
        const isFoundByDecade = isFound(date, followUpDecadesIn({ from, to }))
        expect(isFoundByDecade || !isFoundByDay).toBe(true)
      }),
    )
  })
})

describe('followUpTermsIn', () => {
  it('selects a decade, years, months and days by one term each', () => {
    expect(followUpTermsIn({ from: '2029-11-30', to: '2041-02-01' })).toEqual([
      ...['follow_up:2029-11-30', 'follow_up:2029-11-31', 'follow_up:2029-12'],
      'follow_up:203',
      ...['follow_up:2040', 'follow_up:2041-01', 'follow_up:2041-02-01'],
    ])
  })

  it('selects every day without limits', () => {
    expect(followUpTermsIn({})).toHaveLength(10)
    for (const date of ['2000-01-01', '2099-12-31'])
      expect(isFound(date, followUpTermsIn({}))).toBe(true)
  })

  it('has the most terms for a range of all but the first and the last day', () => {
    expect(followUpTermsIn({ from: '2000-01-02', to: '2099-12-30' })).toHaveLength(108)
  })

  it('selects exactly the days of any range, by at most 108 terms', () => {
    const limit = fc.option(day, { nil: undefined })
    fc.assert(
      fc.property(limit, limit, day, (from, to, date) => {
        const terms = followUpTermsIn({ from, to })
        expect(terms.length).toBeGreaterThan(0)
        expect(terms.length).toBeLessThanOrEqual(108)
        const near = [date, from, to].filter((each) => each !== undefined)
        const around = near.flatMap((each) =>
          [-1, 0, 1].map((days) => toDay(Date.parse(each) + days * dayMs)),
        )
        for (const each of around.filter((date) => daySchema.safeParse(date).success)) {
          const isSelected = each >= (from ?? '') && each <= (to ?? '9')
          expect(isFound(each, terms), each).toBe(isSelected)
        }
      }),
    )
  })
})
