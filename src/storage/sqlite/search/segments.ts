import type { Prepare } from '../statements.js'

/**
 * Maximum number of records in a segment. A page of a frequent term reads one segment, so smaller
 * segments would make it faster. A page of a rare term looks it up in each segment, so they would
 * make it slower.
 */
export const maxSegmentSize = 16_384

/** Consecutive records of one kind and store, whose tokens begin with its number. */
export interface Segment {
  readonly number: number
  readonly firstCreated: number
  readonly lastCreated: number
  /** True if records of rising number have rising (created, id). */
  readonly isOrdered: boolean
}

const selectSegments = `
  select number, first_created, last_created, is_ordered from quotewright_segments
  where store_id = ? and kind = ?`

/** Returns the segments of a kind, in no order. */
export function listSegments(prepare: Prepare, storeId: string, kind: string): readonly Segment[] {
  const rows = prepare(selectSegments).all(storeId, kind) as SegmentRow[]
  return rows.map((row) => ({
    number: Number(row.number),
    firstCreated: Number(row.first_created),
    lastCreated: Number(row.last_created),
    isOrdered: Number(row.is_ordered) === 1,
  }))
}

interface SegmentRow {
  readonly number: number | bigint
  readonly first_created: number | bigint
  readonly last_created: number | bigint
  readonly is_ordered: number | bigint
}

const widenSegment = `
  update quotewright_segments set is_ordered = 0,
    first_created = min(first_created, ?), last_created = max(last_created, ?)
  where store_id = ? and number = ?`

/** Tells a segment that one of its records has another time of creation. */
export function moveInSegment(
  prepare: Prepare,
  storeId: string,
  segment: number,
  created: number,
): void {
  prepare(widenSegment).run(created, created, storeId, segment)
}
