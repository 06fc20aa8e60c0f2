import { portNames } from '../errors/operation-names.js'
import { isInstance } from '../errors/thrown.js'
import {
  type FieldErrors,
  isQuoteError,
  type PortErrorDetails,
  type QuoteErrorCode,
} from '../errors.js'

/** A response to an error, as RFC 9457 problem details. */
export interface Problem {
  /** HTTP status, 400 or above. */
  readonly status: number
  /** Response headers; `content-type` is `application/problem+json`. */
  readonly headers: Readonly<Record<string, string>>
  /** The value to send as JSON. */
  readonly body: ProblemBody
}

/** The JSON body of a {@link Problem}. */
export interface ProblemBody {
  /** `urn:quotewright:problem:<code>` */
  readonly type: string
  /** Short summary. The same for every problem of a code. */
  readonly title: string
  /** The HTTP status again. */
  readonly status: number
  /** What was wrong with this request. Hides the cause from status 500 on. */
  readonly detail: string
  /** The code for programs to switch on. */
  readonly code: ProblemCode
  /** Messages by field path; empty if the error concerns no field. */
  readonly errors: FieldErrors
  /** Always false. */
  readonly success: false
}

/** A code of the engine, or of the HTTP layer. */
export type ProblemCode = QuoteErrorCode | HttpProblemCode

type ProblemKind = readonly [status: number, title: string]

/** Problems of a request before it reaches the engine, and of the host's callbacks. */
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
  body_already_read: [500, 'Body already read'],
  authentication_failed: [503, 'Authentication unavailable'],
  rate_limit_failed: [503, 'Rate limit unavailable'],
} as const satisfies Record<string, ProblemKind>

export type HttpProblemCode = keyof typeof httpProblems

const portProblems = Object.fromEntries(
  portNames.flatMap((port): [string, ProblemKind][] => [
    [`${port}_failed`, [503, `${port.charAt(0).toUpperCase()}${port.slice(1)} unavailable`]],
    [`${port}_invalid_response`, [502, `Invalid ${port} response`]],
  ]),
) as Record<keyof PortErrorDetails, ProblemKind>

const engineProblems: Record<QuoteErrorCode, ProblemKind> = {
  invalid_request: [422, 'Invalid request'],
  invalid_context: [500, 'Invalid context'],
  invalid_options: [500, 'Invalid options'],
  quote_not_found: [404, 'Quote not found'],
  version_not_found: [404, 'Version not found'],
  record_not_found: [404, 'Not found in this store'],
  quote_locked: [409, 'Quote locked'],
  invalid_transition: [409, 'Not possible in this status'],
  quote_expired: [409, 'Offer expired'],
  approval_required: [409, 'Approval required'],
  offer_mismatch: [409, 'Not the current offer'],
  total_changed: [409, 'Another total'],
  order_rejected: [409, 'Order rejected'],
  tax_rejected: [422, 'Taxes rejected'],
  ...portProblems,
  not_permitted: [403, 'Not permitted'],
  version_mismatch: [412, 'Version mismatch'],
  idempotency_key_reused: [422, 'Idempotency key reused'],
  conflict: [409, 'Too many conflicts'],
  storage_failed: [503, 'Storage unavailable'],
  transaction_failed: [503, 'Storage unavailable'],
  storage_invalid_response: [502, 'Invalid storage response'],
  store_frozen: [503, 'Store being moved'],
  move_failed: [500, 'Store not moved'],
  storage_schema_mismatch: [503, 'Storage schema unsupported'],
  storage_permission_denied: [503, 'Storage unavailable'],
  timeout: [503, 'Timeout'],
  aborted: [499, 'Client closed request'],
  engine_closed: [503, 'Shutting down'],
  pdf_failed: [503, 'PDF unavailable'],
  callback_failed: [500, 'Internal error'],
}

/** An error with its response. */
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
    this.problem = createProblem({ status, code, title, detail, errors: {} }, headers)
  }
}

const allProblems: Record<ProblemCode, ProblemKind> = { ...httpProblems, ...engineProblems }

/** Returns the HTTP status of a code. */
export function statusOf(code: ProblemCode): number {
  return allProblems[code][0]
}

/** Returns the response to an unexpected error of any kind. */
export function internalError(cause: unknown): HttpProblem {
  return new HttpProblem('internal_error', 'Something went wrong on the server', {}, { cause })
}

/**
 * Returns the HTTP response to any thrown value, for hosts with controllers of their own. A
 * `QuoteError` gets the status of its code; everything else is a 500. Problems of 500 and
 * above say nothing of the cause, so log the error itself.
 *
 * @example
 * const { status, headers, body } = toProblem(error)
 * response.status(status).set(headers).json(body)
 */
export function toProblem(error: unknown): Problem {
  if (isInstance(error, HttpProblem)) return error.problem
  // An error of another version of the package may have a code that this version does not know.
  if (!isQuoteError(error) || !Object.hasOwn(engineProblems, error.code))
    return internalError(error).problem
  const [status, title] = engineProblems[error.code]
  const isClientError = status < 500
  return createProblem({
    status,
    code: error.code,
    title,
    detail: isClientError ? error.message : title,
    errors: isClientError ? fieldErrorsOf(error.details) : {},
  })
}

function fieldErrorsOf(details: object | undefined): FieldErrors {
  return details !== undefined && 'errors' in details ? (details.errors as FieldErrors) : {}
}

function createProblem(
  { status, code, title, detail, errors }: Omit<ProblemBody, 'type' | 'success'>,
  headers: Readonly<Record<string, string>> = {},
): Problem {
  const type = `urn:quotewright:problem:${code}`
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    },
    body: { type, title, status, detail, code, errors, success: false },
  }
}

export function problemResponse({ status, headers, body }: Problem): Response {
  return new Response(JSON.stringify(body), { status, headers })
}
