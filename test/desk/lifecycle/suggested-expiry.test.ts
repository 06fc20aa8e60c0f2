import { describe, expect, it } from 'vitest'
import { suggestedExpiry } from '../../../src/desk/lifecycle/action.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import type { Quote } from '../../../src/quote/model/quote.js'

const sentAt = Date.parse('2026-11-22T15:00:00Z')
const dayMs = 86_400_000

describe('suggestedExpiry', () => {
  it.each([
    ['UTC', {}, { min: '2026-11-22', value: undefined }],
    ['Pacific/Auckland', {}, { min: '2026-11-23', value: undefined }],
    ['UTC', { validDays: 30 }, { min: '2026-11-22', value: '2026-12-22' }],
    ['America/Los_Angeles', { validDays: 1 }, { min: '2026-11-22', value: '2026-11-23' }],
  ])('is for the days of the option without an earlier offer: %s, %j', (timeZone, options, day) => {
    const desk = { options: { timeZone, ...options } as DeskOptions }
    expect(suggestedExpiry(desk, {}, sentAt)).toEqual(day)
  })

  it('is none for a quote whose days of validity say it', () => {
    const desk = { options: { validDays: 3 } as DeskOptions }
    const record = { validMs: dayMs, quote: { valid_days: 7 } as Quote }
    expect(suggestedExpiry(desk, record, sentAt).value).toBeUndefined()
  })

  it('is never shorter than the last offer was', () => {
    const desk = { options: { timeZone: 'Europe/Berlin', validDays: 3 } as DeskOptions }
    const now = Date.parse('2026-11-22T22:59:59Z') // a second before midnight
    expect(suggestedExpiry(desk, { validMs: 1_000 }, now).value).toBe('2026-11-23')
    expect(suggestedExpiry(desk, { validMs: 10 * dayMs }, now).value).toBe('2026-12-02')
  })
})
