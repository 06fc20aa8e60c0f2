import type { DocumentSettings } from '../document/model/document-options.js'
import { fill } from '../document/model/document-strings.js'
import { lastTime } from '../document/model/formats.js'
import { plainText } from '../document/model/parts.js'
import { payableRow, type QuoteDocument } from '../document/model/quote-document.js'
import type { Quote } from '../quote/model/quote.js'
import { isTime } from '../validation/times.js'
import { oneLine } from './render-text.js'

const maxSubjectLength = 150
const maxSellerLength = 60

/** Returns the subject of a mail: one line, without what is not known of the quote. */
export function createSubject(
  template: string,
  quote: Quote,
  document: QuoteDocument,
  settings: DocumentSettings,
): string {
  const seller = document.seller?.lines[0] ?? ''
  const values = {
    quote: document.title,
    number: quote.number ?? '',
    seller: seller.length <= maxSellerLength ? seller : '',
    total: payableRow(document.totals)?.amount ?? '',
    until: shortEnd(quote, settings),
  }
  const known = template.replaceAll(
    /\[([^[\]{}]*\{(number|seller|total|until)\}[^[\]{}]*)\]/g,
    (_, part: string, name: keyof typeof values) => (values[name] === '' ? '' : part),
  )
  return toSubject(fill(known, values))
}

/** Returns the last day of an offer without its year, if that is the one in which it was sent. */
function shortEnd(
  { expires, sent = 0 }: Quote,
  { formats, locale, timeZone }: DocumentSettings,
): string {
  if (expires === undefined || !isTime(expires) || !isTime(expires - 1)) return ''
  const shown = lastTime(expires, formats)
  if (shown !== formats.date(expires - 1)) return shown
  const yearOf = (time: number) =>
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(time)
  const isSameYear = isTime(sent) && yearOf(sent) === yearOf(expires - 1)
  return new Intl.DateTimeFormat(locale, {
    ...(isSameYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    timeZone,
  }).format(expires - 1)
}

function toSubject(value: string): string {
  const line = oneLine(plainText(value)).replaceAll(/[\p{Cc}\p{Cs}]+/gu, '')
  const characters = [...line.toWellFormed()]
  const cut = characters.slice(0, maxSubjectLength - 1).join('')
  return characters.length <= maxSubjectLength ? line : `${cut.trimEnd()}…`
}
