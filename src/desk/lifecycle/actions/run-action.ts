import type { UpdateOptions } from '../../../engine/call-options.js'
import { type FieldErrors, isQuoteError, QuoteError } from '../../../errors.js'
import type { Form } from '../../../pages/forms/form.js'
import type { DeliveryType } from '../../../quote/lifecycle-fields.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { isAgreed } from './action.js'
import type { ActionName } from './possible-actions.js'

/** The form of an action, as it was sent. */
export interface SentAction {
  readonly name: ActionName
  readonly quoteId: string
  readonly form: Form
}

/** Returns the value of a field of the action; undefined if it is empty or absent. */
type ReadField = (name: string) => string | undefined

type RunAction = (
  call: DeskCall,
  quoteId: string,
  read: ReadField,
  options: UpdateOptions,
) => Promise<Response>

const runs: Readonly<Record<ActionName, RunAction>> = {
  async send(call, quoteId, read, options) {
    await call.engine.sendQuote(call.user, quoteId, { expires: read('expires') }, options)
    return backTo(call, quoteId, 'sent')
  },
  async status(call, quoteId, read, options) {
    const status = read('to')
    assertOwnStatus(call, status)
    await call.engine.updateQuote(call.user, quoteId, { status }, options)
    return backTo(call, quoteId, 'status-changed')
  },
  async accept(call, quoteId, read, options) {
    assertGiven(read, { name: 'is required', confirmed: notConfirmed })
    const request = {
      revision: getNumber(read('revision')) as number,
      seal: read('seal'),
      name: read('name'),
      reference: read('reference'),
    }
    await call.engine.acceptQuote(call.user, quoteId, request, options)
    return backTo(call, quoteId, 'accepted')
  },
  async order(call, quoteId, read, options) {
    await call.engine.orderQuote(call.user, quoteId, { order_id: read('order_id') }, options)
    return backTo(call, quoteId, 'ordered')
  },
  async 'order-result'(call, quoteId, read, options) {
    assertGiven(read, { confirmed: notConfirmed })
    const orderId = read('order_id') ?? null
    const request = { order_id: orderId, order_key: read('order_key') }
    await call.engine.orderQuote(call.user, quoteId, request, options)
    return backTo(call, quoteId, orderId === null ? 'order-released' : 'ordered')
  },
  async revise(call, quoteId, _, options) {
    await call.engine.reviseQuote(call.user, quoteId, options)
    return backTo(call, quoteId, 'revised')
  },
  async 'request-revision'(call, quoteId, read, options) {
    const request = { reason: read('reason') as string }
    await call.engine.requestRevision(call.user, quoteId, request, options)
    return backTo(call, quoteId, 'revision-requested')
  },
  async decline(call, quoteId, read, options) {
    await call.engine.declineQuote(call.user, quoteId, { reason: read('reason') }, options)
    return backTo(call, quoteId, 'declined')
  },
  async cancel(call, quoteId, read, options) {
    await call.engine.cancelQuote(call.user, quoteId, { reason: read('reason') }, options)
    return backTo(call, quoteId, 'canceled')
  },
  async 'price-taxes'(call, quoteId, _, options) {
    await call.engine.priceTaxes(call.user, quoteId, {}, options)
    return backTo(call, quoteId, 'taxes-priced')
  },
  async reprice(call, quoteId, read, options) {
    const lines = read('lines')?.split(' ')
    const { changes } = await call.engine.repriceQuote(call.user, quoteId, { lines }, options)
    return backTo(call, quoteId, changes.length > 0 ? 'repriced' : 'prices-kept')
  },
  async delivery(call, quoteId, read, options) {
    const report = {
      type: read('type') as DeliveryType,
      revision: getNumber(read('revision')),
      recipient: read('recipient'),
      detail: read('detail'),
    }
    await call.engine.recordDelivery(call.user, quoteId, report, options)
    return backTo(call, quoteId, 'delivery-recorded')
  },
  async copy(call, quoteId, read, options) {
    const request = { prices: read('prices') as 'frozen', currency: read('currency') }
    const copy = await call.engine.copyQuote(call.user, quoteId, request, options)
    return backTo(call, copy.quoteId, 'copied')
  },
  async delete(call, quoteId, read, options) {
    if (await isAgreedQuote(call, quoteId)) assertGiven(read, { confirmed: notConfirmed })
    await call.engine.deleteQuote(call.user, quoteId, options)
    return call.redirect('/', 'deleted')
  },
}

/**
 * Does what the form of an action asks for, and redirects to the quote.
 *
 * @throws QuoteError what the method of the engine throws
 */
export async function runAction(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
): Promise<Response> {
  const read = (field: string) => form.get(`${name}.${field}`) || undefined
  const version = getVersion(form)
  const idempotencyKey = getKey(form)
  const run = (expectedVersion: number) =>
    runs[name](call, quoteId, read, { expectedVersion, idempotencyKey })
  try {
    return await run(version)
  } catch (error) {
    if (!isQuoteError(error) || !otherVersionCodes.has(error.code)) throw error
    const latest = await latestWithSameOffer(call, quoteId, version)
    if (latest === version) throw error
    return run(latest)
  }
}

/** A key is reused if the action was done already, on a later version than that of the form. */
const otherVersionCodes: ReadonlySet<string> = new Set([
  'version_mismatch',
  'idempotency_key_reused',
])

/**
 * An update with a built-in status would send or cancel the quote, without what their forms ask.
 *
 * @throws QuoteError `invalid_request` at `to`
 */
function assertOwnStatus({ engine }: DeskCall, status: string | undefined): void {
  const isOwn = engine.transitions.some(
    ({ operation, to }) => operation === 'updateQuote' && to === status,
  )
  if (isOwn) return
  throw new QuoteError('invalid_request', { errors: { to: 'must be a status of this shop' } })
}

const notConfirmed = 'must be checked'

/** @throws QuoteError `invalid_request` with the message of every field that is empty */
function assertGiven(read: ReadField, messages: FieldErrors): void {
  const missing = Object.entries(messages).filter(([name]) => read(name) === undefined)
  if (missing.length > 0)
    throw new QuoteError('invalid_request', { errors: Object.fromEntries(missing) })
}

/** A quote that is deleted already, as by a double click, needs no confirmation. */
async function isAgreedQuote({ engine, user }: DeskCall, quoteId: string): Promise<boolean> {
  try {
    return isAgreed((await engine.getQuote(user, quoteId)).quote)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return false
    throw error
  }
}

function backTo(call: DeskCall, quoteId: string, done: string): Response {
  return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, done)
}

/** The engine rejects what is not a number with the message of the field. */
function getNumber(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

/** @throws QuoteError `invalid_request` at `expectedVersion` */
function getVersion(form: Form): number {
  const value = form.get('expectedVersion')
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
  const message = 'must be the version that the page showed; load the quote, and send its form'
  throw new QuoteError('invalid_request', { errors: { expectedVersion: message } })
}

/** Returns the key with which a double click does something once; undefined if it is invalid. */
export function getKey(form: Form): string | undefined {
  const key = form.get('key')
  return /^[\w-]{1,64}$/.test(key) ? key : undefined
}

const maxVersions = 20

/**
 * Returns the last of the versions after one in which only the reports of deliveries, the tags and
 * the owner have changed, so that an action is about the same. Returns the version itself if the
 * next one has changed more, or does not exist.
 */
async function latestWithSameOffer(
  { engine, user }: DeskCall,
  quoteId: string,
  version: number,
): Promise<number> {
  const current = await engine.getQuote(user, quoteId)
  const last = Math.min(current.version, version + maxVersions)
  if (version >= last) return version
  const contentAt = async (each: number) =>
    getContent((await engine.getQuote(user, quoteId, { version: each })).quote)
  const content = await contentAt(version)
  let latest = version
  while (latest < last && (await contentAt(latest + 1)) === content) latest += 1
  return latest
}

function getContent(quote: Quote): string {
  const { delivery: _, tags: _tags, owner: _owner, customer_id: _customer, ...content } = quote
  return JSON.stringify(content)
}
