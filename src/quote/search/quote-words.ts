import { splitWords } from '../../record/search/words.js'
import type { Quote } from '../model/quote.js'
import { scalarFieldsWith } from '../model/quote-scalar-fields.js'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The desk names a quote without a number by so many characters at the end of its id. */
const shortIdLength = 6

const isUuid = (id: string): boolean => uuid.test(id)

const searchedNames = scalarFieldsWith(({ isSearched }) => isSearched === true)

/** What a text can mean: words, and one of them may be an id. */
export interface SearchedText {
  readonly words: readonly string[]
  /** The end of an id that the text names, and the words beside it. */
  readonly byId?: { readonly idEnd: string; readonly words: readonly string[] }
}

/** Parses the text of a filter. A UUID in it, or six hexadecimal digits, can be a quote's id. */
export function parseSearchedText(text: string): SearchedText {
  const parts = text.split(/\s+/)
  const ids = parts.filter((part) => isUuid(part) || /^[0-9a-f]{6}$/i.test(part))
  const [id] = ids
  if (id === undefined || ids.length > 1) return { words: splitWords([text]) }
  const others = parts.filter((part) => part !== id)
  return { words: splitWords([text]), byId: { idEnd: toIdEnd(id), words: splitWords(others) } }
}

function toIdEnd(id: string): string {
  return id.slice(-shortIdLength).toLowerCase()
}

/** Returns the end of an id that has one of its own; undefined for an id that is words. */
export function getIdEnd(id: string): string | undefined {
  return isUuid(id) ? toIdEnd(id) : undefined
}

function idStrings(id: string): readonly string[] {
  return isUuid(id) ? [] : [id, id.slice(-shortIdLength)]
}

/** Returns a number, and its last digits without leading zeros: `35` of `Q-00035` and of `Q35`. */
function numberStrings(number: string): readonly string[] {
  const end = /(?<!\d)0*([1-9]\d*)\D*$/.exec(number)?.[1]
  return end === undefined ? [number] : [number, end]
}

/**
 * Returns the words of a quote: of its id if it is no UUID, of its number, references, title and
 * addresses, and of the names and SKUs of its lines, which come last, because a quote can have more
 * words than can be found.
 */
export function quoteWords(id: string, quote: Quote): readonly string[] {
  const { acceptance, customer, number, order, order_parts: parts = [], products } = quote
  const strings = [...idStrings(id)]
  for (const each of [number, acceptance?.reference, order?.id, ...parts.map(({ id }) => id)])
    if (each !== undefined) strings.push(...numberStrings(each))
  for (const name of searchedNames) if (quote[name] !== undefined) strings.push(String(quote[name]))
  for (const address of [customer, quote.ship_to ?? {}])
    for (const field of Object.values(address)) if (field !== undefined) strings.push(field)
  for (const { name, sku } of products) {
    if (name !== undefined) strings.push(name)
    if (sku !== undefined) strings.push(sku)
  }
  return splitWords(strings)
}

/** Returns true if two versions of a quote have the same words. May return false if they do. */
export function hasSameWords(before: Quote, after: Quote): boolean {
  return (
    before.customer === after.customer &&
    before.ship_to === after.ship_to &&
    before.number === after.number &&
    searchedNames.every((name) => before[name] === after[name]) &&
    before.acceptance?.reference === after.acceptance?.reference &&
    before.order?.id === after.order?.id &&
    before.order_parts === after.order_parts &&
    (before.products === after.products || !(hasNames(before) || hasNames(after)))
  )
}

/** Returns true if any line can be found by its name or SKU. */
function hasNames({ products }: Quote): boolean {
  return products.some(({ name, sku }) => name !== undefined || sku !== undefined)
}
