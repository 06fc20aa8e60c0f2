import { hash } from 'node:crypto'
import * as z from 'zod'
import type { StoragePage } from '../../ports/storage.js'
import type { OrderPosition } from '../../record/search/find-query.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidId } from '../../validation/identifiers.js'
import { lazy } from '../../validation/lazy.js'
import {
  mustBeObject,
  optionalIntegerBetween,
  optionalSignal,
  withReceived,
} from '../../validation/schemas/scalars.js'
import type { CallOptions } from '../arguments.js'

/** One page of a list, in order. Pages neither overlap nor leave gaps, even during commits. */
export interface Page<T, Position = number> {
  /** At most `limit` items; empty if there are none after `after`. */
  readonly items: readonly T[]
  /** The value of `after` for the next page. Absent if there are no more items. */
  readonly next?: Position
}

/**
 * The result of a method that lists. Await it for one page, or iterate over all items.
 *
 * Requests nothing before it is awaited or iterated. Awaiting it again returns the same page, or
 * rejects with the same error. Each iteration starts with a new request for the first page, and
 * requests the next page only when its first item is needed. `break` stops it; `close` and an
 * aborted `signal` reject the next request. It has the methods of a promise, but is no instance
 * of `Promise`.
 *
 * @example
 * const { items, next } = await engine.listEvents(context, { limit: 10 })
 * for await (const event of engine.listEvents(context)) console.log(event.position)
 */
export interface PagedResult<T, Position = number>
  extends Promise<Page<T, Position>>,
    AsyncIterable<T> {}

/** The parsed options of a method that lists. */
export interface PageRequest extends CallOptions {
  readonly after: number
  readonly limit: number
}

/** Loads the page of the items after a position; undefined for the first page of the request. */
export type LoadPage<T, Position> = (after: Position | undefined) => Promise<Page<T, Position>>

/** Maximum number of items of one page. */
export const maxPageSize = 1_000

const pageFields = lazy(() => ({
  after: optionalIntegerBetween(0, Number.MAX_SAFE_INTEGER).describe(
    'The next of the previous page',
  ),
  limit: optionalIntegerBetween(1, maxPageSize).describe('Maximum number; 100 by default'),
}))

const pageOptionsSchema = lazy(() =>
  z.strictObject({ ...pageFields(), signal: optionalSignal }, mustBeObject),
)

/** Number of items of a page of a list with cursors. */
export const defaultCursorLimit = 50

/** Accepts what selects a page of a list with cursors. */
export const cursorFields = lazy(() => ({
  after: z
    .string({ error: withReceived('must be the next of a page') })
    .optional()
    .describe('The next of the previous page, whose other parameters were the same'),
  limit: optionalIntegerBetween(1, 200).describe('Maximum number; 50 by default'),
}))

/** Accepts the query string of a list whose items are numbered. */
export const pageQuery = lazy(() => z.strictObject(pageFields()))

/** @throws QuoteError `invalid_options` */
export function parsePageRequest(options: unknown): PageRequest {
  const {
    after = 0,
    limit = 100,
    signal,
  } = parseOrThrow(pageOptionsSchema(), options ?? {}, 'invalid_options')
  return { after, limit, signal }
}

/** Converts a page of the storage, whose items are numbered from `after` + 1 without a gap. */
export function toPage<T>({ items, hasMore }: StoragePage<T>, after: number): Page<T> {
  return Object.freeze(hasMore ? { items, next: after + items.length } : { items })
}

/**
 * Creates the result of a method that lists.
 *
 * @param prepare Parses the arguments, and returns how to load a page. Runs at once, so that later
 * changes to the arguments have no effect. An error that it throws rejects the result.
 */
export function createPagedResult<T, Position>(
  prepare: () => LoadPage<T, Position>,
): PagedResult<T, Position> {
  try {
    return new LazyPagedResult(prepare())
  } catch (error) {
    return new LazyPagedResult<T, Position>(() => Promise.reject(error))
  }
}

/** Returns the same list with each of its items mapped. */
export function mapPages<T, Item, Position>(
  result: PagedResult<T, Position>,
  toItem: (item: T) => Item,
): PagedResult<Item, Position> {
  const load = LazyPagedResult.loadOf(result)
  return new LazyPagedResult(async (after) => {
    const { items, ...page } = await load(after)
    return Object.freeze({ ...page, items: Object.freeze(items.map(toItem)) })
  })
}

/** Returns the same list, whose pages are loaded by a function that gets how to load each. */
export function wrapPages<T, Position>(
  result: PagedResult<T, Position>,
  wrap: (loadPage: () => Promise<Page<T, Position>>) => Promise<Page<T, Position>>,
): PagedResult<T, Position> {
  const load = LazyPagedResult.loadOf(result)
  return new LazyPagedResult((after) => wrap(() => load(after)))
}

/** Loads the first page when its result is first needed, so that no rejection goes unhandled. */
class LazyPagedResult<T, Position> implements PagedResult<T, Position> {
  readonly [Symbol.toStringTag] = 'PagedResult'
  readonly #load: LoadPage<T, Position>
  #firstPage: Promise<Page<T, Position>> | undefined

  constructor(load: LoadPage<T, Position>) {
    this.#load = load
  }

  /** Not a member of the list, which hosts would take for theirs. */
  static loadOf<T, Position>(list: PagedResult<T, Position>): LoadPage<T, Position> {
    return (list as LazyPagedResult<T, Position>).#load
  }

  // biome-ignore lint/suspicious/noThenProperty: it implements Promise
  then<Result = Page<T, Position>, Caught = never>(
    onFulfilled?: ((page: Page<T, Position>) => Result | PromiseLike<Result>) | null,
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Result | Caught> {
    this.#firstPage ??= this.#load(undefined)
    return this.#firstPage.then(onFulfilled, onRejected)
  }

  catch<Caught = never>(
    onRejected?: ((error: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Page<T, Position> | Caught> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Page<T, Position>> {
    return this.then().finally(onFinally)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let page = await this.#load(undefined)
    yield* page.items
    while (page.next !== undefined) {
      page = await this.#load(page.next)
      yield* page.items
    }
  }
}

/**
 * Returns an opaque string for a place in a list. It belongs to one list: to these selecting
 * conditions, in this order, of this store.
 */
export function encodeCursor({ time, id }: OrderPosition, list: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([time, id, getDigest(list)])).toString('base64url')
}

/** Longer strings are no cursors, and not worth decoding. */
const maxCursorLength = 4_096

/** Returns the place that a string stands for; undefined if it is no cursor of this list. */
export function decodeCursor(cursor: string, list: readonly unknown[]): OrderPosition | undefined {
  if (cursor.length > maxCursorLength) return undefined
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString())
  if (!Array.isArray(parts) || parts.length !== 3) return undefined
  const [time, id, digest] = parts as readonly unknown[]
  const isValid = Number.isSafeInteger(time) && isValidId(id) && digest === getDigest(list)
  return isValid ? { time: time as number, id } : undefined
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const digestLength = 16

function getDigest(list: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, digestLength)
}
