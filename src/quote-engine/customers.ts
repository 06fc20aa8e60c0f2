import * as z from 'zod'
import type { CallOptions, StoreContext } from '../engine/arguments.js'
import { internalRoles, type Route } from '../engine/operation.js'
import { isQuoteError, QuoteError } from '../errors.js'
import type { Message } from '../features/messages/messages.js'
import type { TemplateRecord } from '../features/templates/template.js'
import type { MaybePromise } from '../ports/storage.js'
import { rolesError } from '../quote/model/lifecycle.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import type { HistoryEntry } from '../record/history/entry.js'
import { describeValue } from '../validation/describe-value.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { optionalFunction, optionalSignal, withReceived } from '../validation/schemas/scalars.js'
import type { OperationMethods } from './operations.js'

/** Names a customer, by exactly one of these. */
export interface CustomerSelector {
  /** The `customer_id` of their quotes. */
  readonly customerId?: string
  /** The `company_id` of their quotes: all customers of the company. */
  readonly companyId?: string
  /** The `email` of the customer of their quotes, regardless of case. */
  readonly email?: string
}

/** Options of {@link eraseCustomer}. */
export interface EraseCustomerOptions {
  /**
   * Returns why a quote must be kept, or undefined to erase it.
   *
   * @default Erases every quote.
   *
   * @example
   * keep: ({ quote }) => (quote.acceptance ? 'contracts are kept for ten years' : undefined)
   */
  readonly keep?: ((record: QuoteRecord) => MaybePromise<string | undefined>) | undefined
  /** Aborts between two quotes or in the middle of one, which is then erased or not. */
  readonly signal?: AbortSignal | undefined
}

/** What {@link eraseCustomer} has done. */
export interface CustomerErasure {
  /** The ids of the quotes that were erased, with their messages. */
  readonly quoteIds: readonly string[]
  /** The ids of the templates that were erased. */
  readonly templateIds: readonly string[]
  /** The quotes that remain. */
  readonly remaining: readonly RemainingQuote[]
}

/** A quote that {@link eraseCustomer} has not erased. */
export interface RemainingQuote {
  /** The id of the quote. */
  readonly quoteId: string
  /** Why: what `keep` returned, or why the engine cannot erase it. */
  readonly reason: string
}

/** Something that the store has of a customer. */
export type CustomerItem = CustomerQuote | CustomerTemplate

/** A quote of a customer, with all that belongs to it. */
export interface CustomerQuote {
  /** Tells it from a template. */
  readonly kind: 'quote'
  /** The quote as it is now. */
  readonly record: QuoteRecord
  /** True if it is deleted. */
  readonly isDeleted: boolean
  /** All versions, as `listHistory` returns them. */
  readonly history: readonly HistoryEntry[]
  /** All messages that the caller sees. None for a deleted quote: restore it to read them. */
  readonly messages: readonly Message[]
  /**
   * What features of the engine keep of the quote, by their names. Absent if they keep nothing, and
   * of a deleted quote: restore it to read them.
   */
  readonly features?: Readonly<Record<string, unknown>>
}

/** A template that names a customer. */
export interface CustomerTemplate {
  /** Tells it from a quote. */
  readonly kind: 'template'
  /** The template as it is now. */
  readonly record: TemplateRecord
}

/**
 * Erases all quotes of a customer for good, deleted ones as well, with their history and messages
 * and what features keep of them, and the templates whose customer has the same e-mail. Can be
 * interrupted, and called again: it then erases what is left. A quote that is created meanwhile
 * needs another call.
 *
 * For sellers and the system. Each quote is erased by `eraseQuote`, so `permit` and a scope apply.
 * Templates belong to the whole store: a caller with a scope erases them, too.
 * Keeps only ids in memory. What an erasure leaves in the database is in
 * docs/finding-quotes.md.
 *
 * @throws QuoteError `invalid_request` unless exactly one of `customerId`, `companyId` and `email`
 * is a string; `not_permitted` for buyers, or if `permit` rejects a quote; what the methods of the
 * engine throw
 *
 * @example
 * const { remaining } = await eraseCustomer(engine, context, { customerId: '7' })
 */
export async function eraseCustomer(
  engine: OperationMethods,
  context: StoreContext,
  customer: CustomerSelector,
  options: EraseCustomerOptions = {},
): Promise<CustomerErasure> {
  const filter = toFilter('eraseCustomer', context, customer)
  const { keep, signal } = parseOrThrow(customersOptionsSchema(), options, 'invalid_options')
  // Once the quotes are erased, the addresses by which templates name the customer are not known.
  const templateIds: string[] = []
  for (const { templateId } of await findTemplates(engine, context, filter, signal)) {
    const isErased = await ignoreGone(engine.deleteTemplate(context, templateId, { signal }))
    if (isErased) templateIds.push(templateId)
  }
  const quoteIds: string[] = []
  const remaining: RemainingQuote[] = []
  for await (const { record } of listQuotes(engine, context, filter, signal)) {
    const { quoteId } = record
    const reason = await getReason(keep, record)
    if (reason !== undefined) {
      remaining.push({ quoteId, reason })
      continue
    }
    try {
      if (await ignoreGone(engine.eraseQuote(context, quoteId, { signal }))) quoteIds.push(quoteId)
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'invalid_transition') throw error
      remaining.push({ quoteId, reason: error.message })
    }
  }
  return { quoteIds, templateIds, remaining }
}

/**
 * Iterates over all that a store has of a customer: what {@link eraseCustomer} erases. One quote is
 * in memory at a time.
 *
 * For sellers and the system.
 *
 * @throws QuoteError as {@link eraseCustomer}
 *
 * @example
 * for await (const item of exportCustomer(engine, context, { email: 'ada@example.com' }))
 *   file.write(`${JSON.stringify(item)}\n`)
 */
export async function* exportCustomer(
  engine: OperationMethods,
  context: StoreContext,
  customer: CustomerSelector,
  options: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<CustomerItem, void, undefined> {
  const filter = toFilter('exportCustomer', context, customer)
  const { signal } = parseOrThrow(
    customersOptionsSchema().omit({ keep: true }),
    options,
    'invalid_options',
  )
  for await (const { record, isDeleted } of listQuotes(engine, context, filter, signal)) {
    const { quoteId } = record
    const history: HistoryEntry[] = []
    for await (const entry of engine.listHistory(context, quoteId, { signal })) history.push(entry)
    const messages: Message[] = []
    if (!isDeleted)
      for await (const message of engine.listMessages(context, quoteId, { signal }))
        messages.push(message)
    const features = isDeleted ? undefined : await loadFeatures(engine, context, quoteId, signal)
    yield { kind: 'quote', record, isDeleted, history, messages, ...(features && { features }) }
  }
  for (const record of await findTemplates(engine, context, filter, signal))
    yield { kind: 'template', record }
}

/** Returns what features keep of a quote; undefined if the engine has no feature of quotes. */
async function loadFeatures(
  engine: OperationMethods & WithFeatureMethods,
  context: StoreContext,
  quoteId: string,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { features = {}, featureOperations = {} } = engine
  const values: (readonly [string, unknown])[] = []
  for (const [name, { get }] of Object.entries(features)) {
    const { route } = featureOperations[`${name}.get`] as { readonly route: Route }
    if (!route.path.startsWith('/quotes/')) continue
    const { version, value } = await get(context, quoteId, { signal })
    if (version > 0) values.push([name, value])
  }
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

/** What an engine with features has besides. */
interface WithFeatureMethods {
  readonly features?: Readonly<Record<string, { readonly get: GetFeature }>>
  readonly featureOperations?: Readonly<Record<string, object>> | undefined
}

type GetFeature = (
  context: StoreContext,
  quoteId: string,
  options: CallOptions,
) => Promise<{ readonly version: number; readonly value: unknown }>

const customersOptionsSchema = lazy(() =>
  z.strictObject(
    {
      keep: optionalFunction.transform((keep) => keep as EraseCustomerOptions['keep']),
      signal: optionalSignal,
    },
    { error: withReceived('must be an object') },
  ),
)

/** The filter of the quotes of a customer. */
interface CustomerFilter {
  readonly customerId?: string
  readonly companyId?: string
  readonly customer?: string
}

const oneOfThem = 'must be an object with exactly one of customerId, companyId and email, a string'

const selectorArgument = lazy(() => {
  const name = z
    .string({ error: withReceived('must be a string') })
    .min(1, { error: 'must not be empty' })
    .optional()
  const selector = z.strictObject(
    { customerId: name, companyId: name, email: name } satisfies {
      readonly [Name in keyof CustomerSelector]-?: z.ZodType
    },
    { error: withReceived(oneOfThem) },
  )
  return z.object({ customer: selector })
})

/**
 * An absent value would select all quotes of the store.
 *
 * @throws QuoteError `invalid_request` or `not_permitted`
 */
function toFilter(operation: string, context: StoreContext, customer: unknown): CustomerFilter {
  const role = context?.role
  if (role !== undefined && !internalRoles.includes(role))
    throw rolesError(operation, internalRoles)
  const parsed = parseOrThrow(selectorArgument(), { customer }, 'invalid_request')
  const set = Object.entries(parsed.customer).filter(([, value]) => value !== undefined)
  const [[name, value] = []] = set
  if (set.length === 1 && name !== undefined && value !== undefined)
    return name === 'email' ? { customer: value } : { [name]: value }
  const received = set.length === 0 ? 'none of them' : set.map(([each]) => each).join(' and ')
  const message = `${oneOfThem}, received ${received}`
  throw new QuoteError('invalid_request', { errors: { customer: message } })
}

/** Iterates over the quotes of a customer, at last over those that are deleted. */
async function* listQuotes(
  engine: OperationMethods,
  context: StoreContext,
  filter: CustomerFilter,
  signal: AbortSignal | undefined,
) {
  for (const deleted of [false, true])
    for await (const record of engine.listQuotes(context, { ...filter, deleted, signal }))
      yield { record, isDeleted: deleted }
}

/** Returns the templates whose customer has an e-mail that the quotes of the customer have. */
async function findTemplates(
  engine: OperationMethods,
  context: StoreContext,
  filter: CustomerFilter,
  signal: AbortSignal | undefined,
): Promise<readonly TemplateRecord[]> {
  const emails = new Set<string>()
  const add = (email: unknown) => typeof email === 'string' && emails.add(email.toLowerCase())
  if (filter.customer !== undefined) add(filter.customer)
  else
    for await (const { record } of listQuotes(engine, context, filter, signal))
      add(record.quote.customer.email)
  const found: TemplateRecord[] = []
  if (emails.size === 0) return found
  for await (const record of engine.listTemplates(context, { signal })) {
    const { email } = record.template.customer ?? {}
    if (typeof email === 'string' && emails.has(email.toLowerCase())) found.push(record)
  }
  return found
}

/** @throws QuoteError `callback_failed` */
async function getReason(
  keep: EraseCustomerOptions['keep'],
  record: QuoteRecord,
): Promise<string | undefined> {
  const fail = (cause: unknown) => new QuoteError('callback_failed', { option: 'keep' }, { cause })
  let reason: unknown
  try {
    reason = await keep?.(record)
  } catch (error) {
    throw fail(error)
  }
  if (reason === undefined || (typeof reason === 'string' && reason !== '')) return reason
  // Taking anything else for a reason, or for none, could erase what must be kept.
  const message = `it must return a reason or undefined, received ${describeValue(reason)}`
  throw fail(new TypeError(message))
}

/** Returns false for what another call has erased meanwhile. */
async function ignoreGone(erasing: Promise<void>): Promise<boolean> {
  try {
    await erasing
    return true
  } catch (error) {
    if (isQuoteError(error) && ['quote_not_found', 'record_not_found'].includes(error.code))
      return false
    throw error
  }
}
