import { type FieldErrors, isQuoteError } from '../../../errors.js'
import { toProblem } from '../../../http/problem-details.js'
import { reportError } from '../../../http/report-error.js'
import type { DeskCall } from '../../desk-call.js'

/** Why the engine rejected a form that is shown again. */
export interface Rejected {
  readonly errors: FieldErrors
  readonly status: number
}

/**
 * Returns what a form that is shown again says about an error of the engine.
 *
 * @throws Every error that is none of the engine, and `not_permitted`, which has a page of its own
 */
export async function toRejected({ options, c }: DeskCall, error: unknown): Promise<Rejected> {
  if (!isQuoteError(error) || error.code === 'not_permitted') throw error
  const { status, body } = toProblem(error)
  if (status >= 500) reportError(options.onError, error, c.req.raw)
  if (error.code === 'invalid_request') return { errors: error.details.errors, status }
  return { errors: { '': `${body.detail}. Nothing was stored; try again.` }, status }
}
