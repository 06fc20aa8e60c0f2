/** A range of times in milliseconds since the Unix epoch. */
export interface TimeRange {
  /** Only times at or after this one. */
  readonly from?: number
  /** Only times before this one. */
  readonly to?: number
}

/** The times of a record by which it can be selected. */
export type TimeField = 'created' | 'updated' | 'expires'

/** Selects records of a kind. All conditions must hold. */
export interface RecordFilter {
  /** The kind of the records. */
  readonly kind: string
  /** True for deleted records only, false for the others only. */
  readonly deleted: boolean
  /** Of each group, the record must have at least one term. Groups are not empty. */
  readonly terms: readonly (readonly string[])[]
  /** Each of these must be the beginning of at least one word of the record. */
  readonly words: readonly string[]
  /** Each time must be in its range. A record without `expires` is in no range of it. */
  readonly times: { readonly [Field in TimeField]?: TimeRange }
}

/**
 * The order of records. Records of equal time are ordered by id, in the same direction.
 *
 * - `newest` and `oldest`: by `created` of the search row
 * - `updated`: by `updated` of the record, the latest first
 * - `expires`: by `expires` of the search row, the earliest first; only records that have it
 */
export type RecordOrder = 'newest' | 'oldest' | 'updated' | 'expires'

/** The place of a record in an order. */
export interface OrderPosition {
  /** The time by which the records are ordered. */
  readonly time: number
  /** The id of the record. */
  readonly id: string
}

/**
 * Compares ids by their code points, as databases compare them by bytes in UTF-8. The `<` of
 * JavaScript compares UTF-16 code units, which orders some characters differently.
 */
export function compareIds(left: string, right: string): number {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return utf8Rank(a) - utf8Rank(b)
  }
  return left.length - right.length
}

/** Surrogates stand for code points above all others, so they rank last. */
function utf8Rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit
}
