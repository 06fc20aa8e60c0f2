import { type FieldErrors, isQuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import type { Form } from '../../pages/forms/form.js'
import { reportError } from '../../pages/report-error.js'
import type { DeskCall, ProcessForm } from '../desk-call.js'
import { actionPage } from './action-page.js'
import { fieldName } from './actions/action-form.js'
import { explainError } from './actions/explain-error.js'
import type { ActionName } from './actions/possible-actions.js'
import { runAction, type SentAction } from './actions/run-action.js'
import { conflictPage } from './conflict-page.js'

/** Returns the function that processes the form of an action. */
export function processAction(name: ActionName): ProcessForm {
  return async (call, form) => {
    const sent = { name, quoteId: call.param('quoteId'), form }
    try {
      return await runAction(call, sent)
    } catch (error) {
      return respondToError(call, sent, error)
    }
  }
}

/** Shows what happened, and what can be done with the quote as it is now. */
export async function respondToError(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
  error: unknown,
): Promise<Response> {
  const { engine, user, formats, options } = call
  if (isQuoteError(error) && error.code === 'version_mismatch')
    return conflictPage(call, { name, quoteId, form }, error.details.expectedVersion)
  const message = explainError(error, name, formats)
  if (message === undefined) throw error
  const view = await engine.getQuote(user, quoteId)
  const status = statusOf(error, name)
  if (status >= 500) reportError(options.onError, error, call.c.req.raw)
  const errors = errorsOfFields(error, name, form)
  return actionPage(call, { view, failed: { name, form, message, errors } }, status)
}

/** A shop without taxes is no failure of the server. */
function statusOf(error: unknown, name: ActionName): number {
  const { status, body } = toProblem(error)
  return name === 'price-taxes' && body.code === 'invalid_options' ? 409 : status
}

/** Returns the errors by the names of the fields of the form. */
function errorsOfFields(error: unknown, name: ActionName, form: Form): FieldErrors {
  const errors = Object.entries(toProblem(error).body.errors)
  return Object.fromEntries(
    errors.map(([path, message]) => {
      const fullName = fieldName(name, path)
      const isMissingOrder = fullName === 'order.order_id' && form.get(fullName) === ''
      return [
        path === 'expectedVersion' || path === '' ? path : fullName,
        isMissingOrder ? 'is required, because this shop places no orders by itself' : message,
      ]
    }),
  )
}
