import { type Amount, equals, parseAmount } from '../../../money/amount.js'
import { toFixedAtLeast } from '../../../money/rounding.js'
import { keyOf } from '../../../quote/lines/line-keys.js'
import { decimalsOf } from '../../../quote/lines/line-pricing.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import { fill } from '../document-strings.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainText } from '../plain-text.js'
import type { DocumentLine } from '../quote-document.js'
import { stepsByLine } from './price-steps.js'

/** Returns the lines of a quote in the order of display. */
export function documentLines(quote: Quote, settings: DocumentSettings): DocumentLine[] {
  const steps = settings.priceSteps ? stepsByLine(quote, settings) : undefined
  const currency = quote.currency ?? settings.currency
  const lines = quote.products.map((line, index) => {
    const key = keyOf(line, index)
    const ofLine = steps?.get(key)
    const shown = documentLine(line, key, currency, settings)
    return ofLine === undefined ? shown : { ...shown, steps: ofLine }
  })
  return inOrder(lines, quote.product_order)
}

/** Returns every line once: those of the order first. */
function inOrder(lines: DocumentLine[], order: readonly string[] | null): DocumentLine[] {
  if (order === null) return lines
  const byKey = new Map(lines.map((line) => [line.key, line]))
  const ordered = order.flatMap((key) => {
    const line = byKey.get(key)
    byKey.delete(key)
    return line ?? []
  })
  return ordered.length === lines.length ? ordered : [...ordered, ...byKey.values()]
}

function documentLine(
  line: ProductLine,
  key: string,
  currency: string | undefined,
  { formats, strings }: DocumentSettings,
): DocumentLine {
  const { id, qty, price, quote: unitPrice, quote_total: total, name, unit } = line
  const quantity = formats.number(qty)
  const list = parseAmount(price) as Amount
  const isListed = equals(list, parseAmount(unitPrice) as Amount)
  const listPrice = toFixedAtLeast(list, decimalsOf(unitPrice))
  return {
    key,
    name: plainText(name ?? '').trim() || plainText(fill(strings.product, { id: String(id) })),
    ...optional('sku', line.sku),
    ...optional('description', line.description),
    ...optional('note', line.note),
    quantity: unit ? `${quantity}\u00a0${plainText(unit)}` : quantity,
    ...(!isListed && { listPrice: formats.money(listPrice, currency) }),
    unitPrice: formats.money(unitPrice, currency),
    total: formats.money(total, currency),
  }
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  const shown = plainText(value ?? '')
  return (shown.trim() === '' ? {} : { [name]: shown }) as { readonly [Key in Name]?: string }
}
