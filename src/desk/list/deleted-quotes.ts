import { html } from 'hono/html'
import { isQuoteError } from '../../errors.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken, parseVersion, versionField } from '../forms.js'
import { quoteName } from '../parts/names.js'
import { listUrl } from './load-list.js'

const deletedQuotes = { deleted: 'yes' }

/** Asks before a quote is erased, and erases it. */
export const eraseRoute: DeskRoute = {
  path: '/quotes/:quoteId/erase',
  get: (call) => confirm(call, parseVersion(call.query('version')), false),

  async post(call, form) {
    // The version that the list showed, so that a quote that was changed since is not erased.
    const expectedVersion = parseVersion(form.get('version'))
    if (form.get('confirmed') !== 'yes') return confirm(call, expectedVersion, true)
    // Without the version of the list, the quote could have been restored since.
    if (expectedVersion === undefined) return changedMeanwhile(call)
    try {
      await call.engine.eraseQuote(call.user, call.param('quoteId'), { expectedVersion })
    } catch (error) {
      if (!isQuoteError(error) || error.code !== 'version_mismatch') throw error
      return changedMeanwhile(call)
    }
    return call.redirect('/', 'erased')
  },
}

async function confirm(call: DeskCall, version: number | undefined, isMissing: boolean) {
  const strings = call.strings.erase
  const quoteId = call.param('quoteId')
  // A preview of its restoration is how to read a deleted quote.
  const record = await call.engine.restoreQuote(call.user, quoteId, { preview: true })
  const { name, company, email } = record.quote.customer
  const customer = [name, company, email].filter(Boolean).join(', ')
  const title = strings.title(quoteName(call, record))
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    ${customer && html`<p class="wrap">${strings.quoteFor(customer)}</p>`}
    <p>${strings.consequence}</p>
    <form class="stack" method="post" action="${call.url(`/quotes/${encodeURIComponent(quoteId)}/erase`)}">
      ${formToken(call)}
      ${version !== undefined && versionField(version)}
      <div>
        <label class="check" for="f-confirmed"><input type="checkbox" id="f-confirmed"
          name="confirmed" value="yes"${
            isMissing && html` aria-invalid="true" aria-describedby="f-confirmed-error"`
          }> ${strings.confirm}</label>
        ${isMissing && html`<p class="error" id="f-confirmed-error">${strings.notConfirmed}</p>`}
      </div>
      <div class="actions">
        <button class="danger">${strings.button}</button>
        <a class="button" href="${listUrl(call, deletedQuotes)}">${strings.keep}</a>
      </div>
    </form>
  </div>`
  return call.page({ title, section: 'quotes', main }, isMissing ? 422 : 200)
}

function changedMeanwhile(call: DeskCall) {
  const { erase, list } = call.strings
  const { notErased: title, changed } = erase
  const main = html`<div class="card stack narrow">
    <h1>${title}</h1>
    <p>${changed}</p>
    <p><a href="${listUrl(call, deletedQuotes)}">${list.deletedTitle}</a></p>
  </div>`
  return call.page({ title, section: 'quotes', main }, 409)
}

/** Restores a deleted quote. */
export const restoreRoute: DeskRoute = {
  path: '/quotes/:quoteId/restore',
  async post(call) {
    const { quoteId } = await call.engine.restoreQuote(call.user, call.param('quoteId'))
    return call.redirect(`/quotes/${encodeURIComponent(quoteId)}`, 'restored')
  },
}
