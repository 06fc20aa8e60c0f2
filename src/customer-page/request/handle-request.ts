import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { type ContactPerson, contactPerson } from '../../document/model/contact.js'
import { isQuoteError } from '../../errors.js'
import { HttpProblem, toProblem } from '../../http/problem-details.js'
import { limitRate } from '../../http/rate-limit.js'
import { reportError } from '../../http/report-error.js'
import { hostHasReadBody } from '../../http/request/host-body.js'
import { settingsOfStore } from '../../pages/document-options.js'
import type { FormTokens } from '../../pages/form-tokens.js'
import { type Form, readForm } from '../../pages/forms/form.js'
import { isFromOwnSite } from '../../pages/forms/own-form.js'
import { typedNumbers } from '../../pages/forms/typed-numbers.js'
import { callHost } from '../../pages/host-function.js'
import { loadTheme } from '../../pages/theme.js'
import { isProductId, type ProductId } from '../../quote/model/product-fields.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isLocale } from '../../validation/locale.js'
import { getAddress, getStore, limitCaller, reportEvent, throwingErrors } from '../host-calls.js'
import { getKey, notFoundProblem } from '../offer.js'
import { withSecretHeaders } from '../page-response.js'
import { getStrings } from '../strings/get-strings.js'
import type { createBudget } from './budget.js'
import type { RequestPageOptions } from './options.js'
import { maxRows, type RequestRow, readRequest, readRows } from './request-form.js'
import {
  type RequestView,
  type ShownForm,
  showForm,
  showSent,
  type Ticket,
} from './request-page.js'

/** What all requests share. */
export interface RequestRuntime {
  readonly options: RequestPageOptions
  readonly tokens: FormTokens
  /** Undefined if nothing is counted. */
  readonly spend: ReturnType<typeof createBudget> | undefined
  /** Returns the address of a path below the prefix. */
  url(path: string): string
  /** The address of the stylesheet. */
  readonly style: string
}

/** One request of the page of a store. */
interface RequestCall extends RequestRuntime {
  readonly c: Context
  readonly view: RequestView
}

const defaultMaxBodyBytes = 2 ** 16
const rowsAtFirst = 3
const noRow: RequestRow = { id: '', name: '', qty: '' }
const sentPath = '/sent'

/** The paths of the page, each with its handler. */
export function requestRoutes(
  runtime: RequestRuntime,
): readonly (readonly [path: string, handler: (c: Context) => Promise<Response>])[] {
  return [
    [
      '',
      handle(runtime, 'GET, HEAD, POST', (call, hostHasRead) =>
        call.c.req.method === 'POST' ? post(call, hostHasRead) : get(call),
      ),
    ],
    [
      sentPath,
      handle(runtime, 'GET, HEAD', ({ c, view }) =>
        showSent(view, /^[\w-]{1,6}$/.exec(c.req.query('reference') ?? '')?.[0] ?? ''),
      ),
    ],
  ]
}

function handle(
  runtime: RequestRuntime,
  allow: string,
  respond: (call: RequestCall, hostHasRead: boolean) => Promise<Response>,
): (c: Context) => Promise<Response> {
  const { options } = runtime
  return throwingErrors(async (c) => {
    const hostHasRead = hostHasReadBody(c)
    if (!allow.split(', ').includes(c.req.method))
      throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
    const storeId = options.storeId ?? (await getStore({ options, c }))
    if (storeId === undefined) throw notFoundProblem()
    const call = { ...runtime, c, view: await loadView(runtime, c, storeId) }
    return withSecretHeaders(await respond(call, hostHasRead))
  })
}

/** @throws what the functions of the host throw */
async function loadView(
  { options, url, style }: RequestRuntime,
  c: Context,
  storeId: string,
): Promise<RequestView> {
  const { locale, seller = [], contact, engine } = options
  const call = () => (typeof locale === 'function' ? locale(storeId, c.req.raw) : locale)
  const named: unknown = await callHost(options, 'locale', call)
  const isNamed = typeof named === 'string' && isLocale(named)
  const shown = isNamed ? named : (settingsOfStore(engine, storeId).locale ?? 'en')
  const theme = await loadTheme(options, storeId)
  return {
    ...getStrings(shown, options.strings),
    storeId,
    locale: shown,
    seller: await callHost(options, 'seller', () =>
      typeof seller === 'function' ? seller(storeId) : seller,
    ),
    contact: await callHost(options, 'contact', () =>
      typeof contact === 'function' ? loadContact(contact, storeId) : contact,
    ),
    action: url(''),
    page: { options, request: c.req.raw, url, styles: [style], theme, storeId },
  }
}

/** @throws QuoteError `invalid_options` if the function has returned no person */
async function loadContact(
  contact: Extract<RequestPageOptions['contact'], (...args: never) => unknown>,
  storeId: string,
): Promise<ContactPerson | undefined> {
  const returned: unknown = await contact(storeId)
  return parseOrThrow(returnedContact, { contact: returned }, 'invalid_options').contact
}

const returnedContact = z.object({ contact: contactPerson.optional() })

function limit({ options, c, view }: RequestCall): Promise<void> {
  return limitCaller({ options, c }, () => options.rateLimit?.(c.req.raw, view.storeId))
}

async function get(call: RequestCall): Promise<Response> {
  await limit(call)
  const rows = await loadRows(call)
  return showForm(call.view, { ticket: createTicket(call), rows: withFreeRows(rows, 1) })
}

/** Returns rows with empty ones below them, so that there are some at first. */
function withFreeRows(rows: readonly RequestRow[], min: number): readonly RequestRow[] {
  const free = Array.from({ length: Math.max(min, rowsAtFirst - rows.length) }, () => noRow)
  return [...rows, ...free].slice(0, Math.max(maxRows, rows.length))
}

function holder({ view: { storeId } }: RequestCall, key: string) {
  return { storeId, actor: `request ${key}` }
}

function createTicket(call: RequestCall): Ticket {
  const key = randomUUID()
  return { key, token: call.tokens.create(holder(call, key), Date.now()) }
}

/** Returns the ticket of a form; undefined if it is forged, too old, or of another store. */
function readTicket(call: RequestCall, form: Form): Ticket | undefined {
  const [key, token] = [form.get('key'), form.get('token')]
  return call.tokens.verify(holder(call, key), token, Date.now()) ? { key, token } : undefined
}

/** Stores the request of a form, or shows the form again with everything that was typed. */
async function post(call: RequestCall, hostHasRead: boolean): Promise<Response> {
  const { options, view, c } = call
  const { maxBodyBytes = defaultMaxBodyBytes } = options
  // The form of another site is not even read.
  if (!isFromOwnSite(c)) {
    await limit(call)
    const shown = { ticket: createTicket(call), rows: withFreeRows([], 1) }
    return showForm(view, { ...shown, notice: 'tooOld' }, 403)
  }
  const form = await readForm(c, maxBodyBytes, hostHasRead)
  const rows = readRows(form)
  const ticket = readTicket(call, form)
  const shown = { form, rows: withFreeRows(rows, 0), ticket: ticket ?? createTicket(call) }
  try {
    await limit(call)
    if (form.get('action') !== 'send')
      return await showForm(view, { ...shown, rows: withFreeRows(rows, rowsAtFirst) })
    if (ticket === undefined) return await showForm(view, { ...shown, notice: 'tooOld' }, 403)
    return await send(call, shown, form)
  } catch (error) {
    return showFailed(call, shown, error)
  }
}

/** @throws HttpProblem `too_many_requests`, and what the engine and functions of the host throw */
async function send(call: RequestCall, shown: ShownForm, form: Form): Promise<Response> {
  const { options, view, c, spend, url } = call
  const { storeId } = view
  const { request, errors, explain } = readRequest(form, shown.rows, view)
  if (Object.keys(errors).length > 0) return showForm(view, { ...shown, errors }, 422)
  // Who sends the same form twice gets the same quote; who has corrected it gets another one.
  const idempotencyKey = getKey([storeId, shown.ticket.key, request])
  const address = await getAddress({ options, c })
  // Programs must not use up what people have.
  const of = JSON.stringify([storeId, request.suspicious])
  await limitRate(() => spend?.({ of, key: idempotencyKey, address, now: Date.now() }))
  try {
    const record = await options.engine.requestQuote(callerOf(call), request, { idempotencyKey })
    await reportEvent({ options, c }, { type: 'requested', record } as const)
    // Its end is how sellers find it, and too short to be an id.
    const reference = encodeURIComponent(record.quoteId.slice(-6))
    const location = `${url(sentPath)}?reference=${reference}`
    return new Response(null, { status: 303, headers: { location } })
  } catch (error) {
    const isInvalid = isQuoteError(error) && error.code === 'invalid_request'
    const explained = isInvalid ? explain(error.details.errors) : undefined
    if (explained === undefined) throw error
    return showForm(view, { ...shown, ...explained }, 422)
  }
}

/** Shows the form again after what its sender cannot change. */
function showFailed(call: RequestCall, shown: ShownForm, error: unknown): Promise<Response> {
  const { options, c, view } = call
  const { status, headers } = toProblem(error)
  const isBusy = status === 429
  // A rejection that is about no field is a mistake of the host, such as of its `permit`.
  if (!isBusy) reportError(options.onError, error, c.req.raw)
  const notice = isBusy ? 'requestBusy' : status >= 500 ? 'failedText' : 'notPermitted'
  const { 'retry-after': retryAfter } = headers
  const kept = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return showForm(view, { ...shown, notice }, status, kept)
}

/** Whose history the request is in. The page has no more than what a form says. */
function callerOf({ view: { storeId } }: RequestCall) {
  return { storeId, actor: 'customer', role: 'system' } as const
}

/** A product that the address of the page names. */
interface NamedProduct {
  readonly id: ProductId
  readonly qty: string
}

/** Returns the products of addresses such as `?products=118:2,7`. */
function parseProducts(query: URLSearchParams): readonly NamedProduct[] {
  const named = query.getAll('products').flatMap((list) => list.split(','))
  return named.slice(0, maxRows - 1).flatMap((each) => {
    const [, id = '', qty = '1'] = /^(.+?)(?::(\d{1,10}(?:\.\d{1,3})?))?$/s.exec(each) ?? []
    const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id
    return isProductId(number) ? [{ id: number, qty }] : []
  })
}

/**
 * Returns the rows of the products that the address names. The catalog is asked, so that a stranger
 * sees the names of products of this store only. Whatever fails, the form is shown.
 */
async function loadRows(
  call: RequestCall,
  products = parseProducts(new URL(call.c.req.url).searchParams),
): Promise<readonly RequestRow[]> {
  const { options, view, c } = call
  if (products.length === 0) return []
  const request = { customer: {}, products: products.map(({ id }) => ({ id, qty: 1 })) }
  try {
    const record = await options.engine.requestQuote(callerOf(call), request, { preview: true })
    return products.map(({ id, qty }, index) => ({
      id: JSON.stringify(id),
      name: record.quote.products[index]?.name ?? String(id),
      qty: typedNumbers(view.locale).format(qty),
    }))
  } catch (error) {
    const isInvalid = isQuoteError(error) && error.code === 'invalid_request'
    const paths = isInvalid ? Object.keys(error.details.errors) : []
    const isUnknown = (at: number) => paths.some((path) => path.startsWith(`products[${at}].`))
    const known = products.flatMap((product, index) => {
      if (!isUnknown(index)) return [product]
      // Catalogs can have strings of digits as ids.
      return typeof product.id === 'number' ? [{ ...product, id: String(product.id) }] : []
    })
    if (products.some((_, index) => isUnknown(index))) return loadRows(call, known)
    reportError(options.onError, error, c.req.raw)
    return []
  }
}
