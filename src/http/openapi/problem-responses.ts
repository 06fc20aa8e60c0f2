import { type ProblemCode, statusOf } from '../problem-details.js'
import {
  isCommand,
  type ServedRoute,
  takesIdempotencyKey,
  takesIfMatch,
  versionedParameter,
} from '../routes/route.js'

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const header = (description: string) => ({ description, schema: { type: 'string' } })

/** The responses to errors, by status. */
const problems = {
  400: {
    description: 'Invalid JSON or UTF-8, an incomplete body, or an invalid Idempotency-Key',
  },
  401: {
    description: 'Missing or invalid credentials',
    headers: { 'WWW-Authenticate': header('How to authenticate') },
  },
  403: { description: 'Not permitted; the reason is in `detail`' },
  404: { description: 'The store has no such quote or template, or the quote no such version' },
  409: {
    description:
      'Not possible in this status, the quote is locked, its offer has expired or is another one, ' +
      'or its order was rejected; or too many conflicts with other writers',
  },
  412: { description: 'If-Match is not the current version' },
  413: { description: 'The body is too large' },
  415: { description: 'The body is not application/json' },
  422: {
    description:
      'An invalid request, with a message for each field or parameter in `errors`; or an ' +
      'Idempotency-Key that was used for a different request',
  },
  429: {
    description: 'Too many requests',
    headers: { 'Retry-After': header('Seconds to wait') },
  },
  500: { description: 'An error of the server' },
  502: { description: 'The storage, the catalog or the orders returned an invalid response' },
  503: { description: 'The storage, the catalog or the orders are unavailable' },
} as const

/** Returns the responses of the document that operations refer to. */
export function problemComponents(): Readonly<Record<string, object>> {
  const entries = Object.entries(problems).map(([status, response]) => [
    `Problem${status}`,
    { ...response, content: problemContent },
  ])
  return Object.fromEntries(entries)
}

/** What every operation can reject with, or the HTTP adapter before it is called. */
const commonCodes: readonly ProblemCode[] = [
  'unauthorized',
  'too_many_requests',
  'internal_error',
  'invalid_context',
  'invalid_options',
  'invalid_request',
  'not_permitted',
  'callback_failed',
  'storage_failed',
  'storage_invalid_response',
  'storage_schema_mismatch',
  'storage_permission_denied',
  'store_frozen',
  'transaction_failed',
  'timeout',
  'aborted',
  'engine_closed',
]

/** Returns the codes of the errors that an operation can have: its own, and those of its route. */
export function problemCodes({ route, errors = [] }: ServedRoute): readonly ProblemCode[] {
  const parameter = versionedParameter(route)
  const ofRoute: readonly (readonly [isPossible: boolean, codes: readonly ProblemCode[]])[] = [
    [parameter === 'quoteId', ['quote_not_found']],
    [parameter === 'templateId', ['record_not_found']],
    [isCommand(route), ['invalid_json', 'conflict']],
    [takesIfMatch(route), ['version_mismatch']],
    [takesIdempotencyKey(route), ['invalid_idempotency_key', 'idempotency_key_reused']],
    [route.body !== undefined, ['payload_too_large', 'unsupported_media_type']],
  ]
  const possible = ofRoute.flatMap(([isPossible, codes]) => (isPossible ? codes : []))
  return [...new Set([...commonCodes, ...possible, ...errors])]
}

/** Returns the responses to the errors that an operation can have, by status. */
export function problemResponses(operation: ServedRoute): Readonly<Record<string, object>> {
  const statuses = new Set(problemCodes(operation).map(statusOf))
  const described = Object.keys(problems).filter((status) => statuses.has(Number(status)))
  return Object.fromEntries(
    described.map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
}
