import { isCommand, type ServedRoute, takesIfMatch, versionedParameter } from '../routes/route.js'

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

type ProblemStatus = keyof typeof problems

/** Returns the responses of the document that operations refer to. */
export function problemComponents(): Readonly<Record<string, object>> {
  const entries = Object.entries(problems).map(([status, response]) => [
    `Problem${status}`,
    { ...response, content: problemContent },
  ])
  return Object.fromEntries(entries)
}

/** Returns the responses to the errors that an operation can have, by status. */
export function problemResponses({ route }: ServedRoute): Readonly<Record<string, object>> {
  const hasBody = route.body !== undefined
  const statuses: readonly (readonly [ProblemStatus, isPossible: boolean])[] = [
    [400, isCommand(route)],
    [401, true],
    [403, true],
    [404, versionedParameter(route) !== undefined],
    [409, isCommand(route)],
    [412, takesIfMatch(route)],
    [413, hasBody],
    [415, hasBody],
    [422, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
  ]
  const possible = statuses.filter(([, isPossible]) => isPossible)
  return Object.fromEntries(
    possible.map(([status]) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
}
