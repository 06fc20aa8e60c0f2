import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import type { DateRange } from '../../../../src/quote/model/follow-up.js'
import type { ExpectedQuote } from './random-quotes.js'

// A second implementation of what `listQuotes` selects, which looks at the quotes themselves.

type OneOrMore<T> = T | readonly T[] | undefined

function isAnyOf<T>(selected: OneOrMore<T>, values: readonly T[]): boolean {
  if (selected === undefined) return true
  return [selected].flat().some((value) => values.includes(value as T))
}

function plainWords(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Compares times with times only. */
function isIn(time: number, { from, to }: NonNullable<ListQuotesOptions['created']> = {}): boolean {
  return time >= Number(from ?? -Infinity) && time < Number(to ?? Infinity)
}

function isInDefined(time: number | undefined, range: ListQuotesOptions['created']): boolean {
  return time !== undefined && isIn(time, range)
}

function isOnDay(day: string | undefined, { from = '', to = '9' }: DateRange): boolean {
  return day !== undefined && day >= from && day <= to
}

function isOpened({ quote: { delivery = [], revision } }: ExpectedQuote['record']): boolean {
  return delivery.some((fact) => fact.type === 'opened' && fact.revision === revision)
}

function plainEmail(email: string): string {
  return email.trim().toLowerCase()
}

function isSelected(
  { record, isDeleted }: ExpectedQuote,
  options: ListQuotesOptions,
  now: number,
): boolean {
  const { status, tag, customer, product, text, owner, number, order, deleted = false } = options
  const { created, updated, expires, followUp } = options
  const { quote } = record
  const isExpired = quote.status === 'sent' && quote.expires !== undefined && quote.expires <= now
  const { email } = quote.customer
  const selectedEmails = customer && [customer].flat().map((value) => plainEmail(value as string))
  const { quoteId } = record
  const end = quote.number?.replace(/^.*?0*([1-9]\d*)$/, '$1')
  const others = [quote.number, end, quoteId, quoteId.slice(-6)]
  const strings = [...Object.values(quote.customer), ...others]
  const customerWords = strings.flatMap((field) => plainWords(field ?? ''))
  const searched = text === undefined ? [] : plainWords(text)
  return (
    (deleted === 'all' || isDeleted === deleted) &&
    isAnyOf(status, [isExpired ? 'expired' : quote.status]) &&
    isAnyOf(owner, [quote.owner ?? '']) &&
    isAnyOf(number, [quote.number ?? '']) &&
    isAnyOf(options.customerId, [quote.customer_id ?? '']) &&
    isAnyOf(options.companyId, [quote.company_id ?? '']) &&
    isAnyOf(tag, quote.tags ?? []) &&
    isAnyOf(selectedEmails, email === undefined ? [] : [plainEmail(email)]) &&
    isAnyOf(
      product,
      quote.products.map(({ id }) => id),
    ) &&
    searched.every((start) => customerWords.some((word) => word.startsWith(start))) &&
    isIn(quote.created, created) &&
    isIn(record.updated, updated) &&
    (expires === undefined || isInDefined(quote.expires, expires)) &&
    (options.opened === undefined ||
      (quote.status === 'sent' && isOpened(record) === options.opened)) &&
    (!options.unpriced || quote.products.some(({ unpriced }) => unpriced)) &&
    (followUp === undefined || isOnDay(quote.follow_up, followUp)) &&
    (order !== 'expires' || quote.expires !== undefined)
  )
}

/** Returns the ids of the selected quotes in order. */
export function expectedIds(
  quotes: Iterable<ExpectedQuote>,
  options: ListQuotesOptions,
  now: number,
): readonly string[] {
  const { order = 'newest' } = options
  const direction = order === 'oldest' || order === 'expires' ? 1 : -1
  const timeOf = ({ record }: ExpectedQuote) =>
    order === 'updated'
      ? record.updated
      : order === 'expires'
        ? (record.quote.expires ?? 0)
        : record.quote.created
  return [...quotes]
    .filter((quote) => isSelected(quote, options, now))
    .sort((left, right) => {
      const ids = [left, right].map(({ record }) => Buffer.from(record.quoteId))
      const byId = Buffer.compare(ids[0] as Buffer, ids[1] as Buffer)
      return direction * (timeOf(left) - timeOf(right) || byId)
    })
    .map(({ record }) => record.quoteId)
}
