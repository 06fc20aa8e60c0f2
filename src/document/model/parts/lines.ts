import { explainQuote, type LineExplanation, type PriceStep } from '../../../quote/explain-quote.js'
import { getKey } from '../../../quote/lines/line-keys.js'
import { shownUnitPrice } from '../../../quote/precision.js'
import type { ProductLine, Quote } from '../../../quote/quote.js'
import { type DocumentStrings, fill } from '../document-strings.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainText } from '../plain-text.js'
import type { DocumentFact, DocumentLine } from '../quote-document.js'

/** Returns the lines of a quote in the order of display. */
export function documentLines(quote: Quote, settings: DocumentSettings): DocumentLine[] {
  const steps = settings.priceSteps ? stepsByLine(quote, settings) : undefined
  const currency = quote.currency ?? settings.currency
  const lines = quote.products.map((line, index) => {
    const key = getKey(line, index)
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
    ...getDiscount(line, { formats, strings }),
    ...(listPrice !== unitPrice && { listPrice: formats.money(listPrice, currency) }),
    unitPrice: formats.money(unitPrice, currency),
    total: formats.money(total, currency),
  }
}

/** Returns the percentage that is taken off a line, as a label. */
function getDiscount(
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

/** Returns how lines come to what the customer pays, by their keys. */
function stepsByLine(
  quote: Quote,
  settings: DocumentSettings,
): ReadonlyMap<string, readonly DocumentFact[]> {
  const currency = quote.currency ?? settings.currency
  const { lines } = explainQuote(quote)
  // The list price alone is what the line shows anyway.
  const explained = lines.filter(({ steps }) => steps.length > 1)
  return new Map(explained.map((line) => [line.key, lineSteps(line, currency, settings)]))
}

function lineSteps(
  { steps, total }: LineExplanation,
  currency: string | undefined,
  { strings, formats }: DocumentSettings,
): DocumentFact[] {
  const facts = steps.map((step) => ({
    label: getLabel(step, { strings, formats }),
    value: formats.money(step.included ?? step.change, currency),
  }))
  return [...facts, { label: strings.stepTotal, value: formats.money(total, currency) }]
}

const labels = {
  list: 'stepList',
  calculated: 'stepSale',
  price_break: 'stepPriceBreak',
  rounding: 'stepRounding',
  percent: 'discount',
  offered: 'stepOffered',
  discount: 'discount',
  lines: 'subtotal',
  shipping: 'shipping',
  tax_removed: 'total',
  tax: 'total',
} as const satisfies Record<PriceStep['type'], keyof DocumentStrings>

function getLabel(
  { type, label, included, percent }: PriceStep,
  { strings, formats }: Pick<DocumentSettings, 'strings' | 'formats'>,
): string {
  const shown = plainText(label || strings[labels[type]])
  if (type === 'tax_removed') return fill(strings.removedTax, { tax: shown })
  if (percent !== undefined)
    return fill(strings.labelWithDetail, { label: shown, detail: formats.percent(percent) })
  return included === undefined ? shown : fill(strings.includedTax, { tax: shown })
}
