import type { StoragePort } from '../../ports/storage.js'
import { expectEqual, formatValue } from '../expect.js'
import { loadQuote } from './fixture.js'

/** A store's id and an id, name or key in that store. */
export type ScopedId = readonly [storeId: string, name: string]

/** Distinct ids that a storage may mistake for each other if it does not compare them exactly. */
export const confusableIds: readonly ScopedId[] = [
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['a', 'b/c'],
  ['a/b', 'c'],
  ['A', 'b:c'],
  ['a', 'B:C'],
  ['a ', 'b:c'],
  ['a', 'b:c '],
  ['é', 'é'],
  ['e\u0301', 'e\u0301'],
  ['é', 'e\u0301'],
  ['e', 'é'],
  ['1', 'Ä'],
  ['1', 'ä'],
  ['1', 'ß'],
  ['1', 'ss'],
  ['__proto__', 'constructor'],
  ['constructor', '__proto__'],
  ['%', '_'],
  ["'; --", '$1'],
  ['1', '1'],
  ['01', '1'],
  ['1', '01'],
  ['1', '1\u200b'],
  [' ', ' '],
  ['x'.repeat(255), '👩‍🚀'.repeat(30)],
  ['x'.repeat(254), '👩‍🚀'.repeat(30)],
  ['a', 'x'.repeat(255)],
  ['a', 'x'.repeat(254)],
]

/**
 * Returns the rule that two ids are distinct, and how to make a storage treat them so.
 *
 * @param kind What the second id names, such as "quote id".
 */
export function distinctIdsRule(kind: string, first: ScopedId, second: ScopedId): string {
  const [differing, [left, right]] = describePair(kind, first, second)
  return `${differing} were treated as the same id: ${adviceFor(left, right)}`
}

/**
 * Expects that the quote of one of {@link confusableIds} was stored under its own ids, and names
 * the ids that it collided with. The customer of each quote is named by the index of its ids.
 */
export async function expectOwnQuote(
  storage: StoragePort,
  index: number,
  received: unknown,
  expected: unknown,
): Promise<void> {
  const id = confusableIds[index] as ScopedId
  const [storeId, quoteId] = id
  const found = await loadQuote(storage, quoteId, storeId)
  const foundIndex = Number(found?.value.customer.name ?? index)
  const rule =
    foundIndex !== index
      ? distinctIdsRule('quote id', confusableIds[foundIndex] as ScopedId, id)
      : `quote ${showId(quoteId)} of store ${showId(storeId)} must be found by its exact ids`
  expectEqual(received, expected, rule)
}

function describePair(
  kind: string,
  [firstStore, firstName]: ScopedId,
  [secondStore, secondName]: ScopedId,
): [string, [string, string]] {
  if (firstStore === secondStore)
    return [`${kind}s ${showId(firstName)} and ${showId(secondName)}`, [firstName, secondName]]
  if (firstName === secondName)
    return [`store ids ${showId(firstStore)} and ${showId(secondStore)}`, [firstStore, secondStore]]
  const scoped = (storeId: string, name: string) =>
    `${kind} ${showId(name)} of store ${showId(storeId)}`
  return [
    `${scoped(firstStore, firstName)} and ${scoped(secondStore, secondName)}`,
    [`${firstStore}${firstName}`, `${secondStore}${secondName}`],
  ]
}

const binaryCollation = 'use a binary collation (utf8mb4_nopad_bin, utf8mb4_0900_bin, collate "C")'

function adviceFor(left: string, right: string): string {
  if (left.length > 200 && right.length > 200)
    return 'store ids of up to 255 characters without truncating them'
  if (left.trim() === right.trim()) return `do not trim ids, and ${binaryCollation}`
  if (/^\d+$/.test(left) && /^\d+$/.test(right)) return 'compare ids as strings, not as numbers'
  if (foldAsCollations(left) === foldAsCollations(right)) return binaryCollation
  return 'keep ids in separate columns, or encode them as JSON.stringify([storeId, id])'
}

/** Removes what case-insensitive and accent-insensitive collations ignore. */
function foldAsCollations(id: string): string {
  return id
    .normalize('NFD')
    .replace(/[\p{Mark}\u200b]/gu, '')
    .toUpperCase()
    .toLowerCase()
}

function showId(id: string): string {
  return id.length > 40
    ? `${formatValue(id.slice(0, 8))}… (${id.length} characters)`
    : formatValue(id)
}
