import type { Context } from 'hono'
import type { AcceptQuoteRequest } from '../engine/operations/lifecycle.js'
import { type FieldErrors, isQuoteError } from '../errors.js'
import { maxTextLength } from '../features/messages/messages.js'
import { HttpProblem, toProblem } from '../http/problem-details.js'
import { reportError } from '../http/report-error.js'
import { hostHasReadBody, nodeRequestOf } from '../http/request/host-body.js'
import { type Form, readForm } from '../pages/forms/form.js'
import { isFromOwnSite } from '../pages/forms/own-form.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import { maxNameLength, maxReasonLength } from '../quote/model/lifecycle-fields.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { limitToQuote } from '../quote/search/only-quote.js'
import { isValidId, isValidString, validId } from '../validation/identifiers.js'
import { asksForTotal, loadChosen, readSelection } from './choice-form.js'
import { getStore, limitCaller, reportEvent, throwingErrors } from './host-calls.js'
import type { CustomerLink } from './links.js'
import {
  type CustomerAction,
  getKey,
  loadOffer,
  loadQuote,
  notFoundProblem,
  type Offer,
  recordOpened,
} from './offer.js'
import { fileResponse, type OfferFile } from './offer-files.js'
import { showOffer } from './offer-page.js'
import { type Attempt, loadView, termsHash } from './offer-view.js'
import type { CustomerEvent } from './options.js'
import type { PageCall, PageRuntime } from './page-call.js'
import { withSecretHeaders } from './page-response.js'
import { canPay, leadToPayment } from './payment.js'
import { lacksSignature, toSealed } from './signature.js'
import { fill } from './strings/get-strings.js'
import type { PageStrings } from './strings/page-strings.js'
import { readWishes, type WishView } from './wishes.js'

const defaultMaxBodyBytes = 2 ** 16
const defaultActor = 'customer'

/** The characters of the links that `customerLinks` creates. */
const tokenPattern = /^[\w.-]+$/

type Respond = (call: PageCall, hostHasRead: boolean) => Promise<Response>

/** Creates the handler of the requests of the page. */
export function handlePage(runtime: PageRuntime): (c: Context) => Promise<Response> {
  return handle(runtime, 'GET, HEAD, POST', (call, hostHasRead) =>
    call.c.req.method === 'POST' ? post(call, hostHasRead) : get(call),
  )
}

/** Creates the handler of the requests of a file. */
export function handleFile(
  runtime: PageRuntime,
  file: OfferFile,
): (c: Context) => Promise<Response> {
  return handle(runtime, 'GET, HEAD', async (call) =>
    fileResponse(call, await loadOffer(call), file),
  )
}

function handle(
  runtime: PageRuntime,
  allow: string,
  respond: Respond,
): (c: Context) => Promise<Response> {
  return throwingErrors(async (c) => {
    const hostHasRead = hostHasReadBody(c)
    const { options } = runtime
    if (!allow.split(', ').includes(c.req.method))
      throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
    const token = c.req.param('token') ?? ''
    // Pages name it in their addresses, so it must be as it was created: no path, no query.
    const link = runtime.links.parse(tokenPattern.test(token) ? token : '')
    await limitCaller({ c, options }, () => options.rateLimit?.(c.req.raw, link))
    // Asked for invalid links as well, which then look like those of other stores.
    const store = options.storeOf && (await getStore({ c, options }))
    const isServed = options.storeOf === undefined || store === link?.storeId
    if (link === undefined || !isServed) throw notFoundProblem()
    return withSecretHeaders(await respond(await createCall(runtime, c, token, link), hostHasRead))
  })
}

async function createCall(
  runtime: PageRuntime,
  c: Context,
  token: string,
  link: CustomerLink,
): Promise<PageCall> {
  const { storeId, quoteId } = link
  const holder = { storeId, actor: `link ${token}` }
  const call = { ...runtime, c, token, link, holder }
  const { actor = defaultActor } = runtime.options
  // The link is the permission to see its quote, and no other one.
  const getBuyer = (name: string) =>
    limitToQuote({ storeId, actor: name, role: 'buyer' } as const, quoteId)
  if (typeof actor === 'string') {
    const buyer = getBuyer(actor)
    return { ...call, buyer, pastReader: buyer }
  }
  // Only the quote can say who its customer is.
  const system = limitToQuote({ storeId, actor: defaultActor, role: 'system' } as const, quoteId)
  const record = await loadQuote({ ...call, buyer: system, pastReader: system })
  const sent = { request: c.req.raw, raw: nodeRequestOf(c) }
  const name: unknown = await callHost(runtime.options, 'actor', () => actor(record, link, sent))
  if (!isValidId(name)) throw wrongResult('actor', validId, name)
  return { ...call, buyer: getBuyer(name), pastReader: system }
}

/** What the address of a page says was done, and the string that says it. */
const doneNames: ReadonlyMap<string, keyof PageStrings> = new Map([
  ['message', 'messageSent'],
  ['paid', 'payPending'],
])

/** HEAD changes nothing, and neither does a browser that loads the page in advance. */
async function get(call: PageCall): Promise<Response> {
  const { req } = call.c
  const offer = await loadOffer(call)
  // An offer that cannot be shown was not opened.
  const view = await loadView(call, offer)
  const isPrefetch = /\bprefetch\b/.test(req.header('sec-purpose') ?? req.header('purpose') ?? '')
  if (req.method === 'GET' && !isPrefetch) await recordOpened(call, offer)
  const done = doneNames.get(req.query('done') ?? '')
  // A payment that is recorded already is not waited for.
  const isOver = done === 'payPending' && !canPay(call, view)
  return showOffer(call, offer, { done: isOver ? undefined : done })
}

/** Loads the offer first, so that a form tells no more of a quote that is gone than its page. */
async function post(call: PageCall, hostHasRead: boolean): Promise<Response> {
  const { maxBodyBytes = defaultMaxBodyBytes } = call.options
  const offer = await loadOffer(call)
  // The form of another site is not even read.
  if (!isFromOwnSite(call.c))
    return showOffer(call, offer, { attempt: { notice: 'tooOld' }, status: 403 })
  return processForm(call, offer, await readForm(call.c, maxBodyBytes, hostHasRead))
}

const actions: readonly string[] = ['accept', 'change', 'decline', 'message']

/** Responds to a form: redirects if it was executed, and shows it again with errors otherwise. */
async function processForm(call: PageCall, offer: Offer, form: Form): Promise<Response> {
  const show = (attempt: Attempt, status: number) => showOffer(call, offer, { attempt, status })
  if (form.get('action') === 'pay') return processPayment(call, offer, form)
  const action = form.get('action') as CustomerAction
  if (!actions.includes(action)) return show({ notice: 'notPossible' }, 422)
  const attempt = { action, form }
  if (asksForTotal(form)) return show(attempt, 200)
  if (!call.tokens.verify(call.holder, form.get('token'), Date.now()))
    return show({ ...attempt, notice: 'tooOld' }, 403)
  if (!isOffered(action, form, offer) || !(await hasSameTerms(call, action, form, offer)))
    return show({ notice: 'changed' }, 409)
  const view = await loadView(call, offer)
  const errors = checkForm(call, action, form, view)
  if (Object.keys(errors).length > 0) return show({ ...attempt, errors }, 422)
  const chosen = action === 'accept' ? await loadChosen(call, offer, form) : undefined
  if (chosen?.notice !== undefined) return show(attempt, 422)
  try {
    await executeAction(action, call, form, offer)
  } catch (error) {
    return showRejected(call, error, attempt, view)
  }
  return redirect(call, action)
}

/** Leads to the page of the payment provider. A payment that is not due any more is not started. */
async function processPayment(call: PageCall, offer: Offer, form: Form): Promise<Response> {
  const show = (notice: NonNullable<Attempt['notice']>, status: number) =>
    showOffer(call, offer, { attempt: { notice }, status })
  if (!call.tokens.verify(call.holder, form.get('token'), Date.now())) return show('tooOld', 403)
  if (!isOffered('pay', form, offer)) return show('changed', 409)
  const view = await loadView(call, offer)
  if (!canPay(call, view)) return show('notPossible', 409)
  try {
    return await leadToPayment(call, view)
  } catch (error) {
    reportError(call.options.onError, error, call.c.req.raw)
    return show('payFailed', 502)
  }
}

/** Returns true if the form is about the offer that its link shows now. */
function isOffered(action: CustomerAction | 'pay', form: Form, { state, shown }: Offer): boolean {
  if (state === 'newer') return false
  if (action === 'message') return true
  const { revision, seal } = shown.quote
  return form.get('revision') === String(revision) && form.get('seal') === seal
}

/** Returns true unless the host has changed its terms since the form was shown. */
async function hasSameTerms(
  call: PageCall,
  action: CustomerAction,
  form: Form,
  offer: Offer,
): Promise<boolean> {
  // An acceptance that is sent again is not possible anymore, and changes nothing.
  if (action !== 'accept' || !offer.actions.includes('accept')) return true
  return form.get('terms') === termsHash(call, await loadView(call, offer))
}

/** Shows why the engine has rejected a form, on the page as it is now. */
async function showRejected(
  call: PageCall,
  error: unknown,
  attempt: Attempt & { readonly action: CustomerAction; readonly form: Form },
  view: WishView,
): Promise<Response> {
  const { status } = toProblem(error)
  if (!isQuoteError(error) || status >= 500) throw error
  const offer = await loadOffer(call)
  if (error.code === 'invalid_request') {
    const errors = getErrors(error.details.errors, attempt, view)
    return showOffer(call, offer, { attempt: { ...attempt, errors }, status })
  }
  const notice = getNotice(error.code)
  // What was typed can only be sent again if the form is still there.
  const kept = offer.actions.includes(attempt.action) ? attempt : {}
  const shownStatus = notice === 'changed' ? 409 : status
  return showOffer(call, offer, { attempt: { ...kept, notice }, status: shownStatus })
}

function getNotice(code: string) {
  const changed = ['offer_mismatch', 'version_mismatch']
  if (code === 'total_changed') return 'choiceChanged'
  if (changed.includes(code)) return 'changed'
  return code === 'not_permitted' ? 'notPermitted' : 'notPossible'
}

/** Messages of the engine are English, so the page says it in its own words. */
function getErrors(
  errors: FieldErrors,
  { action, form }: { readonly action: CustomerAction; readonly form: Form },
  view: WishView,
): FieldErrors {
  const { strings } = view
  const wishes = action === 'change' ? readWishes(form, view) : undefined
  const own = Object.keys(errors).map((path) => {
    const wish = wishes?.fieldOf(path)
    if (wish !== undefined)
      return [wish, wish.endsWith('.name') ? strings.errorCharacters : strings.errorNumber] as const
    if (path === '') return [path, strings.errorFull] as const
    if (path.startsWith('signature.')) return ['signature', strings.errorSignature] as const
    const name = action === 'change' && path === 'reason' ? 'change' : path
    return [name, strings.errorCharacters] as const
  })
  return Object.fromEntries(own)
}

function redirect({ url, token }: PageCall, action: CustomerAction): Response {
  const query = action === 'message' ? '?done=message#messages' : ''
  return new Response(null, { status: 303, headers: { location: `${url(`/${token}`)}${query}` } })
}

/** What a field of a form must be. */
interface FieldRule {
  readonly name: string
  readonly max: number
  /** The error of an empty field; undefined if it can be empty. */
  readonly required?: keyof PageStrings
}

const rules: Readonly<Record<CustomerAction, readonly FieldRule[]>> = {
  accept: [
    { name: 'name', max: maxNameLength, required: 'errorName' },
    { name: 'reference', max: maxNameLength },
    { name: 'signature', max: maxNameLength },
    { name: 'consent', max: maxNameLength, required: 'errorConsent' },
  ],
  change: [{ name: 'change', max: maxReasonLength, required: 'errorChange' }],
  decline: [{ name: 'reason', max: maxReasonLength }],
  message: [{ name: 'text', max: maxTextLength, required: 'errorMessage' }],
}

/** Returns the errors of a form by the names of its fields, in the language of the page. */
function checkForm(
  call: PageCall,
  action: CustomerAction,
  form: Form,
  view: WishView,
): FieldErrors {
  const { strings } = view
  const wishes = action === 'change' ? readWishes(form, view) : undefined
  const isWished = wishes?.lines !== undefined || wishes?.add !== undefined
  const errors = rules[action].flatMap((rule) => {
    if (isWished && form.get(rule.name) === '') return []
    const error = errorOf(rule, form.get(rule.name), strings)
    return error === undefined ? [] : [[rule.name, error] as const]
  })
  const isMissing = action === 'accept' && lacksSignature(call, form)
  const signature = isMissing && { signature: strings.errorSignature }
  return { ...wishes?.errors, ...Object.fromEntries(errors), ...signature }
}

function errorOf(
  { max, required }: FieldRule,
  value: string,
  strings: PageStrings,
): string | undefined {
  if (value === '') return required && strings[required]
  if (value.length > max) return fill(strings.errorLong, 'max', String(max))
  return isValidString(value) ? undefined : strings.errorCharacters
}

/** Does what a form asks for. Throws what the engine throws. */
type Execute = (call: PageCall, form: Form, offer: Offer) => Promise<CustomerEvent>

/** Returns what a form accepts of an offer of which the customer can choose. */
function chosenFields(
  form: Form,
  { shown: { quote } }: Offer,
): Pick<AcceptQuoteRequest, 'selection' | 'total'> {
  const selection = readSelection(form, quote)
  return selection === undefined ? {} : { selection, total: form.get('total') }
}

/** What each form does. A form that is sent twice does it once. */
const execute: Readonly<Record<CustomerAction, Execute>> = {
  async accept(call, form, offer) {
    const { engine, buyer, link } = call
    const { revision = 0, seal } = offer.shown.quote
    const request = {
      revision,
      seal,
      name: form.get('name'),
      reference: toText(form, 'reference'),
      ...(await toSealed(call, form, (await loadView(call, offer)).strings)),
      ...chosenFields(form, offer),
    }
    const record = await engine.acceptQuote(buyer, link.quoteId, request)
    return { type: 'accepted', record }
  },

  async change(call, form, offer) {
    const { engine, buyer, link } = call
    const reason = toText(form, 'change')
    const { lines, add } = readWishes(form, await loadView(call, offer))
    const hasWishes = lines !== undefined || add !== undefined
    const { revision } = offer.shown.quote
    const request = hasWishes ? { reason, revision, lines, add } : { reason }
    const record = await closeOffer(call, offer, {
      status: 'revision_requested',
      reason,
      isRepeatable: hasWishes,
      close: (expectedVersion) =>
        engine.requestRevision(buyer, link.quoteId, request, { expectedVersion }),
    })
    return { type: 'revision_requested', record }
  },

  async decline(call, form, offer) {
    const { engine, buyer, link } = call
    const reason = toText(form, 'reason')
    const record = await closeOffer(call, offer, {
      status: 'declined',
      reason,
      close: (expectedVersion) =>
        engine.declineQuote(buyer, link.quoteId, { reason }, { expectedVersion }),
    })
    return { type: 'declined', record }
  },

  async message({ engine, buyer, link, token }, form, { current }) {
    const text = form.get('text')
    const idempotencyKey = getKey([token, form.get('key'), text])
    const request = { text, visibility: 'customer' } as const
    const message = await engine.addMessage(buyer, link.quoteId, request, { idempotencyKey })
    return { type: 'message', record: current, message }
  },
}

/** Executes a form, and tells the host. Throws what the engine throws. */
async function executeAction(
  action: CustomerAction,
  call: PageCall,
  form: Form,
  offer: Offer,
): Promise<void> {
  await reportEvent(call, await execute[action](call, form, offer))
}

interface Closing {
  /** The status that the quote has afterwards. */
  readonly status: string
  readonly reason: string | undefined
  /** True if the engine knows the same request, of which the reason is not all. */
  readonly isRepeatable?: boolean
  close(expectedVersion: number): Promise<QuoteRecord>
}

const maxAttempts = 5

/**
 * Closes the offer that is shown and no other. The engine gets the version, because only an
 * acceptance names its revision. If another version has the same offer, it is tried again.
 */
async function closeOffer(
  call: PageCall,
  offer: Offer,
  closing: Closing,
  attempt = 1,
): Promise<QuoteRecord> {
  const { current, shown } = offer
  const { status, reason } = current.quote
  const isClosed = status === closing.status && reason === closing.reason
  if (isClosed && closing.isRepeatable !== true) return current
  try {
    return await closing.close(current.version)
  } catch (error) {
    const isStale = isQuoteError(error) && error.code === 'version_mismatch'
    if (!isStale || attempt === maxAttempts) throw error
    const next = await loadOffer(call)
    if (next.current.quote.seal !== shown.quote.seal) throw error
    return closeOffer(call, next, closing, attempt + 1)
  }
}

function toText(form: Form, name: string): string | undefined {
  return form.get(name) || undefined
}
