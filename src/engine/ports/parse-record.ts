import { QuoteError } from '../../errors.js'
import { quoteKind } from '../../quote/quote-record.js'
import { isValidQuote, parseQuote } from '../../quote/quote-schema.js'
import type { RecordRef, ReplayState, StoredRecord } from '../../record/record.js'
import { messagesKind, parseMessages } from '../../store/messages.js'
import { numbersKind, parseNumberSequence } from '../../store/numbers-record.js'
import { parseTags, tagsRef } from '../../store/tags.js'
import { templateKind } from '../../store/templates/template.js'
import { parseTemplate } from '../../store/templates/template-schema.js'
import { parseUsers, usersRef } from '../../store/users.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'

/** Values that were validated before. They are frozen, so they are still valid. */
const validated = new WeakSet<object>()

/** Marks a value as validated, so that loading the same object skips validation. */
export function markValidated(value: object): void {
  validated.add(value)
}

/**
 * Parses an untrusted record of a storage. Ignores unknown fields of the record, but rejects those
 * of its value.
 *
 * @param path Where the record is in the response.
 * @throws QuoteError `storage_invalid_response` if it is another record than the requested one, or
 * invalid
 */
export function parseRecord(
  operation: string,
  response: StoredRecord,
  ref: RecordRef,
  path: readonly PropertyKey[],
): StoredRecord {
  const errors = new FieldErrorCollector()
  const { kind, id } = ref
  const { version, updated, deleted, value: stored } = response
  if (response.kind !== kind || response.id !== id)
    errors.add(path, 'must be the record that was asked for')
  if (!Number.isSafeInteger(version) || version < 1)
    errors.add([...path, 'version'], 'must be an integer of at least 1')
  if (!Number.isSafeInteger(updated))
    errors.add([...path, 'updated'], 'must be an integer in milliseconds')
  if (deleted !== undefined && !Number.isSafeInteger(deleted))
    errors.add([...path, 'deleted'], 'must be an integer in milliseconds, or absent')
  const replay = parseReplayState(response.replay, version, path, errors)
  const value = parseValue(kind, stored, deleted !== undefined, path, errors)
  if (!errors.isEmpty)
    throw new QuoteError('storage_invalid_response', { operation, errors: errors.toFieldErrors() })
  const record = { kind, id, version, updated, replay, value }
  return Object.freeze(deleted === undefined ? record : { ...record, deleted })
}

function parseReplayState(
  state: Partial<ReplayState> | null | undefined,
  version: number,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): ReplayState {
  const { base = 0, size = -1 } = state ?? {}
  const isValid =
    Number.isSafeInteger(base) &&
    base >= 1 &&
    base <= version &&
    Number.isSafeInteger(size) &&
    size >= 0
  if (!isValid) errors.add([...path, 'replay'], 'must be the replay state that was committed')
  return Object.freeze({ base, size })
}

/** Returns the value itself if it is a plain one, else a copy that inherits nothing. */
function parseValue(
  kind: string,
  value: unknown,
  isDeleted: boolean,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): unknown {
  if (validated.has(Object(value))) return value
  if (value === null && isDeleted) return value
  const parse = parsers.get(kind)
  if (parse === undefined) {
    errors.add([...path, 'kind'], `must be one of ${[...parsers.keys()].join(', ')}`)
    return undefined
  }
  const parsed = parse(value, errors, [...path, 'value'])
  if (parsed !== undefined && errors.isEmpty) validated.add(deepFreeze(parsed))
  return parsed
}

/** Returns the value or a copy of it if it is valid, and adds its errors otherwise. */
type ParseValue = (
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
) => object | undefined

/** How the value of each kind is checked. */
const parsers: ReadonlyMap<string, ParseValue> = new Map<string, ParseValue>([
  [
    quoteKind,
    (value, errors, path) => (isValidQuote(value) ? value : parseQuote(value, errors, path)),
  ],
  [tagsRef.kind, parseTags],
  [usersRef.kind, parseUsers],
  [templateKind, parseTemplate],
  [numbersKind, parseNumberSequence],
  [messagesKind, parseMessages],
])
