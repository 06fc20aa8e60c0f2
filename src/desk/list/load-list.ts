import type {
  CountQuotesOptions,
  ListQuotesOptions,
  QuoteCount,
  QuoteView,
} from '../../engine/operations/read-quotes.js'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { StoreTags } from '../../store/tags.js'
import type { User } from '../../store/users.js'
import type { DeskCall } from '../desk-call.js'
import { ifPermitted } from '../parts/if-permitted.js'
import { allStatuses } from '../parts/status.js'
import { fieldErrorsOf, type ListQuery, toListRequest } from './list-query.js'

/** What the page of the list shows. */
export interface QuoteList {
  /** Undefined if the query is invalid. */
  readonly page: { readonly items: readonly QuoteView[]; readonly next?: string } | undefined
  readonly errors: FieldErrors
  /** The number of quotes that the filters find, if they may and can be counted. */
  readonly found: QuoteCount | undefined
  /** The number of quotes in each status, without filters; empty if they are not counted. */
  readonly counts: ReadonlyMap<string, QuoteCount>
  readonly users: readonly User[]
  readonly tags: StoreTags
}

/**
 * A count takes as long as the quotes that it finds, so quotes are counted by filters only in
 * stores that have few.
 */
const maxCounted = 5_000

/** Loads a page of quotes, and what the filters offer, at the same time. */
export async function loadList(call: DeskCall, query: ListQuery): Promise<QuoteList> {
  const { engine, user, options } = call
  const { options: request, errors } = toListRequest(query, options.timeZone ?? 'UTC')
  const all = await count(call, {})
  const isSmall = all !== undefined && !all.isCapped && all.count <= maxCounted
  const [listed, counts, users, tags] = await Promise.all([
    Object.keys(errors).length > 0 ? { errors } : listOrErrors(call, request, isSmall),
    isSmall ? countStatuses(call) : new Map<string, QuoteCount>(),
    ifPermitted(engine.listUsers(user), []),
    ifPermitted(engine.listTags(user), {}),
  ])
  return { page: undefined, found: undefined, errors: {}, ...listed, counts, users, tags }
}

async function listOrErrors(
  call: DeskCall,
  { order, after, ...filter }: ListQuotesOptions,
  isSmall: boolean,
): Promise<Pick<QuoteList, 'page' | 'found'> | Pick<QuoteList, 'errors'>> {
  const isPlain = Object.keys(filter).every((name) => name === 'deleted')
  // This order lists only quotes whose offer expires.
  const counted = order === 'expires' ? { expires: { from: 0 }, ...filter } : filter
  try {
    const [page, found] = await Promise.all([
      call.engine.listQuotes(call.user, { ...filter, order, after }),
      isSmall || isPlain ? count(call, counted) : undefined,
    ])
    return { page, found }
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_request') throw error
    return { errors: fieldErrorsOf(error.details.errors) }
  }
}

/** Returns undefined if the user must not count. */
function count(
  { engine, user }: DeskCall,
  filter: CountQuotesOptions,
): Promise<QuoteCount | undefined> {
  return ifPermitted<QuoteCount | undefined>(engine.countQuotes(user, filter), undefined)
}

async function countStatuses(call: DeskCall): Promise<Map<string, QuoteCount>> {
  const { engine, user } = call
  const statuses = allStatuses(call)
  const counts = await Promise.all(statuses.map((status) => engine.countQuotes(user, { status })))
  return new Map(statuses.map((status, index) => [status, counts[index] as QuoteCount]))
}
