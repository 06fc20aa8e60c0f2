import type { Formats } from '../../document/model/formats.js'
import type { Acceptance, DeliveryFact, QuoteOrder } from '../../quote/lifecycle-fields.js'
import { shownUnitPrice } from '../../quote/precision.js'
import type {
  QuoteAmounts,
  QuoteDiscount,
  QuoteTaxes,
  Shipping,
} from '../../quote/pricing/pricing-fields.js'
import type { PriceBreak, Quote } from '../../quote/quote.js'
import type { DeskRuntime } from '../desk-call.js'
import { deliveryWord } from '../lifecycle/delivery-words.js'
import { statusLabel } from '../parts/status.js'
import type { NameOf } from '../parts/user-names.js'

/** How the values of a quote are shown. */
export interface ValueFormats {
  readonly formats: Formats
  readonly quote: Pick<Quote, 'currency' | 'decimals' | 'seal'>
  readonly nameOf: NameOf
  /** The desk, whose options name the statuses of the host. */
  readonly desk: Pick<DeskRuntime, 'options'>
}

type Show = (value: never, shown: ValueFormats) => string

const amount: Show = (value: number | string, shown) => amountText(value, shown)
const time: Show = (value: number, { formats }) => formats.dateTime(value)

const lineValues: Readonly<Record<string, Show>> = {
  qty: (value: number, { formats }) => formats.number(value),
  price: amount,
  price_total: amount,
  quote: amount,
  quote_total: amount,
  discount: amount,
  discount_total: amount,
  calculated_price: amount,
  discount_percent: (value: string, { formats }) => formats.percent(value),
  price_breaks: (value: readonly PriceBreak[], shown) =>
    value
      .map(({ qty, price }) => `${amountText(price, shown)} from ${shown.formats.number(qty)}`)
      .join(', '),
}

const quoteValues: Readonly<Record<string, Show>> = {
  quote_total: amount,
  price_total: amount,
  // Before it is sent, a quote has no total that could be accepted.
  total: (value: number, shown) =>
    value === 0 && shown.quote.seal === undefined ? '' : amountText(value, shown),
  status: (value: string, { desk }) => statusLabel(desk, value),
  tags: (value: readonly string[]) => value.join(', '),
  created: time,
  sent: time,
  expires: (value: number, { formats }) => formats.date(value - 1),
  owner: (value: string, { nameOf }) => nameOf({ actor: value }),
  shipping: ({ type, product, stale }: Shipping, shown) => {
    if (product === null) return shippingWords.get(type) ?? type
    const price = `${product.name}, ${amountText(product.price, shown)}`
    return stale ? `${price}, not priced since the last change` : price
  },
  discounts: (value: readonly QuoteDiscount[], shown) =>
    value.map((each) => discountText(each, shown)).join('; '),
  taxes: ({ rates, removed, stale }: QuoteTaxes, shown) =>
    stale
      ? 'not calculated since the last change'
      : [
          ...(removed?.rates ?? []).map(
            ({ name, amount: each }) =>
              `${name} ${takenOff(each, shown)} in the prices, not charged`,
          ),
          ...rates.map((each) => `${each.name} ${amountText(each.amount, shown)}`),
        ].join('; ') || 'none',
  amounts: ({ total }: QuoteAmounts, shown) => amountText(total, shown),
  acceptance: ({ name, reference, revision }: Acceptance) =>
    [`revision ${revision}`, name, reference].filter(Boolean).join(', '),
  order: ({ id }: QuoteOrder) => id ?? 'being placed',
  delivery: (value: readonly DeliveryFact[], { formats }) =>
    value
      .map((fact) => `${deliveryWord(fact.type)} ${formats.dateTime(fact.time)}`)
      .slice(-maxFacts)
      .join('; '),
  seal: (value: string) => `${value.slice(0, sealLength)}…`,
  expiry_reported: () => 'yes',
}

const shippingWords = new Map([['no_additional', 'No additional costs']])
const maxFacts = 5
const sealLength = 12

/** Returns a value of a field of a quote, for people. */
export function quoteValue(name: string, value: unknown, shown: ValueFormats): string {
  return valueText(quoteValues, { name, value, shown })
}

/** Returns a value of a field of a line, for people. */
export function lineValue(name: string, value: unknown, shown: ValueFormats): string {
  return valueText(lineValues, { name, value, shown })
}

const amountFields: ReadonlySet<string> = new Set([
  ...Object.keys(lineValues).filter((name) => lineValues[name] === amount),
  'qty',
  'discount_percent',
  'total',
  'amounts',
])

/** Returns true if the values of a field are amounts or quantities, which are aligned. */
export function isNumeric(name: string): boolean {
  return amountFields.has(name)
}

interface NamedValue {
  readonly name: string
  readonly value: unknown
  readonly shown: ValueFormats
}

function valueText(shows: Readonly<Record<string, Show>>, { name, value, shown }: NamedValue) {
  if (value === undefined || value === null) return ''
  const show = Object.hasOwn(shows, name) ? shows[name] : undefined
  if (show !== undefined) return show(value as never, shown)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns an amount with its currency, and with at least the decimals of the quote. */
export function amountText(value: number | string, { formats, quote }: ValueFormats): string {
  return formats.money(shownUnitPrice(value, quote), quote.currency)
}

/** Returns an amount that is taken off, with its sign; nothing has none. */
export function takenOff(amount: string, shown: ValueFormats): string {
  return `${/[1-9]/.test(amount) ? '−' : ''}${amountText(amount, shown)}`
}

function discountText({ type, value, label, amount: off }: QuoteDiscount, shown: ValueFormats) {
  const { formats } = shown
  const size = type === 'percent' ? formats.percent(value) : amountText(value, shown)
  const words = type === 'target' ? `to ${size}` : size
  return `${label ?? 'Discount'} ${words} (${takenOff(off, shown)})`
}
