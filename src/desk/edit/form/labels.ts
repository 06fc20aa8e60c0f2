import type { LabelOf } from '../../../pages/forms/error-summary.js'
import { customerLabels, innerLabel, lineLabels } from '../../parts/field-labels.js'
import { isBlankDiscount, type RowField } from '../draft/quote-draft.js'
import type { EditedQuote } from './edited.js'
import { rowName } from './flatten.js'

const plainLabels: ReadonlyMap<string, string> = new Map([
  ['products', 'Lines'],
  ...Object.entries(customerLabels).map(([name, label]) => [`customer.${name}`, label] as const),
  ['shipping.type', 'Shipping method'],
  ['shipping.product.name', 'Name of the shipping charge'],
  ['shipping.product.price', 'Price of the shipping charge'],
  ['shipping.product.tax_code', 'Tax code of the shipping charge'],
  ['tags', 'Tags'],
  ['owner', 'Owner'],
  ['currency', 'Currency'],
])

const discountLabels: Readonly<Record<string, string>> = {
  type: 'type',
  value: 'value',
  label: 'name',
  lines: 'lines',
}

/** Returns the labels of the fields that a form has, for the list of its errors. */
export function getLabels({ draft, quote }: EditedQuote): LabelOf {
  const productKeys = new Set(
    draft.rows.flatMap(({ key, values }) => (key !== '' && values.id !== '' ? [key] : [])),
  )
  const lineLabel = (index: number, column: string | undefined): string | undefined => {
    const row = draft.rows[index]
    if (row === undefined) return undefined
    if (column === 'id' && row.key === '') return `Line ${index + 1}, ${innerLabel(lineLabels.id)}`
    const name = `Line ${index + 1}, ${rowName(row)}`
    if (column === undefined) return name
    const isFixed = productKeys.has(row.key) && !productColumns.has(column)
    if (isFixed || !Object.hasOwn(lineLabels, column)) return undefined
    if (column === 'id') return undefined
    return `${name}, ${innerLabel(lineLabels[column as RowField])}`
  }
  return (path) => {
    const plain = plainLabels.get(path)
    if (plain !== undefined) return path === 'currency' && quote !== undefined ? undefined : plain
    const [, list, index, column] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
    if (list === 'products') return lineLabel(Number(index), column)
    if (list === 'fields') return fieldLabel(draft.fields[Number(index)]?.name, column)
    if (list !== 'discounts' || column === undefined) return undefined
    const discount = draft.discounts[Number(index)]
    if (discount === undefined || isBlankDiscount(discount)) return undefined
    if (!Object.hasOwn(discountLabels, column)) return undefined
    return `Discount ${Number(index) + 1}, ${discountLabels[column]}`
  }
}

/** What can be changed on a line with a product. */
const productColumns = new Set(['position', 'qty', 'quote', 'discount_percent', 'note'])

function fieldLabel(name: string | undefined, column: string | undefined): string | undefined {
  if (name === undefined) return undefined
  if (column === 'name') return 'Name of a customer field'
  return column === 'value' ? name || 'Value of a customer field' : undefined
}
