import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { checkbox, type FieldProps, field, select } from '../../pages/forms/field.js'
import { type Form, toFormText } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { ProductSuggestion } from '../../ports/product-search.js'
import type { DeskCall } from '../desk-call.js'
import { findProducts } from '../edit/find-products.js'
import { formToken, keyField, versionField } from '../forms.js'
import { detailFields, parseSentId, productIdValue } from '../parts/fields.js'
import { ownInputs, type ShownField } from '../parts/own-fields.js'
import type { DeskStrings } from '../strings.js'
import { isBlankOwn } from './own-draft.js'
import {
  customerFields,
  customerLabel,
  getProductId,
  isCustomDraft,
  type LineDraft,
  lineFields,
  ownOf,
  type ProductFacts,
  priceText,
  storedField,
  type TemplateDraft,
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
  /** The products to choose from, by the paths of their lines. */
  readonly offers?: ReadonlyMap<string, readonly ProductSuggestion[]> | undefined
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
  const { templates: strings, labels } = call.strings
  const submit = html`<button class="primary" name="action" value="save">${
    version === undefined ? strings.create : strings.save
  }</button>`
  return html`<form method="post" action="${call.url(path)}" class="stack" novalidate>
    ${formToken(call)}
    ${keyField()}${version !== undefined && versionField(version)}
    <input type="hidden" name="rows" value="${emptyRows}">
    <div class="title"><h1>${heading}</h1><div class="actions">${actions}${submit}</div></div>
    ${notice}
    ${errors && errorSummary(strings.notSaved, errors, (path) => getLabel(call, props, path))}
    <div class="card stack">${field({
      name: 'name',
      label: strings.name,
      value: draft.name,
      errors,
      isRequired: true,
    })}${field({
      name: 'currency',
      label: labels.quote.currency,
      value: draft.currency,
      hint: strings.amountsCurrencyHint,
      errors,
    })}</div>
    ${linesCard(call, props)}
    ${ownCard(call, props)}
    <div class="card"><h2>${labels.quote.customer}</h2>
      <p class="muted">${strings.customerHint}</p>
      ${customerFields(call, draft.customer, errors)}
    </div>
    ${tagsCard(strings, props)}
    <div class="actions">${submit}</div>
  </form>`
}

function linesCard(call: DeskCall, props: TemplateFormProps): Html {
  const { draft, errors } = props
  const { templates: strings, labels } = call.strings
  const ofAll = errors !== undefined && Object.hasOwn(errors, 'products') && errors.products
  return html`<div class="card"><h2 id="f-products" tabindex="-1">${labels.quote.products}</h2>
    ${ofAll && html`<p class="error">${ofAll}</p>`}
    ${lineRows(call, { ...props, lines: draft.lines })}
    <p class="hint">${strings.linesHint}</p>
    <div class="add-lines">
      ${call.options.searchProducts && productSearch(strings, props.search)}
      <button name="action" value="rows">${strings.addRows}</button>
    </div>
  </div>`
}

/** Shows the own fields of new quotes. */
function ownCard({ ownFields, strings }: DeskCall, { draft, errors }: TemplateFormProps) {
  if (ownFields.quote.length === 0) return false
  return html`<div class="card"><h2>${strings.edit.moreAboutQuote}</h2>
    <div class="fields">${ownInputs(ownFields.quote, (each) => draft.own.get(each) ?? '', { errors })}</div>
  </div>`
}

type TemplateStrings = DeskStrings['templates']

function productSearch(strings: TemplateStrings, search: ProductSearch | undefined): Html {
  return html`<div class="word-search">
    ${field({ name: 'find', label: strings.findProduct, type: 'search', value: search?.text })}
    <button name="action" value="find">${strings.find}</button>
  </div>
  ${search !== undefined && searchResults(strings, search)}`
}

function searchResults(strings: TemplateStrings, { text, found }: ProductSearch): Html {
  if (found === undefined)
    return html`<p class="error found-products" role="alert">${strings.noSearch}</p>`
  if (found.length === 0)
    return html`<p class="found-products" role="status">${strings.noProduct(text)}</p>`
  return html`<ul class="found-products" aria-label="${strings.productsFound}">${found.map(
    ({ id, name, sku }) => html`<li>
      <button name="add" value="${JSON.stringify(id)}">${strings.addProduct}<span class="visually-hidden"> ${name}
      </span></button>
      <span class="wrap">${name} <span class="muted">${sku}</span></span></li>`,
  )}</ul>`
}

function tagsCard(strings: TemplateStrings, { draft, storeTags }: TemplateFormProps): Html {
  const names = [...new Set([...storeTags, ...draft.tags])]
  if (names.length === 0) return html``
  const isKnown = new Set(storeTags)
  return html`<div class="card"><fieldset><legend>${strings.tags}</legend>
    <div class="fields">${names.map((name) =>
      checkbox({
        name: 'tag_list',
        label: isKnown.has(name) ? name : strings.hiddenTag(name),
        value: toFormText(name),
        isChecked: draft.tags.includes(name),
      }),
    )}</div>
  </fieldset></div>`
}

function getLabel(
  call: DeskCall,
  { draft, facts }: Pick<TemplateFormProps, 'draft' | 'facts'>,
  path: string,
): string | undefined {
  const { strings, ownFields } = call
  const { common, edit, labels, templates } = strings
  if (path === 'name') return templates.name
  if (path === 'currency') return labels.quote.currency
  if (path === 'products') return labels.quote.products
  const [, index, name = ''] = /^products\[(\d+)\]\.?([\w.-]*)$/.exec(path) ?? []
  const own = (fields: readonly ShownField[], each: string) =>
    fields.find((known) => known.path === each)?.label
  if (index === undefined) return own(ownFields.quote, path) ?? customerLabel(call, path)
  const ownLabel = own(ownFields.line, name)
  if (ownLabel !== undefined) return edit.lineProduct(Number(index) + 1, ownLabel)
  return Object.hasOwn(labels.line, name)
    ? edit.lineProduct(Number(index) + 1, labels.line[name as 'id'])
    : common.lineNumber(Number(index) + 1, draftName(templates, draft.lines[Number(index)], facts))
}

/** What a button changes in the form that is shown again. Nothing is stored. */
export interface FormChange {
  readonly draft: TemplateDraft
  readonly rows?: number
  readonly search?: ProductSearch
  readonly offers?: TemplateFormProps['offers']
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
        lines: [...draft.lines, toLineDraft({ id: product, qty: 1 }, call)],
      },
    }
  const action = form.get('action')
  if (action === 'rows') {
    const shown = /^\d{1,3}$/.test(form.get('rows')) ? Number(form.get('rows')) : 1
    return { draft, rows: Math.min(shown + rowsPerClick, maxEmptyRows) }
  }
  if (action === 'edit') return { draft }
  if (action !== 'find' || !call.options.searchProducts) return undefined
  const text = form.get('find').slice(0, maxSearchLength)
  return { draft, search: { text, found: await findProducts(call, text, () => undefined) } }
}

/** What the table of lines shows. */
export interface LineRowsProps {
  readonly lines: readonly LineDraft[]
  readonly facts: ProductFacts
  readonly errors?: FieldErrors | undefined
  readonly offers?: ReadonlyMap<string, readonly ProductSuggestion[]> | undefined
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

const emptyLine = Object.fromEntries(lineFields.map((field) => [field, ''])) as unknown as LineDraft

/** Shows the lines of a template, and empty rows for new ones. */
function lineRows(call: DeskCall, props: LineRowsProps): Html {
  const { lines, emptyRows } = props
  const { templates: strings, common, labels } = call.strings
  const empty = (kind: Row['kind']) => Array.from({ length: emptyRows }, () => ({ kind }))
  const rows: readonly Row[] = [
    ...lines.map((line) => ({ line, kind: getKind(line), isEmpty: false })),
    ...[...empty('product'), ...empty('custom')].map(({ kind }) => ({
      line: emptyLine,
      kind,
      isEmpty: true,
    })),
  ].map((row, index) => ({
    ...row,
    path: `products[${index}]`,
    name: getName(strings, row, props.facts),
  }))
  return html`<table class="rows template-lines">
    <thead><tr>
      <th scope="col">${strings.item}</th>
      <th scope="col" class="number">${labels.line.qty}</th>
      <th scope="col" class="number">${labels.line.price}</th>
      <th scope="col" class="number">${labels.line.quote}</th>
      <th scope="col" class="number">${common.discountPercent}</th>
      <th scope="col">${labels.line.note}</th><th scope="col">${common.remove}</th>
    </tr></thead>
    <tbody>${rows.map((row) => lineRow(call, props, row))}</tbody>
  </table>`
}

function getKind(line: LineDraft): Row['kind'] {
  return isCustomDraft(line) ? 'custom' : 'product'
}

function lineRow(call: DeskCall, props: LineRowsProps, row: Row): Html {
  const { path, line, isEmpty } = row
  const {
    templates: strings,
    common,
    labels: { line: labels },
  } = call.strings
  const { errors } = props
  const input = (name: 'qty' | 'quote' | 'discount_percent' | 'note') =>
    field({
      name: `${path}.${name}`,
      label: strings.ofLine(labels[name], row.name),
      value: line[name],
      isLabelHidden: true,
      errors,
      ...(name === 'note' ? undefined : { inputMode: 'decimal' }),
    })
  return html`<tr${isEmpty && html` class="new-line"`}>
    <td class="item">${itemCell(call.strings, { ...props, hasSearch: Boolean(call.options.searchProducts) }, row)}${ownCell(call, props, row)}</td>
    <td class="number" data-label="${labels.qty}">${input('qty')}</td>
    <td class="number" data-label="${labels.price}">${priceCell(call, props, row)}</td>
    <td class="number" data-label="${labels.quote}">${input('quote')}${discountPerUnit(strings, row)}</td>
    <td class="number" data-label="${common.discountPercent}">${input('discount_percent')}</td>
    <td class="note" data-label="${labels.note}">${input('note')}</td>
    <td class="remove">${!isEmpty && removeBox(call.strings, row)}</td>
  </tr>`
}

/** A discount per unit comes from requests; a price or a percentage that is typed replaces it. */
function discountPerUnit(strings: TemplateStrings, { path, line }: Row): Html | false {
  const { discount, quote, discount_percent: percent } = line
  if (discount === '') return false
  const shown = html`<span class="muted">${strings.listPriceLess(discount)}</span>`
  return html`${hiddenField(`${path}.discount`, discount)}${quote + percent === '' && shown}`
}

function removeBox({ templates, common }: DeskStrings, { path, name }: Row): Html {
  return html`<label class="check"><input type="checkbox" name="${path}.remove" value="yes"
    aria-label="${templates.removeLine(name)}"> <span class="phone-only"
    aria-hidden="true">${common.remove}</span></label>`
}

/** Returns what people call a line of a template: its own name, or that of its product. */
export function draftName(
  strings: TemplateStrings,
  line: LineDraft | undefined,
  { lines }: Pick<ProductFacts, 'lines'>,
): string {
  if (line === undefined) return strings.thisLine
  const product = lines.get(getProductId(line) ?? '')?.name
  return line.name || product || line.id || strings.thisLine
}

function getName(
  strings: TemplateStrings,
  { line, kind, isEmpty }: Omit<Row, 'path' | 'name'>,
  { lines }: ProductFacts,
) {
  if (isEmpty) return kind === 'custom' ? strings.newOwnLine : strings.newProduct
  return draftName(strings, line, { lines })
}

function itemCell(
  strings: DeskStrings,
  { facts, errors, offers, hasSearch }: LineRowsProps & { readonly hasSearch: boolean },
  { path, line, kind, isEmpty }: Row,
): Html {
  const { templates, common } = strings
  if (kind === 'custom') return customCell(strings, { path, line, isEmpty }, errors)
  const id = getProductId(line)
  const known = id === undefined ? undefined : facts.lines.get(id)
  if (known === undefined) {
    const isMissing = id !== undefined && facts.missing.has(id)
    const shown = isMissing ? { [`${path}.id`]: templates.missingProduct } : errors
    const label = isEmpty ? templates.newProductId : templates.productId
    const offered = offers?.get(path)
    if (offered !== undefined)
      return offeredProducts({ name: `${path}.id`, label, line, errors }, offered)
    return html`${field({
      name: `${path}.id`,
      label,
      value: line.id,
      errors: shown,
      placeholder: hasSearch ? strings.edit.productPlaceholder : undefined,
    })}`
  }
  const { name, sku, unit } = known
  const details = [id, sku, unit && common.perUnit(unit)].filter(Boolean).join(' · ')
  return html`${hiddenField(`${path}.id`, line.id)}
    <strong class="wrap">${name ?? common.product(line.id)}</strong>
    <div class="muted wrap">${details}</div>`
}

/** Shows a choice of the products that match what was typed. */
function offeredProducts(
  { line, ...shown }: Pick<FieldProps, 'name' | 'label' | 'errors'> & { readonly line: LineDraft },
  offered: readonly ProductSuggestion[],
): Html {
  const options = offered.map(({ id, name, sku }) => {
    const text = [name, sku].filter(Boolean).join(' · ')
    return [productIdValue(id), text] as const
  })
  return select({ ...shown, value: line.id, options: [[line.id, `${line.id}…`], ...options] })
}

function customCell(
  { templates, labels: { line: labels } }: DeskStrings,
  { path, line, isEmpty }: Pick<Row, 'path' | 'line' | 'isEmpty'>,
  errors: FieldErrors | undefined,
): Html {
  const label = isEmpty ? templates.newOwnName : labels.name
  const name = field({ name: `${path}.name`, label, value: line.name, errors })
  const facts = detailFields.map((each) =>
    field({ name: `${path}.${each}`, label: labels[each], value: line[each], errors }),
  )
  const hasError = detailFields.some((each) => Object.hasOwn(errors ?? {}, `${path}.${each}`))
  return html`${name}<details${hasError && html` open`}><summary>${templates.moreFields}</summary>
    <div class="stack">${facts}</div></details>`
}

/** Shows the own fields of a line, and sends what they were. */
function ownCell(
  { ownFields, strings }: DeskCall,
  { errors }: LineRowsProps,
  { path, line }: Row,
): Html | false {
  const { line: fields } = ownFields
  if (fields.length === 0) return false
  const own = ownOf(line)
  const hasError = fields.some((each) => Object.hasOwn(errors ?? {}, `${path}.${each.path}`))
  const stored = JSON.stringify(line.stored ?? {})
  return html`<details${(hasError || !isBlankOwn(own)) && html` open`}>
    <summary>${strings.edit.ownFields}</summary>
    ${stored !== '{}' && hiddenField(`${path}.${storedField}`, stored)}
    <div class="stack">${ownInputs(fields, (each) => own.get(each) ?? '', { prefix: `${path}.`, errors })}</div></details>`
}

function priceCell(
  { formats, strings }: DeskCall,
  { facts, errors }: LineRowsProps,
  row: Row,
): Html {
  const { path, line, kind } = row
  if (kind === 'custom')
    return field({
      name: `${path}.price`,
      label: strings.templates.ofLine(strings.labels.line.price, row.name),
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
    now !== price && html`<div class="muted">${strings.templates.insteadOf(show(price))}</div>`
  }</div>`
}

function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`
}
