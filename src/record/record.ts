/** Identifies a record in its store. */
export interface RecordRef {
  /** What the record is, for example `quote` or `tags`. */
  readonly kind: string
  /** Unique among the records of this kind. */
  readonly id: string
}

/** A version of something that a store keeps, such as a quote. Deeply frozen. */
export interface StoredRecord<Value = unknown> extends RecordRef {
  /** 1 for a new record, incremented with every change. */
  readonly version: number
  /** When this version was created, in milliseconds since the Unix epoch. */
  readonly updated: number
  /** When the record was deleted. Absent unless it is deleted. */
  readonly deleted?: number
  /** The history entry from which this version is rebuilt, and the cost of doing so. */
  readonly replay: ReplayState
  /** The content, as JSON. Null if it was erased. */
  readonly value: Value
}

/**
 * Tells from which history entry a version is rebuilt, and how much has to be applied to it. Bounds
 * the cost of loading a past version, however long the history is.
 */
export interface ReplayState {
  /** The latest version whose history entry holds the full value. */
  readonly base: number
  /** Estimated length of the history entries after `base`, as JSON. 0 at `base` itself. */
  readonly size: number
}

/** The state of a new record: its first history entry holds the full value. */
export const initialReplayState: ReplayState = Object.freeze({ base: 1, size: 0 })
