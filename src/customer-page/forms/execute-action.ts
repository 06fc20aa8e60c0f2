import { isQuoteError } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import type { QuoteRecord } from '../../quote/quote.js'
import { type CustomerAction, loadOffer, type Offer } from '../offer/load-offer.js'
import { keyOf, reportEvent } from '../offer/report-event.js'
import type { CustomerEvent } from '../options.js'
import type { PageCall } from '../page-call.js'

/** Does what a form asks for. Throws what the engine throws. */
type Execute = (call: PageCall, form: Form, offer: Offer) => Promise<CustomerEvent>

/** What each form does. A form that is sent twice does it once. */
const execute: Readonly<Record<CustomerAction, Execute>> = {
  async accept({ engine, buyer, link }, form, { shown }) {
    const { revision = 0, seal } = shown.quote
    const request = {
      revision,
      seal,
      name: form.get('name'),
      reference: textOf(form, 'reference'),
    }
    const record = await engine.acceptQuote(buyer, link.quoteId, request)
    return { type: 'accepted', record }
  },

  async change(call, form, offer) {
    const { engine, buyer, link } = call
    const reason = form.get('change')
    const record = await closeOffer(call, offer, {
      status: 'revision_requested',
      reason,
      close: (expectedVersion) =>
        engine.requestRevision(buyer, link.quoteId, { reason }, { expectedVersion }),
    })
    return { type: 'revision_requested', record }
  },

  async decline(call, form, offer) {
    const { engine, buyer, link } = call
    const reason = textOf(form, 'reason')
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
    const idempotencyKey = keyOf([token, form.get('key'), text])
    const request = { text, visibility: 'customer' } as const
    const message = await engine.addMessage(buyer, link.quoteId, request, { idempotencyKey })
    return { type: 'message', record: current, message }
  },
}

/** Executes a form, and tells the host. Throws what the engine throws. */
export async function executeAction(
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
  if (status === closing.status && reason === closing.reason) return current
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

function textOf(form: Form, name: string): string | undefined {
  return form.get(name) || undefined
}
