import { html } from 'hono/html'
import type { QuoteView } from '../../../engine/operations/read-quotes.js'
import { hiddenField } from '../../../pages/forms/hidden-field.js'
import type { Html } from '../../../pages/layout.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { formToken, keyField, versionField } from '../../forms/form-fields.js'
import { changesSince } from '../../parts/changes-since.js'
import { type PickedProduct, pickValue } from '../../parts/product-ids.js'
import { quoteTitle } from '../../parts/quote-header.js'
import { statusLabel } from '../../parts/status.js'
import { allDiscountsField, quoted } from '../draft/draft-of-form.js'
import { draftOfQuote } from '../draft/draft-of-quote.js'
import { type DraftRow, isBlankRow, type QuoteDraft, rowFields } from '../draft/quote-draft.js'
import { rowName } from '../form/flatten.js'
import {
  compareDrafts,
  type Difference,
  pickName,
  preselected,
  type Side,
} from './compare-drafts.js'

/** Changes of a quote that somebody else has changed meanwhile. */
interface Conflict {
  /** The version that the form was shown with. */
  readonly base: QuoteRecord
  /** What the user typed. */
  readonly draft: QuoteDraft
  /** The version that is stored now. */
  readonly theirs: QuoteView
  /** True if the quote cannot be edited in its status. */
  readonly isLocked: boolean
}

/** Shows both versions side by side, and lets the user choose for each difference. */
export async function showConflictPage(call: DeskCall, conflict: Conflict): Promise<Response> {
  const { base, draft, theirs, isLocked } = conflict
  const drafts = {
    base: draftOfQuote(base.quote, draft.numbers),
    mine: draft,
    theirs: draftOfQuote(theirs.quote, draft.numbers),
  }
  const differences = compareDrafts(drafts)
  const added = draft.rows.filter((row) => row.key === '' && !isBlankRow(row))
  const path = `/quotes/${encodeURIComponent(theirs.quoteId)}`
  const main = html`<div class="title"><h1>${quoteTitle(theirs)}</h1></div>
    <div class="stack">
      <div class="notice warn" role="alert">
        <p><strong>${isLocked ? lockedMessage(call, theirs) : 'Your changes are not saved yet: somebody else has changed the quote since you opened it.'}</strong></p>
        ${await changesSince(call, base.version, theirs)}
      </div>
      <form method="post" action="${call.url(path)}" class="conflict">
        ${formToken(call)}
        ${versionField(base.version)}
        ${keyField()}
        ${!isLocked && versionField(theirs.version, 'current')}
        ${hiddenDraft(draft, drafts.base)}
        ${differenceTable(differences, isLocked)}
        ${
          added.length > 0 &&
          html`<p>Your new lines are kept: ${added.map(rowName).join(', ')}.</p>`
        }
        <div class="actions">
          <button type="submit" class="primary" name="action" value="save">${
            isLocked ? 'Try again' : 'Save my choice'
          }</button>
          <a class="button" href="${call.url(path)}">Drop my changes</a>
        </div>
      </form>
    </div>`
  return call.page({ title: 'Two versions of a quote', section: 'quotes', main }, 409)
}

function lockedMessage(call: DeskCall, { quote }: QuoteView): string {
  const status = statusLabel(call, quote.status).toLowerCase()
  return `Your changes are not saved: the quote is ${status} now, and cannot be edited. Open it in another tab and revise it, then try again here.`
}

function differenceTable(differences: readonly Difference[], isLocked: boolean): Html {
  const hint =
    'Where both of you changed the same, the other version is chosen, because it is stored already. All other changes are combined.'
  return html`<section class="card" aria-labelledby="differences">
    <h2 id="differences">${isLocked ? 'What you have typed' : 'Choose for each difference'}</h2>
    ${!isLocked && html`<p class="hint">${hint}</p>`}
    <table class="rows differences">
      <thead><tr>
        <th scope="col">What</th>
        <th scope="col">Before</th>
        <th scope="col">Yours</th>
        <th scope="col">Theirs</th>
      </tr></thead>
      <tbody>${differences.map((difference, index) => differenceRow(difference, index, isLocked))}</tbody>
    </table>
  </section>`
}

const authors = { both: 'Changed by both', mine: 'Changed by you', theirs: 'Changed by them' }

function differenceRow(difference: Difference, index: number, isLocked: boolean): Html {
  const { path, label, before, by, mine, theirs } = difference
  const option = (side: Side, name: string, value: string) =>
    isLocked
      ? html`<td data-label="${name}">${shown(value)}</td>`
      : html`<td data-label="${name}"><label class="check" for="pick-${index}-${side}">
          <input type="radio" id="pick-${index}-${side}" name="${pickName(index)}" value="${side}"
            aria-describedby="difference-${index}"${preselected(path, by) === side && html` checked`}>
          <span>${shown(value)}<span class="visually-hidden">, ${name.toLowerCase()}</span></span>
        </label></td>`
  return html`<tr class="${by}">
    <th scope="row" id="difference-${index}">${label}
      <span class="pill ${by === 'both' && 'warn'}">${authors[by]}</span></th>
    <td data-label="Before">${shown(before)}</td>
    ${option('mine', 'Yours', mine)}
    ${option('theirs', 'Theirs', theirs)}
  </tr>`
}

function shown(value: string): Html {
  return value === '' ? html`<span class="muted">Empty</span>` : html`${value}`
}

type HiddenField = readonly [name: string, value: string]

/**
 * Keeps a draft in hidden fields, so that a page that asks about it can send it again. Of the lines
 * that the form showed, only what was typed is kept: the rest is read from the same version again.
 *
 * @param base What the form showed.
 */
function hiddenDraft(draft: QuoteDraft, base: QuoteDraft): Html {
  const before = new Map(base.rows.map((row) => [row.key, row.values]))
  const fields: readonly HiddenField[] = [
    ['part', 'content'],
    ...[...draft.customer].map(([name, value]) => [`customer.${name}`, value] as const),
    ...draft.fields.flatMap(({ name, value }, index) => [
      [`fields[${index}].key`, quoted(name)] as const,
      [`fields[${index}].value`, value] as const,
    ]),
    ...draft.rows
      .filter((row) => !isBlankRow(row))
      .flatMap((row, index) => rowValues(row, index, before.get(row.key))),
    ...discountValues(draft),
    ['shipping.type', draft.shipping.type],
    ['shipping.product.name', draft.shipping.name],
    ['shipping.product.price', draft.shipping.price],
    ['shipping.product.tax_code', draft.shipping.tax_code],
    ['tags', ''],
    ...draft.tags.map((name) => ['tags', quoted(name)] as const),
    ['owner', draft.owner],
  ]
  return html`${fields.map(([name, value]) => hiddenField(name, value))}`
}

function rowValues(
  { key, values, isRemoved, shown }: DraftRow,
  index: number,
  before: DraftRow['values'] | undefined,
): readonly HiddenField[] {
  const path = `products[${index}]`
  return [
    [`${path}.key`, key],
    ...rowFields
      .filter(
        (field) => (field !== 'id' || shown === undefined) && values[field] !== before?.[field],
      )
      .map((field) => [`${path}.${field}`, values[field]] as const),
    ...(shown === undefined ? [] : pickFields(path, { id: values.id, text: shown })),
    ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
  ]
}

function pickFields(path: string, pick: PickedProduct): readonly HiddenField[] {
  return [
    [`${path}.offered`, 'yes'],
    [`${path}.id`, pickValue(pick)],
  ]
}

function discountValues({ discounts }: QuoteDraft): readonly HiddenField[] {
  const fields = discounts.flatMap(({ type, value, label, lines, isRemoved }, index) => {
    const path = `discounts[${index}]`
    return [
      [`${path}.type`, type] as const,
      [`${path}.value`, value] as const,
      [`${path}.label`, label] as const,
      ...['', ...lines].map((key) => [`${path}.lines`, key] as const),
      ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
    ]
  })
  return [...fields, [allDiscountsField, 'yes']]
}
