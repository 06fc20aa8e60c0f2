import { html } from 'hono/html'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { addedRows, newRow, type QuoteDraft } from './draft/quote-draft.js'
import { checkedProducts, findProducts } from './find-products.js'
import type { EditedQuote } from './form/edited.js'

/** What is shown again, because a button of the form asked for more fields. */
export interface EditedAgain extends Pick<EditedQuote, 'draft' | 'found' | 'search' | 'choosing'> {
  readonly notice: Html
}

/** The empty rows with which a form is shown. */
export const emptyRows = Array.from({ length: addedRows }, () => newRow)

/**
 * Returns the form with what its buttons beside "Save" ask for: more rows, or products that are
 * searched and added. Returns undefined if the form is to be saved, or its totals calculated.
 */
export async function editAgain(
  call: DeskCall,
  form: Form,
  draft: QuoteDraft,
): Promise<EditedAgain | undefined> {
  const action = form.get('action')
  const search = form.get('search')
  const choosing = chosenDiscount(action)
  if (choosing !== undefined) {
    const notice = notSaved('The lines to choose from are shown at the discount.')
    return { draft, search, choosing, notice }
  }
  if (action === 'rows') {
    const rows = [...draft.rows, ...emptyRows]
    return { draft: { ...draft, rows }, search, notice: notSaved('There are more empty rows now.') }
  }
  if (action === 'found') {
    const rows = [...draft.rows, ...checkedProducts(form)]
    return { draft: { ...draft, rows }, notice: notSaved('The products are new rows now.') }
  }
  // The Enter key searches if words are typed, and calculates otherwise.
  if (action !== 'search' && (action !== 'enter' || search === '')) return undefined
  const found = await findProducts(call, search)
  if (found !== undefined) return { draft, found, search, notice: notSaved('') }
  return { draft, search, notice: notSaved('Products cannot be searched now. Try again later.') }
}

/** Returns the number of the discount whose lines are to be chosen: 2 for `lines:2`. */
function chosenDiscount(action: string): number | undefined {
  const [, index] = /^lines:(\d{1,6})$/.exec(action) ?? []
  return index === undefined ? undefined : Number(index)
}

/** Returns true if the totals are asked for: by their button, or by the Enter key in a field. */
export function isCalculation(form: Form): boolean {
  return ['totals', 'enter'].includes(form.get('action'))
}

/** Reminds that what was typed is not stored. */
export function notSaved(message: string): Html {
  return html`<p class="notice" role="status">${message} Nothing is saved yet.</p>`
}
