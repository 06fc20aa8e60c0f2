import { html } from 'hono/html'
import type { FieldErrors } from '../../../errors.js'
import { field, idOf, select } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { ProductLine } from '../../../quote/quote.js'
import type { ProductSuggestion } from '../../options.js'
import { shortened } from '../conflicts/flatten.js'
import { priceValue, productIdValue } from '../draft/product-values.js'
import { type DraftRow, type RowField, rowFields } from '../draft/quote-draft.js'
import { textField } from './text-field.js'

/** The number of the row that the module copies. It replaces both by those of the copy. */
export const templateIndex = 'N0'
const templateNumber = 'N1'

/** A row of the table of lines. */
export interface RowProps {
  /** Its number in the names of its fields. */
  readonly index: string
  readonly row: DraftRow
  /** The stored line; undefined for a new one. */
  readonly line?: ProductLine | undefined
  /** What the row would add. */
  readonly added?: ProductLine | undefined
  /** The products that match what was typed, if there are several. */
  readonly offers?: readonly ProductSuggestion[] | undefined
  /** What the line costs. */
  readonly total?: string | undefined
  readonly errors: FieldErrors
  readonly money: (amount: string) => string
  /** True if products are found by words. */
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
  if (line !== undefined) return shortened(name || sku || `product ${id}`)
  const number = index === templateIndex ? templateNumber : Number(index) + 1
  return shortened(name || `new line ${number}`)
}

function productCell(props: RowProps, name: string, isCustom: boolean): Html {
  const { row, line, index, errors } = props
  if (line === undefined)
    return html`<div class="cell">${newProduct(props, name)}${moreFields(props, true)}</div>`
  const own = () =>
    textField({
      name: `products[${index}].name`,
      label: `Name of line ${Number(index) + 1}`,
      value: row.values.name,
      errors,
      isLabelHidden: true,
    })
  return html`<div class="cell">
    ${isCustom ? own() : html`<span class="name">${line.name ?? name}</span><span class="muted">${factsOf(line)}</span>`}
    ${moreFields(props, isCustom)}
  </div>`
}

/** Shows one field for what a new row adds: a product, or a line of its own. */
function newProduct(
  { row, index, errors, hasSearch, offers, added }: RowProps,
  name: string,
): Html {
  const value = row.values.id || row.values.name
  const shared = { name: `products[${index}].id`, label: `Product, ${name}`, value, errors }
  if (offers !== undefined) {
    const found = offers.map(
      ({ id, name: label, sku, price }) =>
        [productIdValue(id), [label, sku, price].filter(Boolean).join(' · ')] as const,
    )
    return select({ ...shared, isLabelHidden: true, options: [[value, `${value}…`], ...found] })
  }
  return html`${textField({
    ...shared,
    isLabelHidden: true,
    placeholder: hasSearch ? 'Name, SKU or id' : 'Id, or name of a line',
    list: hasSearch ? 'found-products' : undefined,
  })}<span class="muted" data-name>${row.values.id !== '' && added?.name}</span>`
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
