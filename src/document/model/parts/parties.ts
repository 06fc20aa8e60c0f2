import type { Customer } from '../../../quote/quote.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainLines } from '../plain-text.js'
import type { DocumentParty } from '../quote-document.js'

/** The countries that write the postal code after the city and the state. */
const codeLast = new Set(
  'AU BD BR CA CO EG GB HK ID IE IN JO KR LB NZ PH PK SA SG TH TW US VN ZA'.split(' '),
)

/** Returns who offers. Undefined if the options don't say it. */
export function sellerParty({ seller, strings }: DocumentSettings): DocumentParty | undefined {
  const lines = seller.flatMap(plainLines)
  return lines.length === 0 ? undefined : { heading: strings.from, lines }
}

/** Returns to whom a quote is offered. Fields of the host's own are not shown. */
export function customerParty(
  customer: Customer,
  { strings, countryName }: DocumentSettings,
): DocumentParty {
  const field = (name: string) => (Object.hasOwn(customer, name) ? (customer[name] ?? '') : '')
  const lines = [
    ...['name', 'company', 'address', 'address-2'].map(field),
    cityLine(field('zipcode'), field('city'), field('state'), field('country')),
    countryName(field('country')),
    ...['email', 'phone'].map(field),
  ]
  return { heading: strings.for, lines: lines.flatMap(plainLines) }
}

function cityLine(code: string, city: string, state: string, country: string): string {
  const region = state === city ? '' : state
  // A state without a country is one of the United States.
  return codeLast.has(country.toUpperCase() || 'US')
    ? joined(', ', [city, joined(' ', [region, code])])
    : joined(', ', [joined(' ', [code, city]), region])
}

function joined(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(separator)
}
