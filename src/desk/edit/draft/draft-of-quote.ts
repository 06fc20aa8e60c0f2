import type { TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import { getKey } from '../../../quote/lines/line-keys.js'
import { shownUnitPrice } from '../../../quote/precision.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import { mapTextFields } from '../../../quote/text-fields.js'
import { customerLabels } from '../../parts/field-labels.js'
import { productIdValue } from '../../parts/product-ids.js'
import { percentValue } from './product-values.js'
import type { DraftRow, QuoteDraft } from './quote-draft.js'

/** The lines of a quote by their keys, in the order of display. */
export type LinesByKey = ReadonlyMap<string, ProductLine>

/** Returns the lines of a quote by their keys, in the order of display. */
export function displayedLines({ products, product_order: order }: Quote): LinesByKey {
  const lines = new Map(products.map((line, index) => [getKey(line, index), line]))
  if (order === null) return lines
  const displayed = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [[key, line] as const]
  })
  return new Map([...displayed, ...lines])
}

/** Returns what the form of a quote shows. */
export function draftOfQuote(quote: Quote, numbers: TypedNumbers): QuoteDraft {
  const { customer, shipping, discounts = [], tags, owner = '' } = quote
  const { product } = shipping
  return {
    numbers,
    customer: new Map(
      Object.keys(customerLabels).map((name) => [
        name,
        Object.hasOwn(customer, name) ? (customer[name] ?? '') : '',
      ]),
    ),
    fields: Object.entries(customer)
      .filter(([name]) => !Object.hasOwn(customerLabels, name))
      .map(([name, value = '']) => ({ name, value })),
    rows: [...displayedLines(quote)].map(([key, line], index) =>
      toRow(key, line, index, { shown: quote, numbers }),
    ),
    discounts: discounts.map(({ type, value, label = '', lines = [] }) => ({
      type,
      value: numbers.format(value),
      label,
      lines,
      isRemoved: false,
    })),
    shipping: {
      type: shipping.type,
      name: product?.name ?? '',
      price: numbers.format(product?.price ?? ''),
      tax_code: product?.tax_code ?? '',
    },
    tags: tags ?? [],
    owner,
    currency: quote.currency ?? '',
  }
}

function toRow(
  key: string,
  line: ProductLine,
  index: number,
  { shown, numbers }: { readonly shown: Quote; readonly numbers: TypedNumbers },
): DraftRow {
  const { id, qty, price, quote, note = '' } = line
  const values = {
    position: String(index + 1),
    id: productIdValue(id),
    qty: numbers.format(String(qty)),
    quote: numbers.format(shownUnitPrice(quote, shown)),
    discount_percent: numbers.format(percentValue(line)),
    note,
    price: numbers.format(shownUnitPrice(price, shown)),
    ...mapTextFields((name) => line[name] ?? ''),
  }
  return { key, values, isRemoved: false }
}
