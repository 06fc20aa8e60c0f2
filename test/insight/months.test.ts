import { describe, expect, it } from 'vitest'
import { addMonths, countMonths, createPeriod, monthOf } from '../../src/insight/months.js'

describe('createPeriod', () => {
  it('has months of a time zone, with the hour that daylight saving time takes and gives', () => {
    const { months, start, end, indexOf } = createPeriod('2026-03', '2026-11', 'Europe/Berlin')
    expect(months).toHaveLength(9)
    expect(new Date(start).toISOString()).toBe('2026-02-28T23:00:00.000Z')
    expect(new Date(end).toISOString()).toBe('2026-11-30T23:00:00.000Z')
    expect(indexOf(Date.parse('2026-03-31T21:59:59.999Z'))).toBe(0)
    expect(indexOf(Date.parse('2026-03-31T22:00:00.000Z'))).toBe(1)
    expect(indexOf(Date.parse('2026-10-31T22:59:59.999Z'))).toBe(7)
    expect(indexOf(start - 1)).toBe(-1)
    expect(indexOf(end - 1)).toBe(8)
    expect(indexOf(end)).toBe(-1)
  })

  it('agrees with the calendar of its time zone in every month', () => {
    const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Africa/Cairo']
    for (const zone of zones) {
      const { months, indexOf } = createPeriod('2024-01', '2026-12', zone)
      for (let time = Date.UTC(2023, 11, 30); time < Date.UTC(2027, 0, 3); time += 7 * 3_600_000)
        expect(months[indexOf(time)] ?? 'none').toBe(
          months.includes(monthOf(time, zone)) ? monthOf(time, zone) : 'none',
        )
    }
  })
})

describe('addMonths', () => {
  it('passes the ends of years', () => {
    expect(addMonths('2026-11', 3)).toBe('2027-02')
    expect(addMonths('2026-02', -14)).toBe('2024-12')
    expect(addMonths('2026-12', 0)).toBe('2026-12')
    expect(countMonths('2024-12', '2026-02')).toBe(15)
  })
})
