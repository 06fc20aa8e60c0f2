import type { QuoteCount } from '../../engine/operations/quotes/count-quotes.js'
import type { QuoteView } from '../../engine/operations/quotes/get-quote.js'
import type { ListQuotesOptions } from '../../engine/operations/quotes/list-quotes.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { StoreTags } from '../../store/tags.js'
import type { User } from '../../store/users-record.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { fieldErrorsOf, toListRequest } from './list-options.js'
import type { ListQuery } from './list-query.js'

/** The statuses by which quotes are found, in the order of their lives. */
export const listedStatuses = [
  'new',
  'draft',
  'sent',
  'expired',
  'revision_requested',
  'accepted',
  'ordered',
  'declined',
  'canceled',
] as const

/** What the page of the list shows. */
export interface QuoteList {
  /** Undefined if the query is invalid. */
  readonly page: { readonly items: readonly QuoteView[]; readonly next?: string } | undefined
  readonly errors: FieldErrors
  /** The number of quotes that the filters find, if the user may count them. */
  readonly found: QuoteCount | undefined
  /** The number of quotes in each status, without filters; empty if the user must not count. */
  readonly counts: ReadonlyMap<string, QuoteCount>
  readonly users: readonly User[]
  readonly tags: StoreTags
}

/** Loads a page of quotes, and what the filters offer, at the same time. */
export async function loadList(call: DeskCall, query: ListQuery): Promise<QuoteList> {
  const { engine, user, options } = call
  const { options: request, errors } = toListRequest(query, options.timeZone ?? 'UTC')
  const [listed, counts, users, tags] = await Promise.all([
    Object.keys(errors).length > 0 ? { errors } : listOrErrors(call, request),
    ifPermitted(countStatuses(call), new Map<string, QuoteCount>()),
    ifPermitted(engine.listUsers(user), []),
    ifPermitted(engine.listTags(user), {}),
  ])
  return { page: undefined, found: undefined, errors: {}, ...listed, counts, users, tags }
}

async function listOrErrors(
  { engine, user }: DeskCall,
  { order, after, ...filter }: ListQuotesOptions,
): Promise<Pick<QuoteList, 'page' | 'found'> | Pick<QuoteList, 'errors'>> {
  try {
    const [page, found] = await Promise.all([
      engine.listQuotes(user, { ...filter, order, after }),
      ifPermitted<QuoteCount | undefined>(engine.countQuotes(user, filter), undefined),
    ])
    return { page, found }
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    return { errors: fieldErrorsOf(error.details.errors) }
  }
}

async function countStatuses({ engine, user }: DeskCall): Promise<Map<string, QuoteCount>> {
  const counts = await Promise.all(
    listedStatuses.map((status) => engine.countQuotes(user, { status })),
  )
  return new Map(listedStatuses.map((status, index) => [status, counts[index] as QuoteCount]))
}
