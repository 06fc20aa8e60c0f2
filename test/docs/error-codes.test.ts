import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toProblem } from '../../src/http/problem-details.js'
import { QuoteError, type QuoteErrorCode, quoteErrorCodes } from '../../src/index.js'

/** Enough details for the message of any code. */
const details = { errors: {}, possible: [], requirements: [], expires: 0, currentSeal: '' } as never

const statusOf = (code: QuoteErrorCode) => toProblem(new QuoteError(code, details)).status

it('docs/errors.md has a row for every code, with its HTTP status', () => {
  const [tables = ''] = readFileSync('docs/errors.md', 'utf8').split('## HTTP codes')
  const rows = [...tables.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)]
  expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(
    Object.fromEntries(quoteErrorCodes.map((code) => [code, statusOf(code)])),
  )
})
