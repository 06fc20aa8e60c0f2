import type { Change, IdempotencyRecord } from '../../quote/change.js'

/** A change with its JSON as the database gets it. */
export interface WrittenChange {
  readonly storeId: string
  readonly quoteId: string
  readonly version: number
  readonly updated: number
  readonly quote: string
  readonly entry: string
  readonly idempotency: IdempotencyRecord | undefined
}

export function writtenChange({ record, entry, idempotency }: Change): WrittenChange {
  const { storeId, quoteId, version, updated, quote } = record
  const texts = { quote: JSON.stringify(quote), entry: JSON.stringify(entry) }
  return { storeId, quoteId, version, updated, ...texts, idempotency }
}

/** The values of a statement for one commit, as `commitStatements` numbers them. */
export function valuesOf(change: WrittenChange): (string | number)[] {
  const { storeId, quoteId, version, updated, quote, entry, idempotency } = change
  const values = [storeId, quoteId, version, updated, quote, entry]
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

/** An element of the array that `groupStatement` reads. */
export function elementOf(change: WrittenChange): string {
  const { quoteId, version, updated, quote, entry, idempotency } = change
  const { key, fingerprint, time, expires } = idempotency ?? {}
  const scalars = JSON.stringify({
    quote_id: quoteId,
    version,
    updated,
    key,
    fingerprint,
    time,
    expires,
  })
  return `${scalars.slice(0, -1)},"quote":${quote},"entry":${entry}}`
}
