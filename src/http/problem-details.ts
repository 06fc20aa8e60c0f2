import { type FieldErrors, isQuoteError, type QuoteErrorCode } from '../errors.js'

/** A refusal in the form of RFC 9457, ready to be sent. */
export interface Problem {
  readonly status: number
  readonly code: QuoteErrorCode | HttpProblemCode
  readonly title: string
  readonly detail: string
  /** Messages by the path of the field they speak of; empty where no field is to blame. */
  readonly errors: FieldErrors
  readonly headers: Readonly<Record<string, string>>
}

/** What can be wrong with a request before the engine sees it, or with a host beside it. */
const httpProblems = {
  invalid_json: [400, 'Invalid JSON'],
  incomplete_body: [400, 'Incomplete body'],
  invalid_idempotency_key: [400, 'Invalid idempotency key'],
  unauthorized: [401, 'Unauthorized'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  precondition_failed: [412, 'Precondition failed'],
  payload_too_large: [413, 'Payload too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  too_many_requests: [429, 'Too many requests'],
  internal_error: [500, 'Internal error'],
  authentication_failed: [503, 'Authentication unavailable'],
  rate_limit_failed: [503, 'Rate limit unavailable'],
} as const satisfies Record<string, readonly [status: number, title: string]>

export type HttpProblemCode = keyof typeof httpProblems

/** Every code of the engine has its status here; the engine itself knows none. */
const engineProblems: Record<QuoteErrorCode, readonly [status: number, title: string]> = {
  invalid_request: [422, 'Invalid request'],
  invalid_context: [500, 'Invalid context'],
  invalid_options: [500, 'Invalid options'],
  quote_not_found: [404, 'Quote not found'],
  version_not_found: [404, 'Version not found'],
  version_mismatch: [412, 'Version mismatch'],
  idempotency_key_reused: [422, 'Idempotency key reused'],
  conflict: [409, 'Too many conflicts'],
  catalog_failed: [503, 'Catalog unavailable'],
  catalog_invalid_response: [502, 'Catalog answer unusable'],
  storage_failed: [503, 'Storage unavailable'],
  storage_invalid_response: [502, 'Storage answer unusable'],
  storage_schema_mismatch: [503, 'Storage schema unsupported'],
  storage_permission_denied: [503, 'Storage unavailable'],
  timeout: [503, 'No answer in time'],
  aborted: [499, 'Client closed request'],
  engine_closed: [503, 'Shutting down'],
  callback_failed: [500, 'Internal error'],
}

/** Carries a problem from wherever it is found to the one place that answers it. */
export class HttpProblem extends Error {
  readonly problem: Problem

  constructor(
    code: HttpProblemCode,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.name = 'HttpProblem'
    const [status, title] = httpProblems[code]
    this.problem = { status, code, title, detail, errors: {}, headers }
  }
}

/** What nobody foresaw, whatever was thrown. */
export function internalError(cause: unknown): HttpProblem {
  return new HttpProblem('internal_error', 'Something went wrong on the server', {}, { cause })
}

/** The problem that an error is to a client. What the server alone should know (causes, stacks, other ports' words) stays out. */
export function toProblem(error: unknown): Problem {
  if (error instanceof HttpProblem) return error.problem
  if (!isQuoteError(error)) return internalError(error).problem
  const [status, title] = engineProblems[error.code]
  const isCallers = status < 500
  return {
    status,
    code: error.code,
    title,
    detail: isCallers ? error.message : title,
    errors: isCallers && 'errors' in error.details ? error.details.errors : {},
    headers: {},
  }
}

export function problemResponse({
  status,
  code,
  title,
  detail,
  errors,
  headers,
}: Problem): Response {
  const type = `urn:quotewright:problem:${code}`
  const body = { type, title, status, detail, code, errors, success: false }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    },
  })
}
