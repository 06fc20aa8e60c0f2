import { words } from '../../record/search/words.js'
import type { Quote } from '../quote.js'

const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** The desk names a quote without a number by so many characters at the end of its id. */
const shortIdLength = 6

/** Returns a UUID as one word that begins with its end, so that its end alone finds it, too. */
function uuidWord(id: string): string {
  const digits = id.replaceAll('-', '')
  return digits.slice(-shortIdLength) + digits.slice(0, -shortIdLength)
}

/** Returns the words of a filter. A UUID in it becomes the word that quotes have. */
export function searchedWords(text: string): readonly string[] {
  return words([text.replaceAll(uuid, uuidWord)])
}

function idStrings(id: string): readonly string[] {
  const word = id.replace(uuid, uuidWord)
  return word === id ? [id, id.slice(-shortIdLength)] : [word]
}

/** Returns a number, and what follows the leading zeros of its last digits: `35` of `Q-00035`. */
function numberStrings(number: string): readonly string[] {
  const end = /(?<!\d)0+([1-9]\d*)\D*$/.exec(number)?.[1]
  return end === undefined ? [number] : [number, end]
}

/**
 * Returns the words of a quote: of its id, number, references and customer, and of the names and
 * SKUs of its lines, which come last, because a quote can have more words than can be found.
 */
export function quoteWords(id: string, quote: Quote): readonly string[] {
  const { acceptance, customer, number, order, products } = quote
  const strings = [...idStrings(id), ...(number === undefined ? [] : numberStrings(number))]
  if (acceptance?.reference !== undefined) strings.push(acceptance.reference)
  if (order?.id !== undefined) strings.push(order.id)
  for (const field of Object.values(customer)) if (field !== undefined) strings.push(field)
  for (const { name, sku } of products) {
    if (name !== undefined) strings.push(name)
    if (sku !== undefined) strings.push(sku)
  }
  return words(strings)
}

/** Returns true if two versions of a quote have the same words. May return false if they do. */
export function hasSameWords(before: Quote, after: Quote): boolean {
  return (
    before.customer === after.customer &&
    before.number === after.number &&
    before.acceptance?.reference === after.acceptance?.reference &&
    before.order?.id === after.order?.id &&
    (before.products === after.products || !(hasNames(before) || hasNames(after)))
  )
}

/** Returns true if any line can be found by its name or SKU. */
function hasNames({ products }: Quote): boolean {
  return products.some(({ name, sku }) => name !== undefined || sku !== undefined)
}
