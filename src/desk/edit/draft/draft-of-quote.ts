import { keyOf } from '../../../quote/lines/line-keys.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import { percentValue, priceValue, productIdValue } from './product-values.js'
import { customerLabels, type DraftRow, type QuoteDraft } from './quote-draft.js'

/** The lines of a quote by their keys, in the order of display. */
export type LinesByKey = ReadonlyMap<string, ProductLine>

/** Returns the lines of a quote by their keys, in the order of display. */
export function displayedLines({ products, product_order: order }: Quote): LinesByKey {
  const lines = new Map(products.map((line, index) => [keyOf(line, index), line]))
  if (order === null) return lines
  const displayed = order.flatMap((key) => {
    const line = lines.get(key)
    return line === undefined ? [] : [[key, line] as const]
  })
  return new Map([...displayed, ...lines])
}

/** Returns what the form of a quote shows. */
export function draftOfQuote(quote: Quote): QuoteDraft {
  const { customer, shipping, discounts = [], tags, owner = '' } = quote
  const { product } = shipping
  return {
    customer: new Map(
      Object.keys(customerLabels).map((name) => [
        name,
        Object.hasOwn(customer, name) ? (customer[name] ?? '') : '',
      ]),
    ),
    fields: Object.entries(customer)
      .filter(([name]) => !Object.hasOwn(customerLabels, name))
      .map(([name, value = '']) => ({ name, value })),
    rows: [...displayedLines(quote)].map(([key, line], index) => rowOf(key, line, index)),
    discounts: discounts.map(({ type, value, label = '', lines = [] }) => ({
      type,
      value,
      label,
      lines,
      isRemoved: false,
    })),
    shipping: {
      type: shipping.type,
      name: product?.name ?? '',
      price: product?.price ?? '',
      tax_code: product?.tax_code ?? '',
    },
    tags: tags ?? [],
    owner,
    currency: quote.currency ?? '',
  }
}

function rowOf(key: string, line: ProductLine, index: number): DraftRow {
  const { id, qty, price, quote, note = '', name = '', sku = '', unit = '' } = line
  const { description = '', image = '', tax_code = '' } = line
  const values = {
    position: String(index + 1),
    id: productIdValue(id),
    qty: String(qty),
    quote,
    discount_percent: percentValue(line),
    note,
    name,
    price: priceValue(price, quote),
    sku,
    unit,
    description,
    image,
    tax_code,
  }
  return { key, values, isRemoved: false }
}
