import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, field } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { findProducts } from '../edit/find-products.js'
import { formToken, keyField, versionField } from '../forms.js'
import type { ProductSuggestion } from '../options.js'
import { detailFields, innerLabel, lineLabels, parseSentId } from '../parts/fields.js'
import {
  customerFields,
  customerLabel,
  getProductId,
  isCustomDraft,
  type LineDraft,
  lineFields,
  type ProductFacts,
  priceText,
  type TemplateDraft,
  toFormText,
  toLineDraft,
} from './template-draft.js'

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
  if (action === 'edit') return { draft }
  if (action !== 'find' || call.options.searchProducts === undefined) return undefined
  const text = form.get('find').slice(0, maxSearchLength)
  return { draft, search: { text, found: await findProducts(call, text) } }
}

/** What the table of lines shows. */
export interface LineRowsProps {
  readonly lines: readonly LineDraft[]
  readonly facts: ProductFacts
  readonly errors?: FieldErrors | undefined
  /** How many empty rows of each kind follow the lines. */
  readonly emptyRows: number
}

interface Row {
  readonly line: LineDraft
  /** `products[3]` */
  readonly path: string
  readonly kind: 'product' | 'custom'
  readonly isEmpty: boolean
  /** Names the line in the labels of its inputs. */
  readonly name: string
}

const emptyLine = Object.fromEntries(lineFields.map((field) => [field, ''])) as LineDraft

/** Shows the lines of a template, and empty rows for new ones. */
function lineRows(call: DeskCall, props: LineRowsProps): Html {
  const { lines, emptyRows } = props
  const empty = (kind: Row['kind']) => Array.from({ length: emptyRows }, () => ({ kind }))
  const rows: readonly Row[] = [
    ...lines.map((line) => ({ line, kind: getKind(line), isEmpty: false })),
    ...[...empty('product'), ...empty('custom')].map(({ kind }) => ({
      line: emptyLine,
      kind,
      isEmpty: true,
    })),
  ].map((row, index) => ({ ...row, path: `products[${index}]`, name: getName(row, props.facts) }))
  return html`<table class="rows template-lines">
    <thead><tr>
      <th scope="col">Item</th><th scope="col" class="number">Quantity</th>
      <th scope="col" class="number">List price</th>
      <th scope="col" class="number">Offered price</th>
      <th scope="col" class="number">Discount %</th>
      <th scope="col">Note</th><th scope="col">Remove</th>
    </tr></thead>
    <tbody>${rows.map((row) => lineRow(call, props, row))}</tbody>
  </table>`
}

function getKind(line: LineDraft): Row['kind'] {
  return isCustomDraft(line) ? 'custom' : 'product'
}

function lineRow(call: DeskCall, props: LineRowsProps, row: Row): Html {
  const { path, line, isEmpty } = row
  const { errors } = props
  const input = (name: 'qty' | 'quote' | 'discount_percent' | 'note') =>
    field({
      name: `${path}.${name}`,
      label: `${lineLabels[name]} of ${row.name}`,
      value: line[name],
      isLabelHidden: true,
      errors,
      ...(name === 'note' ? undefined : { inputMode: 'decimal' }),
    })
  return html`<tr${isEmpty && html` class="new-line"`}>
    <td class="item">${itemCell(props, row)}</td>
    <td class="number" data-label="Quantity">${input('qty')}</td>
    <td class="number" data-label="List price">${priceCell(call, props, row)}</td>
    <td class="number" data-label="Offered price">${input('quote')}${discountPerUnit(row)}</td>
    <td class="number" data-label="Discount %">${input('discount_percent')}</td>
    <td class="note" data-label="Note">${input('note')}</td>
    <td class="remove">${!isEmpty && removeBox(row)}</td>
  </tr>`
}

/** A discount per unit comes from requests; a price or a percentage that is typed replaces it. */
function discountPerUnit({ path, line }: Row): Html | false {
  const { discount, quote, discount_percent: percent } = line
  if (discount === '') return false
  const shown = html`<span class="muted">List price less ${discount}</span>`
  return html`${hiddenField(`${path}.discount`, discount)}${quote + percent === '' && shown}`
}

function removeBox({ path, name }: Row): Html {
  return html`<label class="check"><input type="checkbox" name="${path}.remove" value="yes"
    aria-label="Remove ${name}"> <span class="phone-only"
    aria-hidden="true">Remove</span></label>`
}

function getName({ line, kind, isEmpty }: Omit<Row, 'path' | 'name'>, { lines }: ProductFacts) {
  if (isEmpty) return kind === 'custom' ? 'a new line of your own' : 'a new product'
  return line.name || lines.get(getProductId(line) ?? '')?.name || line.id || 'this line'
}

function itemCell({ facts, errors }: LineRowsProps, { path, line, kind, isEmpty }: Row): Html {
  if (kind === 'custom') return customCell(path, line, isEmpty, errors)
  const id = getProductId(line)
  const known = id === undefined ? undefined : facts.lines.get(id)
  if (known === undefined) {
    const isMissing = id !== undefined && facts.missing.has(id)
    const shown = isMissing ? { [`${path}.id`]: 'is not a product of this store now' } : errors
    const label = isEmpty ? 'Product: its id' : 'Product id'
    return html`${field({ name: `${path}.id`, label, value: line.id, errors: shown })}`
  }
  const { name, sku, unit } = known
  const details = [id, sku, unit && `per ${unit}`].filter(Boolean).join(' · ')
  return html`${hiddenField(`${path}.id`, line.id)}
    <strong class="wrap">${name ?? `Product ${line.id}`}</strong>
    <div class="muted wrap">${details}</div>`
}

function customCell(
  path: string,
  line: LineDraft,
  isEmpty: boolean,
  errors: FieldErrors | undefined,
): Html {
  const label = isEmpty ? 'Line of your own: its name' : 'Name'
  const name = field({ name: `${path}.name`, label, value: line.name, errors })
  const facts = detailFields.map((each) =>
    field({ name: `${path}.${each}`, label: lineLabels[each], value: line[each], errors }),
  )
  const hasError = detailFields.some((each) => Object.hasOwn(errors ?? {}, `${path}.${each}`))
  return html`${name}<details${hasError && html` open`}><summary>More fields</summary>
    <div class="stack">${facts}</div></details>`
}

function priceCell({ formats }: DeskCall, { facts, errors }: LineRowsProps, row: Row): Html {
  const { path, line, kind } = row
  if (kind === 'custom')
    return field({
      name: `${path}.price`,
      label: `${lineLabels.price} of ${row.name}`,
      value: line.price,
      isLabelHidden: true,
      inputMode: 'decimal',
      errors,
    })
  const known = facts.lines.get(getProductId(line) ?? '')
  if (known === undefined) return html`<div class="list-price muted">–</div>`
  const { price, calculated_price: now } = known
  const show = (amount: number) => formats.money(priceText(amount), facts.currency || undefined)
  return html`<div class="list-price">${show(now)}${
    now !== price && html`<div class="muted">instead of ${show(price)}</div>`
  }</div>`
}

function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}
