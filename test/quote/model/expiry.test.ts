import { describe, expect, it } from 'vitest'
import { endOfDay, isTimeZone, localDate, statusAt } from '../../../src/quote/model/expiry.js'

describe('statusAt', () => {
  it.each([
    [999, 'sent'],
    [1_000, 'expired'],
    [1_001, 'expired'],
  ])('at %i of an offer that expires at 1,000 is %s', (now, status) => {
    expect(statusAt({ status: 'sent', expires: 1_000 }, now)).toBe(status)
  })

  it('of an offer without an expiry is always sent', () => {
    expect(statusAt({ status: 'sent' }, Number.MAX_SAFE_INTEGER)).toBe('sent')
  })

  it('is the stored one unless the quote is sent', () => {
    for (const status of [
      'new',
      'draft',
      'accepted',
      'declined',
      'canceled',
      'ordered',
      'own',
    ] as never[])
      expect(statusAt({ status, expires: 1_000 }, 2_000)).toBe(status)
  })
})

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Etc/GMT+12', 'America/Argentina/Buenos_Aires'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each(['', 'Berlin', 'Europe/Atlantis', 'UTC\0', '__proto__', 1, null, undefined, {}])(
    'rejects %j',
    (value) => expect(isTimeZone(value)).toBe(false),
  )
})

describe('endOfDay', () => {
  it.each([
    ['2026-01-15', 'UTC', '2026-01-16T00:00:00Z', 'a day of UTC'],
    ['2026-01-15', 'Europe/Berlin', '2026-01-15T23:00:00Z', 'a day in winter'],
    ['2026-07-15', 'Europe/Berlin', '2026-07-15T22:00:00Z', 'a day in summer'],
    ['2026-03-28', 'Europe/Berlin', '2026-03-28T23:00:00Z', 'the day before summer time begins'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00Z', 'a day of 23 hours'],
    ['2026-10-24', 'Europe/Berlin', '2026-10-24T22:00:00Z', 'the day before summer time ends'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T23:00:00Z', 'a day of 25 hours'],
    ['2026-03-08', 'America/New_York', '2026-03-09T04:00:00Z', 'a day of 23 hours'],
    ['2026-11-01', 'America/New_York', '2026-11-02T05:00:00Z', 'a day of 25 hours'],
    ['2024-02-28', 'UTC', '2024-02-29T00:00:00Z', 'the day before a leap day'],
    ['2024-02-29', 'UTC', '2024-03-01T00:00:00Z', 'a leap day'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00Z', 'UTC+14'],
    ['2026-12-31', 'Etc/GMT+12', '2027-01-01T12:00:00Z', 'UTC-12'],
    ['2026-12-31', 'Asia/Kathmandu', '2026-12-31T18:15:00Z', 'UTC+5:45'],
    // Midnight does not exist where the clocks go forward at midnight: the day begins at 01:00.
    ['2022-10-01', 'America/Asuncion', '2022-10-02T04:00:00Z', 'no midnight after it'],
    ['2022-09-10', 'America/Santiago', '2022-09-11T04:00:00Z', 'no midnight after it'],
    ['2022-03-26', 'Asia/Beirut', '2022-03-26T22:00:00Z', 'no midnight after it'],
    ['2024-04-25', 'Africa/Cairo', '2024-04-25T22:00:00Z', 'no midnight after it'],
    // The clocks go back from midnight to 23:00, so that the day has 25 hours.
    ['2022-04-02', 'America/Santiago', '2022-04-03T04:00:00Z', 'a second 23:00'],
    ['2022-10-29', 'Asia/Beirut', '2022-10-29T22:00:00Z', 'a second 23:00'],
    ['2024-10-31', 'Africa/Cairo', '2024-10-31T22:00:00Z', 'a second 23:00'],
    // Samoa went from 29 to 31 December 2011.
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00Z', 'the day before a skipped day'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00Z', 'a skipped day'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-31T10:00:00Z', 'the day after a skipped day'],
  ])('%s in %s ends at %s: %s', (date, timeZone, expected) => {
    expect(new Date(endOfDay(date, timeZone)).toISOString()).toBe(new Date(expected).toISOString())
  })

  it('is the first and the last date that isDate accepts, too', () => {
    expect(endOfDay('1000-01-01', 'UTC')).toBe(Date.parse('1000-01-02T00:00:00Z'))
    expect(endOfDay('9999-12-31', 'UTC')).toBe(Date.parse('+010000-01-01T00:00:00Z'))
  })
})

describe('localDate', () => {
  it.each([
    ['2026-11-22T23:30:00Z', 'UTC', '2026-11-22'],
    ['2026-11-22T23:30:00Z', 'Europe/Berlin', '2026-11-23'],
    ['2026-11-22T04:30:00Z', 'America/New_York', '2026-11-21'],
    ['0099-01-02T00:00:00Z', 'UTC', '0099-01-02'],
    ['+012026-11-22T00:00:00Z', 'UTC', '12026-11-22'],
  ])('of %s in %s is %s', (time, timeZone, date) => {
    expect(localDate(Date.parse(time), timeZone)).toBe(date)
  })
})
