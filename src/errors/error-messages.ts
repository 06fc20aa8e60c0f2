import type {
  FieldErrors,
  PortErrorDetails,
  QuoteErrorCode,
  QuoteErrorDetails,
} from './error-details.js'
import { portMethods, portNames } from './operation-names.js'
import { readMessage } from './thrown.js'

type ErrorMessages = {
  readonly [C in QuoteErrorCode]: (details: QuoteErrorDetails[C], cause: unknown) => string
}

const portMessages = Object.fromEntries(
  portNames.flatMap((port) => {
    const name = `${port.charAt(0).toUpperCase()}${port.slice(1)}`
    const { remedy } = portMethods[port]
    const failed = ({ operation }: { readonly operation: string }, cause: unknown) =>
      `${name} failed in ${operation}${causeSuffix(cause)}${remedy}`
    const invalidResponse = ({ errors }: { readonly errors: FieldErrors }) =>
      `${name} returned an invalid response: ${formatFieldErrors(errors)}${remedy}`
    return [
      [`${port}_failed`, failed],
      [`${port}_invalid_response`, invalidResponse],
    ]
  }),
) as Pick<ErrorMessages, keyof PortErrorDetails>

/** The registry of codes. Programs read `details`; the message is for people who read a log. */
export const errorMessages: ErrorMessages = {
  invalid_request: ({ errors }) => `Invalid request: ${formatFieldErrors(errors)}`,
  invalid_context: ({ errors }) => `Invalid context: ${formatFieldErrors(errors)}`,
  invalid_options: ({ errors }) => `Invalid options: ${formatFieldErrors(errors)}`,
  quote_not_found: ({ quoteId }) =>
    quoteId === 'undefined'
      ? 'Quote not found: the quote id is undefined; pass the id as the second argument'
      : 'Quote not found in this store; check the quote id and the store id',
  version_not_found: () =>
    'Version not found: the quote has no such version, or did not exist at that time',
  record_not_found: ({ kind }) => `This store has no such ${kind}; check its id and the store id`,
  quote_locked: ({ status, possible }) =>
    `The quote is locked: its customer and lines cannot be changed while it is ${status}; ` +
    (possible.includes('reviseQuote') ? 'call reviseQuote first' : possibleOperations(possible)),
  invalid_transition: ({ operation, status, possible, reason }) =>
    reason === undefined
      ? `${operation} is not possible while the quote is ${status}; ${possibleOperations(possible)}`
      : `${operation} is not possible: ${reason}`,
  quote_expired: ({ expires }) =>
    `The offer expired at ${formatTime(expires)}; the seller can make a new one with reviseQuote ` +
    'and sendQuote',
  approval_required: ({ requirements }) =>
    requirements.length === 0
      ? 'The quote must be approved before it is sent'
      : `The quote must be approved before it is sent: ${formatApprovals(requirements)}; ` +
        'call requestApproval, and approveQuote by who may approve it',
  offer_mismatch: ({ currentRevision, currentSeal }) =>
    `Offer mismatch: the current offer is revision ${currentRevision} with the seal ` +
    `${String(currentSeal).slice(0, 8)}…; reload the quote and show it to the customer before it ` +
    'is accepted',
  total_changed: ({ total }) =>
    `The total is ${total}, and not what the customer has seen; show it before it is accepted`,
  order_rejected: ({ reason, orderKey, openAttempts }) =>
    openAttempts === undefined
      ? `The order was rejected: ${reason}; the quote is still accepted, so retry, or call cancelQuote`
      : `The order was rejected: ${reason}; but ${openAttempts} other ` +
        `${openAttempts === 1 ? 'attempt has' : 'attempts have'} no known outcome, so an order may ` +
        'exist: call orderQuote again, or say with order_key what your order system has for the ' +
        `key ${orderKey}`,
  tax_rejected: ({ reason }) =>
    `The taxes cannot be priced: ${reason}; correct the quote, and retry`,
  ...portMessages,
  not_permitted: ({ operation, reason }) => `${operation} is not permitted: ${reason}`,
  version_mismatch: ({ expectedVersion, currentVersion }) =>
    `Version mismatch: expected version ${expectedVersion}, but the quote is at version ` +
    `${currentVersion}; reload the quote and retry`,
  idempotency_key_reused: () =>
    'Idempotency key was already used for a different request; send a new key with a new request',
  conflict: ({ attempts }) =>
    `Gave up after ${attempts} conflicting attempts; nothing was stored, so retry later`,
  storage_failed: ({ operation }, cause) => `Storage failed in ${operation}${causeSuffix(cause)}`,
  transaction_failed: ({ operation }, cause) =>
    `Storage failed in ${operation} inside your transaction; roll it back and run all of it ` +
    `again${causeSuffix(cause)}`,
  storage_invalid_response: ({ operation, errors }) =>
    `Storage returned an invalid response for ${operation}: ${formatFieldErrors(errors)}`,
  store_frozen: () =>
    'The store is being moved to another storage, or was moved; nothing was stored, so retry, and ' +
    'check that this process uses the new storage',
  move_failed: ({ reason }) => `The store cannot be moved: ${reason}`,
  storage_schema_mismatch: ({ found, supported }) =>
    `Database schema mismatch: found ${found}; this release of quotewright requires ${supported}`,
  storage_permission_denied: ({ requiredPrivileges }) =>
    `Database permission denied; required: ${requiredPrivileges}`,
  timeout: ({ operation, timeoutMs, inTransaction, lockedByHost }) => {
    const timedOut = `${operation} timed out after ${timeoutMs} ms`
    if (inTransaction)
      return (
        `${timedOut} inside your transaction, probably because it waits for another connection of ` +
        'your pool, which the transactions hold: run its queries on call.client, or on another pool'
      )
    if (lockedByHost)
      return (
        `${timedOut}, probably because it waits for a transaction of yours that has written this ` +
        'store: inside it, call engine.using(client) only, and end it soon'
      )
    return `${timedOut}; retry, or raise timeoutMs`
  },
  aborted: () => 'Aborted by the caller',
  engine_closed: () => 'The engine is closed; create a new engine',
  pdf_failed: ({ reason }) => `The PDF file could not be created: ${reason}`,
  callback_failed: ({ option }, cause) => `Option ${option} failed${causeSuffix(cause)}`,
}

/** Never throws: what is stored must be shown, also a time that no `Date` can hold. */
function formatTime(time: number): string {
  return new Date(time).toJSON() ?? String(time)
}

function possibleOperations(possible: readonly string[]): string {
  return possible.length === 0
    ? 'no change of status is possible'
    : `possible: ${possible.join(', ')}`
}

function formatApprovals(
  requirements: QuoteErrorDetails['approval_required']['requirements'],
): string {
  const listed = requirements
    .slice(0, maxListedErrors)
    .map(({ label, by, status }) => `${label} (${by === undefined ? status : `${status}, ${by}`})`)
  const rest = requirements.length - listed.length
  return rest > 0 ? `${listed.join('; ')}; and ${rest} more` : listed.join('; ')
}

const maxListedErrors = 5

function formatFieldErrors(errors: FieldErrors): string {
  const entries = Object.entries(errors)
  const listed = entries
    .slice(0, maxListedErrors)
    .map(([path, message]) => (path === '' ? message : `${path} ${message}`))
  const rest = entries.length - listed.length
  return rest > 0 ? `${listed.join('; ')}; and ${rest} more` : listed.join('; ')
}

const maxCauseLength = 200

/** Returns `: <message of the cause>`, or an empty string if the cause has no message. */
function causeSuffix(cause: unknown): string {
  const message = readMessage(cause)
  if (message === undefined || message === '') return ''
  const shown = message.slice(0, maxCauseLength).toWellFormed()
  return `: ${shown}${message.length > maxCauseLength ? '…' : ''}`
}
