import type { Context } from 'hono'
import { HttpProblem, internalError, isInstance } from '../http/problem-details.js'
import { limitRate } from '../http/rate-limit.js'
import { hostHasReadBody } from '../http/request/host-body.js'
import { readForm } from '../pages/forms/form.js'
import { isFromOwnSite } from '../pages/forms/own-form.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { processForm } from './forms/process-form.js'
import type { CustomerLink } from './links/customer-link.js'
import { loadOffer, loadQuote, notFoundProblem } from './offer/load-offer.js'
import { recordOpened } from './offer/report-event.js'
import type { PageCall, PageRuntime } from './page-call.js'
import { fileResponse, type OfferFile } from './view/offer-file.js'
import { secretHeaders } from './view/page-response.js'
import { loadView } from './view/page-view.js'
import { showOffer } from './view/show-offer.js'

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
  // Hono's `onError` receives errors only.
  return async (c) => {
    try {
      const hostHasRead = hostHasReadBody(c)
      if (!allow.split(', ').includes(c.req.method))
        throw new HttpProblem('method_not_allowed', `Method not allowed; use ${allow}`, { allow })
      const token = c.req.param('token') ?? ''
      // Pages name it in their addresses, so it must be as it was created: no path, no query.
      const link = runtime.links.parse(tokenPattern.test(token) ? token : '')
      await limitRate(async () => {
        const { rateLimit } = runtime.options
        const call = () => rateLimit?.(c.req.raw, link)
        return (await callHost(runtime.options, 'rateLimit', call)) ?? undefined
      })
      // Asked for invalid links as well, which then look like those of other stores.
      const isServed = await servesStore(runtime, c, link?.storeId)
      if (link === undefined || !isServed) throw notFoundProblem()
      const response = await respond(await createCall(runtime, c, token, link), hostHasRead)
      for (const [name, value] of Object.entries(secretHeaders)) response.headers.set(name, value)
      return response
    } catch (cause) {
      throw isInstance(cause, Error) ? cause : internalError(cause)
    }
  }
}

/** @throws TypeError if `storeOf` has returned something else than a store, and what it throws */
async function servesStore(
  { options }: PageRuntime,
  c: Context,
  storeId: string | undefined,
): Promise<boolean> {
  const { storeOf } = options
  if (storeOf === undefined) return true
  const served: unknown = await callHost(options, 'storeOf', () => storeOf(c.req.raw))
  if (served === undefined || served === null) return false
  if (typeof served !== 'string') throw wrongResult('storeOf', 'the id of a store', served)
  return served === storeId
}

async function createCall(
  runtime: PageRuntime,
  c: Context,
  token: string,
  link: CustomerLink,
): Promise<PageCall> {
  const { storeId } = link
  const holder = { storeId, actor: `link ${token}` }
  const call = { ...runtime, c, token, link, holder }
  const { actor = defaultActor } = runtime.options
  const getBuyer = (name: string) => ({ storeId, actor: name, role: 'buyer' }) as const
  if (typeof actor === 'string') {
    const buyer = getBuyer(actor)
    return { ...call, buyer, pastReader: buyer }
  }
  // Only the quote can say who its customer is.
  const system = { storeId, actor: defaultActor, role: 'system' } as const
  const record = await loadQuote({ ...call, buyer: system, pastReader: system })
  const name: unknown = await callHost(runtime.options, 'actor', () => actor(record, link))
  if (!isValidId(name)) throw wrongResult('actor', validId, name)
  return { ...call, buyer: getBuyer(name), pastReader: system }
}

/** HEAD changes nothing, and neither does a browser that loads the page in advance. */
async function get(call: PageCall): Promise<Response> {
  const { req } = call.c
  const offer = await loadOffer(call)
  // An offer that cannot be shown was not opened.
  await loadView(call, offer)
  const isPrefetch = /\bprefetch\b/.test(req.header('sec-purpose') ?? req.header('purpose') ?? '')
  if (req.method === 'GET' && !isPrefetch) await recordOpened(call, offer)
  const done = req.query('done') === 'message' ? 'messageSent' : undefined
  return showOffer(call, offer, { done })
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
