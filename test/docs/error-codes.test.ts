import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toProblem } from '../../src/http/problem-details.js'
import { QuoteError, type QuoteErrorCode, quoteErrorCodes } from '../../src/index.js'

/** Enough details for the message of any code. */
const details = { errors: {}, possible: [], requirements: [], expires: 0, currentSeal: '' } as never

const statusOf = (code: QuoteErrorCode) => toProblem(new QuoteError(code, details)).status

it('docs/errors.md has a section for every code, with its HTTP status', () => {
  const sections = readFileSync('docs/errors.md', 'utf8').split(/^### /m).slice(1)
  const documented = sections.map((section) => [
    /^`(\w+)`\n/.exec(section)?.[1],
    Number(/\bHTTP\s+(\d{3})\b/.exec(section)?.[1]),
  ])
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(quoteErrorCodes.map((code) => [code, statusOf(code)])),
  )
})
