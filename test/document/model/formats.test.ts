import { describe, expect, it } from 'vitest'
import { getFormats, lastTime, takenOff } from '../../../src/document/model/formats.js'

const english = getFormats('en', 'UTC')
const day = Date.parse('2026-11-23T00:00:00Z')

describe('getFormats', () => {
  it.each([
    ['1234.50', 'EUR', '€1,234.50'],
    ['1234', 'JPY', '¥1,234'],
    ['-0.10', undefined, '-0.10'],
    ['0.0875', 'EUR', '€0.0875'],
    ['90071992547409931.25', undefined, '90,071,992,547,409,931.25'],
  ])('money: %s %s is %s, exactly', (amount, currency, shown) => {
    expect(english.money(amount, currency)).toBe(shown)
  })

  it('percent and number: without zeros at the end', () => {
    expect([english.percent('12.50'), english.percent('0.0025')]).toEqual(['12.5%', '0.0025%'])
    expect([english.number(1250), english.number(0.125)]).toEqual(['1,250', '0.125'])
  })

  it('duration: with the word for its number', () => {
    const shown = [1, 3, 1_000].map((count) => english.duration(count, 'month'))
    expect(shown).toEqual(['1 month', '3 months', '1,000 months'])
    expect(getFormats('ar', 'UTC').duration(2, 'year')).toBe('سنتان')
  })

  it('date: in the time zone, and as a number if no Date can hold it', () => {
    const tokyo = getFormats('en', 'Asia/Tokyo')
    expect(english.date(day - 1)).toBe('November 22, 2026')
    expect(tokyo.date(day - 1)).toBe('November 23, 2026')
    expect(english.date(8.64e15 + 1)).toBe('8640000000000001')
  })

  it('returns the same formats for the same locale and time zone', () => {
    expect(getFormats('en', 'UTC')).toBe(english)
    expect(() => getFormats('en', 'Mars')).toThrow(RangeError)
  })
})

describe('takenOff', () => {
  it('has the other sign, and nothing has none', () => {
    expect(['0.01', '-0.01', '0.00'].map(takenOff)).toEqual(['-0.01', '0.01', '0.00'])
  })
})

describe('lastTime', () => {
  it('is the last valid day of an offer that ends with it', () => {
    expect(lastTime(day, english)).toBe('November 22, 2026')
  })

  it('is a day and time if the offer ends within a day, or if the day ends elsewhere', () => {
    expect(lastTime(day + 1, english)).toContain('Nov 23, 2026')
    expect(lastTime(day, getFormats('en', 'Europe/Berlin'))).toContain('Nov 23, 2026')
  })
})
