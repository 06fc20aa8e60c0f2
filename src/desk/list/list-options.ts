import type { ListOrder, ListQuotesOptions } from '../../engine/operations/quotes/list-quotes.js'
import type { FieldErrors } from '../../errors.js'
import { endOfDay, isDate } from '../../quote/lifecycle/expiry.js'
import type { ListQuery } from './list-query.js'

/** The options of `listQuotes`, and the errors of fields that the engine does not know. */
export interface ListRequest {
  readonly options: ListQuotesOptions
  readonly errors: FieldErrors
}

const dateMessage = 'must be a day in the form YYYY-MM-DD'

/** Returns the options that list the quotes of a query. Days are days in the time zone. */
export function toListRequest(query: ListQuery, timeZone: string): ListRequest {
  const { text, status, tag, owner, from, to, order, deleted, after } = query
  const { customer_id: customerId } = query
  const errors = dateErrors(query)
  const hasDates = Object.keys(errors).length === 0 && (from !== '' || to !== '')
  const options: ListQuotesOptions = {
    ...(text !== '' && { text }),
    ...(status.length > 0 && { status }),
    ...(tag !== '' && { tag }),
    ...(owner !== '' && { owner }),
    ...(customerId !== '' && { customerId }),
    ...(hasDates && { created: getRange(from, to, timeZone) }),
    // The engine rejects what is no order.
    ...(order !== '' && { order: order as ListOrder }),
    ...(deleted !== '' && { deleted: true }),
    ...(after !== '' && { after }),
  }
  return { options, errors }
}

function dateErrors({ from, to }: ListQuery): FieldErrors {
  const isFrom = from === '' || isDate(from)
  const isTo = to === '' || isDate(to)
  const isReversed = isFrom && isTo && from !== '' && to !== '' && to < from
  return {
    ...(!isFrom && { from: dateMessage }),
    ...(!isTo && { to: dateMessage }),
    ...(isReversed && { to: 'must not be before the first day' }),
  }
}

function getRange(from: string, to: string, timeZone: string) {
  return {
    ...(from !== '' && { from: endOfDay(dayBefore(from), timeZone) }),
    ...(to !== '' && { to: endOfDay(to, timeZone) }),
  }
}

const dayMs = 86_400_000

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - dayMs).toISOString().slice(0, date.length)
}

/** Returns the errors of the engine by the names of the fields: `status` for `status[0]`. */
export function fieldErrorsOf(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [
      path.replace(/[.[].*$/, '').replace('customerId', 'customer_id'),
      message,
    ]),
  )
}
