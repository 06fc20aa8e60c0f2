import * as z from 'zod'
import { isDate } from '../../../quote/lifecycle/expiry.js'
import { maxNameLength, maxReasonLength, shortString } from '../../../quote/lifecycle-fields.js'
import { received, requiredOr } from '../../../validation/schemas/scalars.js'
import { isTime } from '../../../validation/times.js'

// Schemas that requests of several operations share. A request can be absent.

const mustBeObject = { error: requiredOr('must be an object') }

/** Creates the schema of a request with these fields, which is `{}` if it is absent. */
export function requestSchema<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields, mustBeObject)
}

/** Accepts the reason of a change. */
export const reason = shortString(maxReasonLength).describe(
  `Why: 1 to ${maxReasonLength} characters`,
)

/** Accepts a name or a reference. */
export const name = shortString(maxNameLength)

/** Accepts a time in milliseconds, or a date. */
export const expires = z
  .custom<number | string>((value) => isTime(value) || isDate(value), {
    error: received('must be an integer in milliseconds, or a date such as 2026-12-31'),
  })
  .meta({
    description: 'When the offer expires: ms since the Unix epoch, or a date, at whose end it does',
    anyOf: [{ type: 'integer' }, { type: 'string', format: 'date' }],
  })

/** The request of an operation whose only field is an optional reason. */
export const optionalReasonRequest = requestSchema({ reason: reason.optional() })
