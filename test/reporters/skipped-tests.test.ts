import { describe, expect, it } from 'vitest'
import { skippedLines, skipReason } from './skipped-tests.js'

describe('the list of skipped tests', () => {
  it('is empty if all have run', () => {
    expect(skippedLines([])).toEqual([])
  })

  it('has a reason once, with what to do about it and the files', () => {
    const reason = 'QUOTEWRIGHT_POSTGRES_URL is not set'
    const lines = skippedLines([
      { file: 'a.test.ts', subject: 'on a server', reason },
      { file: 'a.test.ts', subject: 'on a server', reason },
      { file: 'b.test.ts', subject: 'three', reason: 'needs Node 22.13' },
      { file: 'b.test.ts', subject: 'four', reason: undefined },
    ])
    expect(lines).toEqual([
      'Skipped: 4 tests that cannot run here',
      '  QUOTEWRIGHT_POSTGRES_URL is not set: 2 tests',
      expect.stringContaining('Set QUOTEWRIGHT_POSTGRES_URL'),
      '    a.test.ts > on a server',
      '  needs Node 22.13: 1 test',
      '    b.test.ts > three',
      '  no reason given: 1 test',
      '    b.test.ts > four',
    ])
  })
})

describe('the reason of a skipped test', () => {
  it.each([
    [['on a server (no address)', 'a test'], 'on a server', 'no address'],
    [['on a server (no address) rejects', 'a test'], 'on a server rejects', 'no address'],
    [['on PGlite (here)', 'a test (in CI only)'], 'a test', 'in CI only'],
    [['on a server (no address)', 'exactly (case, accents)'], 'on a server', 'no address'],
    [['on PGlite (here)', 'a test'], 'on PGlite (here) > a test', undefined],
  ])('in %j', (names, subject, reason) => {
    expect(skipReason(names)).toEqual({ subject, reason })
  })
})
