import { describe, expect, it } from 'vitest'
import { billingText } from '../../../src/document/model/billing-text.js'
import { parseDocumentOptions } from '../../../src/document/model/document-options.js'
import type { Billing } from '../../../src/quote/model/pricing-fields.js'

const textOf = (locale: string, billing: Billing) =>
  billingText(billing, parseDocumentOptions({ locale })).replaceAll(/[\u00a0\u202f]/g, ' ')

const month: Billing = { interval: 'month' }
const quarter: Billing = { interval: 'month', count: 3, cycles: 12 }

describe('billingText', () => {
  it.each([
    ['en', 'per month', 'every 3 months, 12 times', 'per year, 1 time'],
    ['de-CH', 'pro Monat', 'alle 3 Monate, 12-mal', 'pro Jahr, 1-mal'],
    ['fr', 'par mois', 'par période de 3 mois, 12 fois', 'par an, 1 fois'],
    ['zh', '每月', '每3个月，共 12 次', '每年，共 1 次'],
    ['ja', '毎月', '3 か月ごと、全 12 回', '毎年、全 1 回'],
    ['ar', 'شهريًا', 'كل 3 أشهر، عدد الدفعات: 12', 'سنويًا، عدد الدفعات: 1'],
  ])('says when a line is charged again, in %s', (locale, each, every, once) => {
    expect(textOf(locale, month)).toBe(each)
    expect(textOf(locale, quarter)).toBe(every)
    expect(textOf(locale, { interval: 'year', cycles: 1 })).toBe(once)
  })

  it.each([
    [2, 'day', 'كل يومين'],
    [2, 'week', 'كل أسبوعين'],
    [2, 'month', 'كل شهرين'],
    [2, 'year', 'كل سنتين'],
    [10, 'month', 'كل 10 أشهر'],
    [11, 'month', 'كل 11 شهرًا'],
    [100, 'month', 'كل 100 شهر'],
  ] as const)('has the cases and numbers of Arabic: %i × %s', (count, interval, text) => {
    expect(textOf('ar', { interval, count })).toBe(text)
  })

  it('counts in the language of the locale, also with words in English', () => {
    expect(textOf('en', { interval: 'week', count: 2, cycles: 1_000 })).toBe(
      'every 2 weeks, 1,000 times',
    )
    expect(textOf('nl', { interval: 'day', count: 30 })).toBe('every 30 dagen')
  })
})
