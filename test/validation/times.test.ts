import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isDate, isTime, maxTime, toIsoTime } from '../../src/validation/times.js'

const none = [maxTime + 1, -maxTime - 1, Number.MAX_SAFE_INTEGER, Number.NaN, Infinity, 1.5]

describe('isTime', () => {
  it.each([0, 1, -1, maxTime, -maxTime])('is true for %d', (time) => {
    expect(isTime(time)).toBe(true)
  })

  it.each([...none, '0', null, undefined, {}, 0n])('is false for %s', (value) => {
    expect(isTime(value)).toBe(false)
  })
})

describe('toIsoTime', () => {
  it('writes a time in UTC', () => {
    expect(toIsoTime(0)).toBe('1970-01-01T00:00:00.000Z')
    expect(toIsoTime(maxTime)).toBe('+275760-09-13T00:00:00.000Z')
  })

  it.each(none)('writes %d as it is', (time) => {
    expect(toIsoTime(time)).toBe(String(time))
  })
})

/** Where a number may become a date: each of them checks it, or has made it itself. */
const checked: readonly string[] = [
  'src/validation/times.ts',
  'src/document/model/formats.ts',
  'src/document/ubl/create-ubl-quotation.ts',
  // `toJSON` throws for no date.
  'src/errors/error-messages.ts',
  // Checks its results, and gets times that were accepted.
  'src/quote/model/expiry.ts',
  // The schema of its input has the range.
  'src/pdf/template/create-inputs.ts',
  // Of a date that the list has checked.
  'src/desk/parts/changes.ts',
  // Of times that its caller has checked, and of now.
  'src/desk/list/near-times.ts',
  'src/desk/list/list-page.ts',
  // Of months that are checked.
  'src/desk/insight/figures.ts',
  // Checks the end of an offer, and when it was sent.
  'src/mail/subject.ts',
  // In an example.
  'src/mail/mailer.ts',
]

describe('every number that becomes a date', () => {
  it('is checked: in these modules and no other', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    const paths = files.filter((path) => path.endsWith('.ts')).map((path) => `src/${path}`)
    const making = paths.filter((path) =>
      /new Date\(|toISOString|DateTimeFormat/.test(readFileSync(path, 'utf8')),
    )
    expect(making.toSorted()).toEqual(checked.toSorted())
  })
})

describe('isDate', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])(
    'accepts %s',
    (date) => expect(isDate(date)).toBe(true),
  )

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '0999-01-01',
    '0000-01-01',
    '10000-01-01',
    '-2026-01-01',
    '2026-12-31T00:00:00Z',
    '2026-12-31\n',
    ' 2026-12-31',
    '٢٠٢٦-١٢-٣١',
    '20261231',
    '',
    20_261_231,
    null,
    undefined,
    ['2026-12-31'],
    { toString: () => '2026-12-31' },
  ])('rejects %j', (value) => expect(isDate(value)).toBe(false))
})
