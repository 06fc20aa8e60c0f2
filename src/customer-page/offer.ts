import { createHash } from 'node:crypto'
import type { QuoteView } from '../engine/operations/read-quotes.js'
import { isQuoteError } from '../errors.js'
import type { Message } from '../features/messages/messages.js'
import { HttpProblem, toProblem } from '../http/problem-details.js'
import { reportError } from '../http/report-error.js'
import { toBuyersQuote } from '../quote/model/buyers-view.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { reportEvent } from './host-calls.js'
import type { PageCall } from './page-call.js'

/** What an offer is to the customer with a link. */
export type OfferState =
  | 'open'
  | 'expired'
  | 'accepted'
  | 'ordered'
  | 'declined'
  | 'canceled'
  | 'revisionRequested'
  | 'draft'
  | 'newer'
  | 'processing'

/** What a customer can do. */
export type CustomerAction = 'accept' | 'change' | 'decline' | 'message'

/** An offer as the page shows it. */
export interface Offer {
  readonly state: OfferState
  /** The quote now. Its content can be that of a draft, which the customer must not see. */
  readonly current: QuoteRecord
  /** The quote with the content that was sent. */
  readonly shown: QuoteRecord
  readonly actions: readonly CustomerAction[]
  /** What the customer asked to have changed. A seller's words are absent, as they are internal. */
  readonly request?: string | undefined
  /** The messages to and from the customer. */
  readonly messages: readonly Message[]
}

const states: ReadonlyMap<string, OfferState> = new Map([
  ['sent', 'open'],
  ['expired', 'expired'],
  ['accepted', 'accepted'],
  ['ordered', 'ordered'],
  ['declined', 'declined'],
  ['canceled', 'canceled'],
  ['revision_requested', 'revisionRequested'],
])

const actionsByState: Partial<Record<OfferState, readonly CustomerAction[]>> = {
  open: ['accept', 'change', 'decline', 'message'],
  revisionRequested: ['decline', 'message'],
  newer: [],
}

const messageOnly: readonly CustomerAction[] = ['message']

/**
 * Loads the offer that a link names, and what can be done with it.
 *
 * @throws HttpProblem `not_found` if the customer can't see such a quote
 */
export async function loadOffer(call: PageCall): Promise<Offer> {
  const current = await loadQuote(call)
  const { followRevisions = false } = call.options
  const { revision: latest = 0 } = current.quote
  const revision = followRevisions ? latest : call.link.revision
  if (call.link.revision > latest) throw notFoundProblem()
  const hasOffer = current.quote.seal !== undefined && latest === revision
  const shown = hasOffer ? current : await loadQuote(call, revision)
  const state = getState(current, revision, hasOffer)
  const [messages, actions, request] = await Promise.all([
    loadMessages(call),
    possibleActions(call, state, shown),
    state === 'revisionRequested' ? loadRequest(call, current) : undefined,
  ])
  return { state, current, shown, actions, request, messages }
}

/** Returns the problem of every link that leads nowhere. */
export function notFoundProblem(cause?: unknown): HttpProblem {
  return new HttpProblem('not_found', 'There is no such offer', {}, { cause })
}

/**
 * Loads the quote of a link.
 *
 * @throws HttpProblem `not_found` if there is none
 * @throws QuoteError `not_permitted`, which `onError` receives: the link was signed, so that it is
 * rather a mistake of `permit` than of the customer
 */
export async function loadQuote(call: PageCall, revision?: number): Promise<QuoteView> {
  const { engine, buyer, pastReader, link, options, c } = call
  const reader = revision === undefined ? buyer : pastReader
  try {
    return forCustomers(await engine.getQuote(reader, link.quoteId, { revision }))
  } catch (cause) {
    if (!isClientError(cause)) throw cause
    if (!isNotPermitted(cause)) throw notFoundProblem(cause)
    reportError(options.onError, cause, c.req.raw)
    throw cause
  }
}

/** What is for the store only is not for the page, in any role that reads for it. */
function forCustomers<T extends QuoteRecord>(record: T): T {
  return { ...record, quote: toBuyersQuote(record.quote) }
}

async function loadMessages({ engine, buyer, link }: PageCall): Promise<readonly Message[]> {
  const messages: Message[] = []
  try {
    for await (const message of engine.listMessages(buyer, link.quoteId))
      if (message.visibility === 'customer') messages.push(message)
  } catch (error) {
    if (!isClientError(error)) throw error
  }
  return messages
}

const maxEntries = 100

/** Returns what was asked for if it was asked on this page: sellers can ask for customers. */
async function loadRequest(
  { engine, buyer, link }: PageCall,
  { version, quote }: QuoteRecord,
): Promise<string | undefined> {
  const system = { ...buyer, role: 'system' } as const
  const after = Math.max(0, version - maxEntries)
  try {
    const history = await engine.listHistory(system, link.quoteId, { after, limit: maxEntries })
    const entry = history.items.findLast(({ operation }) => operation === 'requestRevision')
    return entry?.by === buyer.actor ? quote.reason : undefined
  } catch (error) {
    if (isClientError(error)) return undefined
    throw error
  }
}

/** Returns true for an error of the engine that says nothing of the host. */
function isClientError(error: unknown): boolean {
  return isQuoteError(error) && toProblem(error).status < 500
}

/** Returns true if the option `permit` of the engine has rejected a call, or its roles have. */
function isNotPermitted(error: unknown): boolean {
  return isQuoteError(error) && error.code === 'not_permitted'
}

function getState({ quote }: QuoteRecord, revision: number, hasOffer: boolean): OfferState {
  const { revision: latest = 0, status } = quote
  if (latest > revision) return 'newer'
  if (hasOffer || status === 'canceled') return states.get(status) ?? 'processing'
  return 'draft'
}

/** Statuses of the host, and late acceptance, are known to the engine only: it is asked. */
async function possibleActions(
  call: PageCall,
  state: OfferState,
  shown: QuoteRecord,
): Promise<readonly CustomerAction[]> {
  const actions = actionsByState[state] ?? messageOnly
  const isKnown = state !== 'expired' && state !== 'processing'
  if (isKnown || !(await canAccept(call, shown))) return actions
  return ['accept', ...actions]
}

async function canAccept({ engine, buyer, link }: PageCall, shown: QuoteRecord): Promise<boolean> {
  const { revision = 0, seal } = shown.quote
  try {
    await engine.acceptQuote(buyer, link.quoteId, { revision, seal }, { preview: true })
    return true
  } catch (error) {
    if (isClientError(error)) return false
    throw error
  }
}

/** Records that a revision was opened, once, however often the page is loaded. */
export async function recordOpened(call: PageCall, { current, shown }: Offer): Promise<void> {
  const { engine, buyer, link, options, c } = call
  const { revision = 0 } = shown.quote
  const isOpened = current.quote.delivery?.some(
    (fact) => fact.type === 'opened' && fact.revision === revision,
  )
  if (isOpened) return
  try {
    const idempotencyKey = getKey([link.quoteId, 'opened', revision])
    const report = { type: 'opened', revision } as const
    const system = { ...buyer, role: 'system' } as const
    const record = await engine.recordDelivery(system, link.quoteId, report, { idempotencyKey })
    await reportEvent(call, { type: 'opened', record: forCustomers(record) })
  } catch (error) {
    // A quote that is deleted meanwhile is no error of the host, but a `permit` without this is.
    if (isClientError(error) && !isNotPermitted(error)) return
    reportError(options.onError, error, c.req.raw)
  }
}

/** Returns an idempotency key of any values. */
export function getKey(values: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url')
  return `customer-page ${hash}`
}
