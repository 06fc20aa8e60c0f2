import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field, idOf } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { ProductLine } from '../../../quote/quote.js'
import { shortened } from '../conflicts/flatten.js'
import { priceValue } from '../draft/product-values.js'
import { type DraftRow, type RowField, rowFields } from '../draft/quote-draft.js'
import { textField } from './text-field.js'

/** A row of the table of lines. */
export interface RowProps {
  /** Its number in the names of its fields. */
  readonly index: string
  readonly row: DraftRow
  /** The stored line; undefined for a new one. */
  readonly line?: ProductLine | undefined
  /** What the line costs. */
  readonly total?: string | undefined
  readonly errors: FieldErrors
  readonly money: (amount: string) => string
  /** True if products are suggested while a user types. */
  readonly hasSearch: boolean
}

/** Shows a line with its fields. */
export function lineRow(props: RowProps): Html {
  const { index, row, line, total, errors, money } = props
  const path = `products[${index}]`
  const name = nameOf(props)
  const isCustom = line === undefined || line.id === 0
  const cell = (column: RowField, label: string) =>
    field({
      name: `${path}.${column}`,
      label: `${label}, ${name}`,
      value: row.values[column],
      errors,
      isLabelHidden: true,
      inputMode: 'decimal',
    })
  return html`<tr id="${idOf(path)}" data-row${line === undefined && html` data-new`}>
    <td class="number place" data-label="Place">
      <input type="hidden" name="${path}.key" value="${row.key}">${cell('position', 'Place')}</td>
    <td class="product">${productCell(props, name, isCustom)}</td>
    <td class="number" data-label="Quantity">${cell('qty', 'Quantity')}</td>
    <td class="number" data-label="List price">${
      isCustom
        ? cell('price', 'List price')
        : html`<span class="fixed">${money(priceValue(line.price, line.quote))}</span>`
    }</td>
    <td class="number" data-label="Offered price">${cell('quote', 'Offered price')}</td>
    <td class="number" data-label="Discount %">${cell('discount_percent', 'Discount in percent')}</td>
    <td class="number" data-label="Total"><span class="fixed" data-total>${
      total !== undefined && money(total)
    }</span></td>
    <td class="remove"><label class="check" for="${idOf(`${path}.remove`)}">
      <input type="checkbox" id="${idOf(`${path}.remove`)}" name="${path}.remove" value="yes"${
        row.isRemoved && html` checked`
      }> <span class="text">Remove<span class="visually-hidden"> ${name}</span></span></label></td>
  </tr>`
}

function nameOf({ row, line, index }: RowProps): string {
  const { name, sku, id } = row.values
  if (line === undefined) return shortened(name || `new line ${index}`)
  return shortened(name || sku || `product ${id}`)
}

function productCell(props: RowProps, name: string, isCustom: boolean): Html {
  const { row, line, index, errors, hasSearch } = props
  const path = `products[${index}]`
  const { values } = row
  const own = (column: 'id' | 'name', label: string, isLabelHidden = false) => {
    const list = column === 'id' && hasSearch ? 'found-products' : undefined
    const value = values[column]
    return textField({ name: `${path}.${column}`, label, value, errors, list, isLabelHidden })
  }
  if (line !== undefined && !isCustom)
    return html`<span class="name">${line.name ?? name}</span>
      <span class="muted">${factsOf(line)}</span>
      ${moreFields(props, false)}`
  if (line !== undefined)
    return html`${own('name', `Name of line ${Number(index) + 1}`, true)}${moreFields(props, true)}`
  return html`<div class="new">
    ${own('id', 'Product id')}
    ${own('name', 'or name')}
  </div>
  ${moreFields(props, true)}`
}

function factsOf({ id, name, sku, unit }: ProductLine): string {
  const facts = [sku ?? (name === undefined ? undefined : String(id)), unit && `per ${unit}`]
  return facts.filter(Boolean).join(' · ')
}

const factLabels = {
  sku: 'SKU',
  unit: 'Unit',
  description: 'Description',
  image: 'Address of a picture',
  tax_code: 'Tax code',
} as const

/** Shows what most lines do not have: a note, and the facts of a line without a product. */
function moreFields({ row, index, line, errors, money }: RowProps, isCustom: boolean): Html {
  const path = `products[${index}]`
  const { values } = row
  const hasError = rowFields.some((each) => `${path}.${each}` in errors && isHidden(each))
  const isOpen = values.note !== '' || hasError
  const facts = Object.entries(factLabels) as [keyof typeof factLabels, string][]
  return html`<details class="more"${isOpen && html` open`}>
    <summary>${isCustom ? 'Note and facts' : 'Note'}</summary>
    ${field({ name: `${path}.note`, label: 'Note', value: values.note, errors, rows: 2 })}
    ${
      isCustom &&
      html`<div class="fields">${facts.map(([name, label]) => {
        const rows = name === 'description' ? { rows: 2 } : undefined
        return textField({ name: `${path}.${name}`, label, value: values[name], errors, ...rows })
      })}</div>`
    }
    ${
      line?.price_breaks !== undefined &&
      html`<p class="hint">Catalog prices: ${line.price_breaks
        .map(({ qty, price }) => `from ${qty}: ${money(priceValue(price, line.quote))}`)
        .join(', ')}.</p>`
    }
  </details>`
}

function isHidden(name: RowField): boolean {
  return name === 'note' || Object.hasOwn(factLabels, name)
}
