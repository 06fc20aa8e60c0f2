import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { detailFields, lineLabels } from '../../parts/field-labels.js'
import { priceText } from './form-text.js'
import type { ProductFacts } from './product-facts.js'
import { getProductId, isCustomDraft, type LineDraft, lineFields } from './template-draft.js'

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
export function lineRows(call: DeskCall, props: LineRowsProps): Html {
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
