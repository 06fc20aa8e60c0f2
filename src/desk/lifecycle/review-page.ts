import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { createDocument } from '../../document/model/create-document.js'
import { hasPendingTaxes } from '../../document/model/parts.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { settingsOfStore } from '../../pages/document-options.js'
import { documentStylesPath } from '../../pages/document-stylesheet.js'
import type { Html } from '../../pages/layout.js'
import { unpricedLines } from '../../quote/pricing/line-totals.js'
import type { DeskCall } from '../desk-call.js'
import { loadApprovalState } from '../parts/approval-state.js'
import { quoteTitle } from '../parts/names.js'
import { loadLastOffer, nextTime, type Question, type ShowForm, suggestedExpiry } from './action.js'

/** Shows what the customer gets, what the sender decides, and what speaks against sending it. */
export async function reviewPage(
  call: DeskCall,
  view: QuoteView,
  form: ShowForm,
): Promise<Question> {
  const { review } = call.strings
  const [options, lastOffer, state] = await Promise.all([
    call.documentOptions(view),
    loadLastOffer(call, view),
    loadApprovalState(call, view),
  ])
  const document = createDocument(view.quote, options)
  const expiry = suggestedExpiry(call, { ...lastOffer, quote: view.quote }, nextTime(view))
  const missing = state?.missing ?? []
  const unpriced = unpricedLines(view.quote).length
  const reasons = [
    ...(missing.length > 0 ? [call.strings.approvals.needed(missing)] : []),
    ...(unpriced > 0 ? [call.strings.edit.unpricedLines(unpriced)] : []),
  ]
  const isBlocked = reasons.length > 0
  const shown = {
    expiry,
    isPrimary: true,
    ...(isBlocked && { isDisabled: true, describedBy: checksId }),
  }
  return {
    title: `${review.title}: ${quoteTitle(call, view)}`,
    heading: review.title,
    styles: [call.url(documentStylesPath(document.color))],
    content: html`<div class="columns review">
      <div class="document-sheet">${renderFragment(document)}</div>
      <div class="stack beside">
        <section class="card">${form(shown)}</section>
        <section class="card" id="${checksId}" aria-labelledby="checks-title"><h2 id="checks-title">${review.checks}</h2>
          <ul class="checks">${reasons.map((reason) => html`<li class="bad">${reason}</li>`)}${checks(call, view)}</ul>
        </section>
      </div>
    </div>`,
  }
}

const checksId = 'checks'

/** Returns what the sender should know of an offer before it goes out. */
function checks(call: DeskCall, { quote }: QuoteView): readonly Html[] {
  const { engine, user, strings } = call
  const { review } = strings
  const { taxesOnSend = false } = settingsOfStore(engine, user.storeId)
  const isPending = hasPendingTaxes(quote, { taxesOnSend })
  const { email } = quote.customer
  const item = (isGood: boolean, text: string) =>
    html`<li class="${isGood ? 'good' : 'warn'}">${text}</li>`
  return [
    ...(isPending ? [item(false, review.taxesPending)] : []),
    ...(!isPending && quote.taxes !== undefined && !quote.taxes.stale
      ? [item(true, review.taxesKnown)]
      : []),
    ...(quote.taxes?.stale ? [item(false, strings.edit.onlyTaxesStale)] : []),
    ...(quote.shipping.stale ? [item(false, strings.edit.onlyShippingStale)] : []),
    email ? item(true, review.canBeMailed(email)) : item(false, review.noAddress),
  ]
}
