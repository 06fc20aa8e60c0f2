import { keyOf } from '../../../quote/lines/line-keys.js'
import { shownUnitPrice } from '../../../quote/pricing/precision.js'
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
    const shown = documentLine(line, key, { ...quote, currency }, settings)
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
  {
    currency,
    decimals,
  }: { readonly currency: string | undefined; readonly decimals?: number | undefined },
  { formats, strings, unitWord }: DocumentSettings,
): DocumentLine {
  const { id, qty, price, quote: offered, quote_total: total, name, unit } = line
  const quantity = formats.number(qty)
  const shown = decimals === undefined ? {} : { decimals }
  const listPrice = shownUnitPrice(price, shown)
  const unitPrice = shownUnitPrice(offered, shown)
  return {
    key,
    name: plainText(name ?? '').trim() || plainText(fill(strings.product, { id: String(id) })),
    ...optional('sku', line.sku),
    ...optional('description', line.description),
    ...optional('note', line.note),
    quantity: unit ? `${quantity}\u00a0${plainText(unitWord(unit, qty))}` : quantity,
    ...discountOf(line, { formats, strings }),
    ...(listPrice !== unitPrice && { listPrice: formats.money(listPrice, currency) }),
    unitPrice: formats.money(unitPrice, currency),
    total: formats.money(total, currency),
  }
}

/** Returns the percentage that is taken off a line, as a label. */
function discountOf(
  { discount_percent: percent }: ProductLine,
  { formats, strings }: Pick<DocumentSettings, 'formats' | 'strings'>,
): Pick<DocumentLine, 'discount'> {
  // A percentage of 0 is a price that somebody has set: the list price.
  if (percent === undefined || percent === '0') return {}
  const values = { label: strings.discount, detail: formats.percent(percent) }
  return { discount: plainText(fill(strings.labelWithDetail, values)) }
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  const shown = plainText(value ?? '')
  return (shown.trim() === '' ? {} : { [name]: shown }) as { readonly [Key in Name]?: string }
}
