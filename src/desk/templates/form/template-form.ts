import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { errorSummary } from '../../../pages/forms/error-summary.js'
import { checkbox, field } from '../../../pages/forms/field.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { findProducts } from '../../edit/find-products.js'
import { formToken, keyField, versionField } from '../../forms/form-fields.js'
import type { ProductSuggestion } from '../../options.js'
import { innerLabel, lineLabels } from '../../parts/field-labels.js'
import { parseSentId } from '../../parts/product-ids.js'
import { customerFields, customerLabel } from './customer-fields.js'
import { toFormText } from './form-text.js'
import { lineRows } from './line-rows.js'
import type { ProductFacts } from './product-facts.js'
import { type TemplateDraft, toLineDraft } from './template-draft.js'

/** What the form of a template shows. */
interface TemplateFormProps {
  /** Where the form is sent to. */
  readonly path: string
  readonly heading: string
  readonly draft: TemplateDraft
  readonly facts: ProductFacts
  /** The names of the tags of the store. */
  readonly storeTags: readonly string[]
  readonly emptyRows: number
  /** The version that the form changes; absent for a new template. */
  readonly version?: number | undefined
  readonly errors?: FieldErrors | undefined
  /** The result of a search for products. */
  readonly search?: ProductSearch | undefined
  /** What is said above the form. */
  readonly notice?: Html | false | undefined
  /** Links beside the button. */
  readonly actions?: Html | undefined
}

/** Words that were searched for, and the products that were found. */
interface ProductSearch {
  readonly text: string
  /** Undefined if the search of the host failed. */
  readonly found: readonly ProductSuggestion[] | undefined
}

/** Shows the form of a template. */
export function templateForm(call: DeskCall, props: TemplateFormProps): Html {
  const { path, heading, draft, errors, version, emptyRows, notice, actions } = props
  const submit = html`<button class="primary" name="action" value="save">${
    version === undefined ? 'Create template' : 'Save'
  }</button>`
  return html`<form method="post" action="${call.url(path)}" class="stack" novalidate>
    ${formToken(call)}
    ${keyField()}${version !== undefined && versionField(version)}
    <input type="hidden" name="rows" value="${emptyRows}">
    <div class="title"><h1>${heading}</h1><div class="actions">${actions}${submit}</div></div>
    ${notice}
    ${errors && errorSummary('The template was not saved.', errors, getLabel)}
    <div class="card">${field({
      name: 'name',
      label: 'Name of the template',
      value: draft.name,
      errors,
      isRequired: true,
    })}</div>
    ${linesCard(call, props)}
    <div class="card"><h2>Customer</h2>
      <p class="muted">New quotes start with these fields. Leave empty what differs from quote to
      quote.</p>
      ${customerFields(draft.customer, errors)}
    </div>
    ${tagsCard(props)}
    <div class="actions">${submit}</div>
  </form>`
}

function linesCard(call: DeskCall, props: TemplateFormProps): Html {
  const { draft, errors } = props
  const ofAll = errors !== undefined && Object.hasOwn(errors, 'products') && errors.products
  return html`<div class="card"><h2 id="f-products" tabindex="-1">Lines</h2>
    ${ofAll && html`<p class="error">${ofAll}</p>`}
    ${lineRows(call, { ...props, lines: draft.lines })}
    <p class="hint">Without an offered price or a discount, a new quote has the price of the catalog
    at that time.</p>
    <div class="add-lines">
      ${call.options.searchProducts !== undefined && productSearch(props.search)}
      <button name="action" value="rows">Add rows</button>
    </div>
  </div>`
}

function productSearch(search: ProductSearch | undefined): Html {
  return html`<div class="word-search">
    ${field({ name: 'find', label: 'Find a product', type: 'search', value: search?.text })}
    <button name="action" value="find">Find</button>
  </div>
  ${search !== undefined && searchResults(search)}`
}

function searchResults({ text, found }: ProductSearch): Html {
  if (found === undefined)
    return html`<p class="error found-products" role="alert">The search is not available now. Try again,
      or enter the id of the product.</p>`
  if (found.length === 0)
    return html`<p class="found-products" role="status">No product was found for “${text}”.</p>`
  return html`<ul class="found-products" aria-label="Products that were found">${found.map(
    ({ id, name, sku }) => html`<li>
      <button name="add" value="${JSON.stringify(id)}">Add<span class="visually-hidden"> ${name}
      </span></button>
      <span class="wrap">${name} <span class="muted">${sku}</span></span></li>`,
  )}</ul>`
}

function tagsCard({ draft, storeTags }: TemplateFormProps): Html {
  const names = [...new Set([...storeTags, ...draft.tags])]
  if (names.length === 0) return html``
  const isKnown = new Set(storeTags)
  return html`<div class="card"><fieldset><legend>Tags of new quotes</legend>
    <div class="fields">${names.map((name) =>
      checkbox({
        name: 'tag_list',
        label: isKnown.has(name) ? name : `${name} (hidden: not a tag of the store)`,
        value: toFormText(name),
        isChecked: draft.tags.includes(name),
      }),
    )}</div>
  </fieldset></div>`
}

function getLabel(path: string): string | undefined {
  if (path === 'name') return 'Name of the template'
  if (path === 'products') return 'Lines'
  const [, index, name = ''] = /^products\[(\d+)\]\.(\w+)$/.exec(path) ?? []
  if (index === undefined) return customerLabel(path)
  return Object.hasOwn(lineLabels, name)
    ? `Line ${Number(index) + 1}, ${innerLabel(lineLabels[name as 'id'])}`
    : undefined
}

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
