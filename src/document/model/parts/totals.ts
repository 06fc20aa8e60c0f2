import type { TaxTotal } from '../../../quote/pricing/pricing-fields.js'
import type { Quote } from '../../../quote/quote.js'
import { type DocumentStrings, fill } from '../document-strings.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainText } from '../plain-text.js'
import type { DocumentTotal } from '../quote-document.js'

/** Returns what a quote adds up to. There is only the total if it is the sum of the lines. */
export function documentTotals(quote: Quote, settings: DocumentSettings): DocumentTotal[] {
  const { formats, strings } = settings
  const { quote_total: lines, amounts } = quote
  const currency = quote.currency ?? settings.currency
  const money = (amount: string) => formats.money(amount, currency)
  const changes = [
    ...discountRows(quote, settings),
    ...shippingRow(quote, strings),
    ...taxRows(quote, settings),
  ]
  const all: DocumentTotal[] = [
    ...(changes.length > 0
      ? [{ type: 'lines' as const, label: strings.subtotal, amount: lines }]
      : []),
    ...changes,
    { type: 'total', label: strings.total, amount: amounts?.total ?? lines },
  ]
  return all.map((row) => ({ ...row, amount: money(row.amount) }))
}

function discountRows({ discounts = [] }: Quote, settings: DocumentSettings): DocumentTotal[] {
  const { strings, formats } = settings
  return discounts.map(({ type, value, label, amount }) => ({
    type: 'discount',
    label: detailed(
      label || strings.discount,
      type === 'percent' ? formats.percent(value) : undefined,
      strings,
    ),
    amount: negative(amount),
  }))
}

function shippingRow({ shipping }: Quote, strings: DocumentStrings): DocumentTotal[] {
  if (shipping.product === null) return []
  const { name, price } = shipping.product
  const isSame = name.toLowerCase() === strings.shipping.toLowerCase()
  const label = detailed(strings.shipping, isSame ? undefined : name, strings)
  return [{ type: 'shipping', label, amount: price }]
}

function taxRows({ taxes }: Quote, { strings, formats }: DocumentSettings): DocumentTotal[] {
  if (taxes === undefined || taxes.stale) return []
  const getLabel = ({ name, rate }: TaxTotal) => {
    // Some providers put the rate into the name: `VAT 19%`.
    const percent = rate === undefined || name.includes('%') ? undefined : formats.percent(rate)
    return detailed(name, percent, strings)
  }
  const removed = (taxes.removed?.rates ?? []).map((each): DocumentTotal => {
    const label = fill(strings.removedTax, { tax: getLabel(each) })
    return { type: 'removed', label, amount: negative(each.amount) }
  })
  const charged = taxes.rates.map((each): DocumentTotal => {
    const [tax, { amount }] = [getLabel(each), each]
    return taxes.inclusive
      ? { type: 'included', label: fill(strings.includedTax, { tax }), amount }
      : { type: 'tax', label: tax, amount }
  })
  return [...removed, ...charged]
}

function detailed(label: string, detail: string | undefined, strings: DocumentStrings): string {
  const plain = plainText(label)
  if (detail === undefined) return plain
  return fill(strings.labelWithDetail, { label: plain, detail: plainText(detail) })
}

function negative(amount: string): string {
  return /[1-9]/.test(amount) ? `-${amount}` : amount
}
