import type { Change, IdempotencyRecord } from '../../quote/change.js'
import { fullQuoteOf } from '../../quote/history.js'
import type { ReplayState } from '../../quote/stored-record.js'

/** A change with its JSON as the database gets it. */
export interface WrittenChange {
  readonly storeId: string
  readonly quoteId: string
  readonly version: number
  readonly updated: number
  readonly replay: ReplayState
  /** Empty where the entry has it whole. */
  readonly quote: string
  readonly entry: string
  readonly idempotency: IdempotencyRecord | undefined
}

export function writtenChange({
  previousVersion,
  record,
  entry,
  idempotency,
}: Change): WrittenChange {
  const { storeId, quoteId, version, updated, replay, quote } = record
  const isInEntry = previousVersion === 0 && fullQuoteOf(entry) === quote
  const texts = { quote: isInEntry ? '' : JSON.stringify(quote), entry: JSON.stringify(entry) }
  return { storeId, quoteId, version, updated, replay, ...texts, idempotency }
}

/** The values of a statement for one commit, as `commitStatements` numbers them. */
export function valuesOf(change: WrittenChange): (string | number)[] {
  const { storeId, quoteId, version, updated, replay, quote, entry, idempotency } = change
  const values = [storeId, quoteId, version, updated, quote, entry]
  if (version > 1) values.push(replay.base, replay.size)
  return idempotency === undefined ? values : [...values, ...keyValues(idempotency)]
}

export function keyValues({
  key,
  fingerprint,
  time,
  expires,
}: IdempotencyRecord): (string | number)[] {
  return [key, fingerprint, time, expires]
}

/** The values of a statement for creations of one store, as `groupStatements` numbers them. JSON has no line ends of its own. */
export function valuesOfCreations(changes: readonly WrittenChange[]): (string | number)[] {
  return [
    changes[0]?.storeId ?? '',
    JSON.stringify(changes.map(scalarsOf)),
    changes.map(({ quote }) => quote).join('\n'),
    changes.map(({ entry }) => entry).join('\n'),
  ]
}

/** The values of a statement for any commits of one store. */
export function valuesOfAny(changes: readonly WrittenChange[]): (string | number)[] {
  const latest = Math.max(...changes.map(({ idempotency }) => idempotency?.time ?? 0))
  return [...valuesOfCreations(changes), latest]
}

/** A creation leaves the replay state out: the defaults of the table are its values. */
function scalarsOf({ quoteId, version, updated, replay, idempotency }: WrittenChange): object {
  const { key, fingerprint, time, expires } = idempotency ?? {}
  const [base, size] = version === 1 ? [] : [replay.base, replay.size]
  return { quote_id: quoteId, version, updated, base, size, key, fingerprint, time, expires }
}
