import type { ListQuotesOptions } from '../../../../src/engine/operations/quotes/list-quotes.js'
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

function isIn(time: number, range: ListQuotesOptions['created']): boolean {
  return time >= (range?.from ?? -Infinity) && time < (range?.to ?? Infinity)
}

function plainEmail(email: string): string {
  return email.trim().toLowerCase()
}

function isSelected(
  { record, isDeleted }: ExpectedQuote,
  { status, tag, customer, product, text, created, updated, deleted = false }: ListQuotesOptions,
): boolean {
  const { quote } = record
  const { email } = quote.customer
  const selectedEmails = customer && [customer].flat().map((value) => plainEmail(value as string))
  const customerWords = Object.values(quote.customer).flatMap((field) => plainWords(field ?? ''))
  const searched = text === undefined ? [] : plainWords(text)
  return (
    isDeleted === deleted &&
    isAnyOf(status, [quote.status]) &&
    isAnyOf(tag, quote.tags ?? []) &&
    isAnyOf(selectedEmails, email === undefined ? [] : [plainEmail(email)]) &&
    isAnyOf(
      product,
      quote.products.map(({ id }) => id),
    ) &&
    searched.every((start) => customerWords.some((word) => word.startsWith(start))) &&
    isIn(quote.created, created) &&
    isIn(record.updated, updated)
  )
}

/** Returns the ids of the selected quotes in order. */
export function expectedIds(
  quotes: Iterable<ExpectedQuote>,
  options: ListQuotesOptions,
): readonly string[] {
  const { order = 'newest' } = options
  const direction = order === 'oldest' ? 1 : -1
  const timeOf = ({ record }: ExpectedQuote) =>
    order === 'updated' ? record.updated : record.quote.created
  return [...quotes]
    .filter((quote) => isSelected(quote, options))
    .sort((left, right) => {
      const ids = [left, right].map(({ record }) => Buffer.from(record.quoteId))
      const byId = Buffer.compare(ids[0] as Buffer, ids[1] as Buffer)
      return direction * (timeOf(left) - timeOf(right) || byId)
    })
    .map(({ record }) => record.quoteId)
}
