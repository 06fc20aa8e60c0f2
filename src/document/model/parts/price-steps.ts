import { explainQuote, type LineExplanation } from '../../../quote/explain/explain-quote.js'
import type { PriceStep } from '../../../quote/explain/price-step.js'
import type { Quote } from '../../../quote/quote.js'
import { type DocumentStrings, fill } from '../document-strings.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainText } from '../plain-text.js'
import type { DocumentFact } from '../quote-document.js'

/** Returns how lines come to what the customer pays, by their keys. */
export function stepsByLine(
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
    label: labelOf(step, { strings, formats }),
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

function labelOf(
  { type, label, included, percent }: PriceStep,
  { strings, formats }: Pick<DocumentSettings, 'strings' | 'formats'>,
): string {
  const shown = plainText(label || strings[labels[type]])
  if (type === 'tax_removed') return fill(strings.removedTax, { tax: shown })
  if (percent !== undefined)
    return fill(strings.labelWithDetail, { label: shown, detail: formats.percent(percent) })
  return included === undefined ? shown : fill(strings.includedTax, { tax: shown })
}
