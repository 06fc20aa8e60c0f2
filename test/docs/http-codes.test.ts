import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ProblemCode } from '../../src/http/problem-details.js'
import type { QuoteErrorCode } from '../../src/index.js'

/** The HTTP status of each code that only responses have; the type check finds missing codes. */
const statuses: Record<Exclude<ProblemCode, QuoteErrorCode>, number> = {
  invalid_json: 400,
  incomplete_body: 400,
  invalid_idempotency_key: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  body_already_read: 500,
  authentication_failed: 503,
  rate_limit_failed: 503,
}

it('docs/errors.md lists every HTTP code with its status', () => {
  const [, section = ''] = readFileSync('docs/errors.md', 'utf8').split('## HTTP codes')
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)]
  expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(
    statuses,
  )
})
