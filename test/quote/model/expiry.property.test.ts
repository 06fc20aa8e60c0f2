import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfDay, startOfDay } from '../../../src/quote/model/expiry.js'
import { isDate } from '../../../src/validation/times.js'

const dayMs = 86_400_000

/** Zones with every kind of change: none, at midnight, by half an hour, across the date line. */
const timeZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
]

const formatters = new Map(
  timeZones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone })]),
)

/** Returns the local date in another way than the code under test does. */
const localDate = (time: number, timeZone: string) => formatters.get(timeZone)?.format(time) ?? ''

const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)
const days = fc.integer({
  min: Date.parse('1970-01-03') / dayMs,
  max: Date.parse('2099-12-31') / dayMs,
})

it('endOfDay is the first instant on a later day, in every zone', () => {
  fc.assert(
    fc.property(days.map(toDate), fc.constantFrom(...timeZones), (date, timeZone) => {
      const end = endOfDay(date, timeZone)
      expect(localDate(end, timeZone) > date).toBe(true)
      expect(localDate(end - 1, timeZone) <= date).toBe(true)
    }),
  )
})

it('startOfDay is the first instant of its day, unless the zone has skipped it', () => {
  // Samoa went from 29 to 31 December 2011.
  fc.assert(
    fc.property(days.map(toDate), fc.constantFrom(...timeZones), (date, timeZone) => {
      const start = startOfDay(date, timeZone)
      expect(localDate(start - 1, timeZone) < date).toBe(true)
      if (start === endOfDay(date, timeZone)) expect(localDate(start, timeZone) > date).toBe(true)
      else expect(localDate(start, timeZone)).toBe(date)
    }),
    { examples: [['2011-12-30', 'Pacific/Apia']] },
  )
})

it('endOfDay never decreases from one day to the next', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...timeZones), (day, timeZone) => {
      const length = endOfDay(toDate(day + 1), timeZone) - endOfDay(toDate(day), timeZone)
      expect(length).toBeGreaterThanOrEqual(0)
      expect(length).toBeLessThanOrEqual(2 * dayMs)
    }),
  )
})

it('isDate accepts the dates of the calendar, and no other', () => {
  const part = (max: number, digits: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'))
  fc.assert(
    fc.property(part(9_999, 4), part(13, 2), part(32, 2), (year, month, day) => {
      const value = `${year}-${month}-${day}`
      const time = Date.parse(`${value}T00:00:00Z`)
      const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
      expect(isDate(value)).toBe(isReal && year >= '1000')
    }),
  )
})
