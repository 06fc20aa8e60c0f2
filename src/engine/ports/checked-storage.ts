import { isQuoteError, QuoteError } from '../../errors.js'
import type { PortCallOptions } from '../../ports/call-options.js'
import type {
  CommitOutcome,
  EventRange,
  HistoryRange,
  MaybePromise,
  QuoteStorage,
  StoragePage,
} from '../../ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../quote/commit.js'
import type { HistoryEntry, QuoteEvent } from '../../quote/history/entry.js'
import type { StoredRecord } from '../../quote/stored-record.js'
import type { Tag } from '../../store/tags.js'
import { callPort } from './call-port.js'
import { parseRecord } from './parse-record.js'
import {
  parseBoolean,
  parseEventPage,
  parseHistoryPage,
  parseIdempotencyRecord,
  parseOutcome,
  parseTags,
} from './storage-responses.js'

/**
 * A storage whose responses are validated and whose calls time out.
 *
 * @throws QuoteError `storage_failed` if the storage throws anything but a `QuoteError`;
 * `storage_invalid_response`, `timeout` or `aborted`
 */
export interface CheckedStorage {
  load(storeId: string, quoteId: string, signal?: AbortSignal): Promise<StoredRecord | undefined>
  commit(commit: QuoteCommit, signal?: AbortSignal): Promise<CommitOutcome>
  /** Entries are consecutive, from the one after `afterVersion` on. */
  listHistory(
    storeId: string,
    quoteId: string,
    range: Omit<HistoryRange, 'maxBytes'>,
    signal?: AbortSignal,
  ): Promise<StoragePage<HistoryEntry>>
  /** Positions are consecutive, from the one after `afterPosition` on. */
  listEvents(
    storeId: string,
    range: Omit<EventRange, 'maxBytes'>,
    signal?: AbortSignal,
  ): Promise<StoragePage<QuoteEvent>>
  findIdempotencyRecord(
    storeId: string,
    key: string,
    signal?: AbortSignal,
  ): Promise<IdempotencyRecord | undefined>
  addIdempotencyRecord(
    storeId: string,
    record: IdempotencyRecord,
    signal?: AbortSignal,
  ): Promise<boolean>
  listTags(storeId: string, signal?: AbortSignal): Promise<readonly Tag[]>
  setTag(storeId: string, tag: Tag, signal?: AbortSignal): Promise<void>
  removeTag(storeId: string, name: string, signal?: AbortSignal): Promise<boolean>
}

/** @param maxBytes Maximum length of a page of history or events, in bytes of JSON. */
export function createCheckedStorage(
  storage: QuoteStorage,
  timeoutMs: number,
  maxBytes: number,
): CheckedStorage {
  /** Checks the response, which can throw while it is read, for example from a getter. */
  async function checkedCall<Response, Result>(
    operation: keyof QuoteStorage,
    signal: AbortSignal | undefined,
    call: (call: PortCallOptions) => MaybePromise<Response>,
    parse: (response: Response) => Result,
  ): Promise<Result> {
    const wrapError = (cause: unknown) => new QuoteError('storage_failed', { operation }, { cause })
    const response = await callPort(call, { operation, timeoutMs, signal, wrapError })
    try {
      return parse(response)
    } catch (cause) {
      if (isQuoteError(cause)) throw cause
      const errors = { '': 'cannot be read' }
      throw new QuoteError('storage_invalid_response', { operation, errors }, { cause })
    }
  }

  return {
    load: (storeId, quoteId, signal) =>
      checkedCall(
        'load',
        signal,
        (call) => storage.load(storeId, quoteId, call),
        (record) => (record == null ? undefined : parseRecord(record, storeId, quoteId)),
      ),

    commit: (commit, signal) =>
      checkedCall('commit', signal, (call) => storage.commit(commit, call), parseOutcome),

    listHistory: (storeId, quoteId, range, signal) =>
      checkedCall(
        'listHistory',
        signal,
        (call) => storage.listHistory(storeId, quoteId, { ...range, maxBytes }, call),
        (page) => parseHistoryPage(page, range),
      ),

    listEvents: (storeId, range, signal) =>
      checkedCall(
        'listEvents',
        signal,
        (call) => storage.listEvents(storeId, { ...range, maxBytes }, call),
        (page) => parseEventPage(page, range),
      ),

    findIdempotencyRecord: (storeId, key, signal) =>
      checkedCall(
        'findIdempotencyRecord',
        signal,
        (call) => storage.findIdempotencyRecord(storeId, key, call),
        (record) => (record == null ? undefined : parseIdempotencyRecord(record, key)),
      ),

    addIdempotencyRecord: (storeId, record, signal) =>
      checkedCall(
        'addIdempotencyRecord',
        signal,
        (call) => storage.addIdempotencyRecord(storeId, record, call),
        (isAdded) => parseBoolean('addIdempotencyRecord', isAdded),
      ),

    listTags: (storeId, signal) =>
      checkedCall('listTags', signal, (call) => storage.listTags(storeId, call), parseTags),

    setTag: (storeId, tag, signal) =>
      checkedCall(
        'setTag',
        signal,
        (call) => storage.setTag(storeId, tag, call),
        () => undefined,
      ),

    removeTag: (storeId, name, signal) =>
      checkedCall(
        'removeTag',
        signal,
        (call) => storage.removeTag(storeId, name, call),
        (isRemoved) => parseBoolean('removeTag', isRemoved),
      ),
  }
}
