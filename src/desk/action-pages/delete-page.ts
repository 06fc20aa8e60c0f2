import { html } from 'hono/html'
import { parseForm } from '../../pages/forms/form.js'
import type { ShowPage } from '../desk-call.js'
import { actionForm } from '../lifecycle/actions/action-form.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { respondToError } from './process-action.js'

/** Asks before a quote is deleted. */
export const deletePage: ShowPage = async (call) => {
  const { engine, user } = call
  const quoteId = call.param('quoteId')
  try {
    await engine.deleteQuote(user, quoteId, { preview: true })
  } catch (error) {
    return respondToError(call, { name: 'delete', quoteId, form: parseForm('') }, error)
  }
  const view = await engine.getQuote(user, quoteId)
  const cancel = call.url(`/quotes/${encodeURIComponent(quoteId)}`)
  const heading = 'Delete this quote?'
  const main = html`${quoteHeader(call, view, heading)}
    <div class="card narrow-page">${actionForm(call, { name: 'delete', record: view, cancel })}</div>`
  return call.page({ title: `${heading} ${quoteTitle(view)}`, section: 'quotes', main })
}
