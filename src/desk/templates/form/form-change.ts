import type { Form } from '../../../pages/forms/form.js'
import type { DeskCall } from '../../desk-call.js'
import { findProducts } from '../../edit/find-products.js'
import { parseSentId } from '../../parts/product-ids.js'
import { type TemplateDraft, toLineDraft } from './template-draft.js'
import type { ProductSearch } from './template-form.js'

/** What a button changes in the form that is shown again. Nothing is stored. */
export interface FormChange {
  readonly draft: TemplateDraft
  readonly rows?: number
  readonly search?: ProductSearch
}

const maxEmptyRows = 20
const rowsPerClick = 3
const maxSearchLength = 200

/** Returns the form as its button changes it; undefined if the button saves it. */
export async function getFormChange(
  call: DeskCall,
  form: Form,
  draft: TemplateDraft,
): Promise<FormChange | undefined> {
  const product = parseSentId(form.get('add'))
  if (product !== undefined)
    return {
      draft: {
        ...draft,
        lines: [...draft.lines, toLineDraft({ id: product, qty: 1 }, call.numbers)],
      },
    }
  const action = form.get('action')
  if (action === 'rows') {
    const shown = /^\d{1,3}$/.test(form.get('rows')) ? Number(form.get('rows')) : 1
    return { draft, rows: Math.min(shown + rowsPerClick, maxEmptyRows) }
  }
  if (action !== 'find' || call.options.searchProducts === undefined) return undefined
  const text = form.get('find').slice(0, maxSearchLength)
  return { draft, search: { text, found: await findProducts(call, text) } }
}
