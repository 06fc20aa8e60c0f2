import type { HistoryEntry, StoreEvent } from '../../record/history/entry.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'

// Finds the errors of a response that is known to be invalid. Valid responses never get here, so
// that checking them stays cheap.

type Path = readonly PropertyKey[]
type Fields<T> = { readonly [Field in keyof T]?: unknown }

/** Collects the errors of one response, with what was received. */
export class ResponseErrors extends FieldErrorCollector {
  /** Adds an error unless the condition holds. */
  check(isValid: boolean, path: Path, expected: string, received: unknown): void {
    if (!isValid) this.add(path, `${expected}, received ${describeValue(received)}`)
  }

  checkInteger(path: Path, value: unknown): void {
    this.check(Number.isSafeInteger(value), path, 'must be an integer', value)
  }

  checkVersion(path: Path, value: unknown): void {
    const isVersion = Number.isSafeInteger(value) && (value as number) >= 1
    this.check(isVersion, path, 'must be an integer of at least 1', value)
  }

  checkId(path: Path, value: unknown): void {
    this.check(isValidId(value), path, `must be ${validId}`, value)
  }

  checkString(path: Path, value: unknown): void {
    this.check(typeof value === 'string', path, 'must be a string', value)
  }
}

/** Adds the errors of a page. `checkItem` adds those of one item. */
export function checkPage(
  errors: ResponseErrors,
  page: unknown,
  limit: number,
  checkItem: (item: unknown, path: Path, index: number) => void,
): void {
  const { items, hasMore } = Object(page) as { items?: unknown; hasMore?: unknown }
  if (items === undefined && hasMore === undefined) {
    errors.add([], `must be { items, hasMore }, received ${describeKind(page)}`)
    return
  }
  errors.check(typeof hasMore === 'boolean', ['hasMore'], 'must be true or false', hasMore)
  if (!Array.isArray(items)) {
    errors.add(['items'], `must be an array, received ${describeValue(items)}`)
    return
  }
  if (items.length === 0 && hasMore === true)
    errors.add(['hasMore'], 'must be false if there are no items, received true')
  if (items.length > limit)
    errors.add(['items'], `must have at most ${limit} items, received ${items.length}`)
  for (let index = 0; index < items.length && !errors.isFull; index += 1)
    checkItem(items[index], ['items', index], index)
}

/** Adds the errors of the entry of a version. */
export function checkEntry(
  errors: ResponseErrors,
  value: unknown,
  path: Path,
  expectedVersion: number | undefined,
): void {
  if (!isObject(value)) {
    errors.add(path, `must be a history entry, received ${describeValue(value)}`)
    return
  }
  const { version, timestamp, patches, base } = value as Fields<HistoryEntry>
  if (expectedVersion === undefined) errors.checkVersion([...path, 'version'], version)
  else checkNext(errors, [...path, 'version'], version, expectedVersion)
  errors.checkInteger([...path, 'timestamp'], timestamp)
  errors.check(Array.isArray(patches), [...path, 'patches'], 'must be an array', patches)
  if (base === undefined) return
  errors.checkVersion([...path, 'base'], base)
  const isEarlier = !((base as number) >= (version as number))
  errors.check(isEarlier, [...path, 'base'], 'must be lower than the version', base)
}

/** Adds the errors of the event at a position. */
export function checkEvent(
  errors: ResponseErrors,
  value: unknown,
  path: Path,
  expectedPosition: number,
): void {
  if (!isObject(value)) {
    errors.add(path, `must be an event, received ${describeValue(value)}`)
    return
  }
  const { position, kind, id, entry } = value as Fields<StoreEvent>
  checkNext(errors, [...path, 'position'], position, expectedPosition)
  errors.checkId([...path, 'kind'], kind)
  errors.checkId([...path, 'id'], id)
  checkEntry(errors, entry, [...path, 'entry'], undefined)
}

function checkNext(errors: ResponseErrors, path: Path, value: unknown, expected: number): void {
  if (!Number.isSafeInteger(value)) errors.checkInteger(path, value)
  else errors.check(value === expected, path, `must be ${expected}, the next one`, value)
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
