import type { Arbitrary } from 'fast-check'
import type { FindQuery } from '../../ports/storage.js'
import { quoteKind } from '../../quote/model/quote-record.js'
import type { RecordFilter, TimeRange } from '../../record/search/find-query.js'
import type { FastCheck } from '../arbitraries/options.js'
import { sampleKind } from '../samples.js'
import {
  command,
  getStore,
  idempotencyKeys,
  otherKind,
  recordRefs,
  type StorageCommand,
  storeNumbers,
} from './command.js'
import {
  expectCount,
  expectEvents,
  expectFound,
  expectHistory,
  expectIdempotencyRecord,
  expectRecords,
  pageLengths,
  startTime,
} from './model-state.js'

export function loadCommands(fc: FastCheck): Arbitrary<StorageCommand> {
  const distinctRefs = fc.uniqueArray(recordRefs(fc), {
    selector: ({ kind, id }) => `${kind} ${id}`,
    minLength: 1,
    maxLength: 4,
  })
  return fc
    .tuple(storeNumbers(fc), distinctRefs)
    .map(([number, wanted]) =>
      command(`load ${JSON.stringify(wanted)} of store ${number}`, (model, { storage }) =>
        expectRecords(storage, getStore(model, number), wanted),
      ),
    )
}

/** Pages of a history or of events, starting before, within and after its items. */
const pages = (fc: FastCheck) =>
  fc.record({
    after: fc.nat(4),
    limit: fc.integer({ min: 1, max: 3 }),
    maxBytes: fc.constantFrom(...pageLengths),
  })

export function historyPages(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), recordRefs(fc), pages(fc))
    .map(([number, ref, { after, limit, maxBytes }]) =>
      command(
        `list ${limit} of the history of ${ref.kind} ${ref.id} of store ${number} after ${after}`,
        (model, { storage }) => {
          const range = { afterVersion: after, limit, maxBytes }
          return expectHistory(storage, getStore(model, number), ref, range)
        },
      ),
    )
}

export function eventPages(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), pages(fc))
    .map(([number, { after, limit, maxBytes }]) =>
      command(`list ${limit} events of store ${number} after ${after}`, (model, { storage }) =>
        expectEvents(storage, getStore(model, number), { afterPosition: after, limit, maxBytes }),
      ),
    )
}

export function keyLookups(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), idempotencyKeys(fc))
    .map(([number, key]) =>
      command(`find key ${JSON.stringify(key)} of store ${number}`, (model, { storage }) =>
        expectIdempotencyRecord(storage, getStore(model, number), key, model.now),
      ),
    )
}

/** Continues with another storage over the same data. */
export function reopenCommands(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc.constant(
    command('reopen', async (_model, real) => {
      real.storage = await real.reopen()
    }),
  )
}

/** Terms of sample records, confusable ones among them. */
export const sampleTerms = ['x', 'X', '%', "'; --", 'status:new']
/** Terms of quotes, which the changes of their statuses add and remove. */
const quoteTerms = [
  'product:2',
  'status:sent',
  'status:accepted',
  'offer:with_expiry',
  'offer:unreported_expiry',
  'owner:user-1',
  'number:1',
]
/** Words of sample records, some of which begin with another one. */
export const sampleWords = ['a', 'ada', 'adam', 'bob', '10', '1001', '李雷', 'and']

/** Times near those of the records. */
export function recordTimes(fc: FastCheck): Arbitrary<number> {
  return fc.nat(30).map((offset) => startTime + offset)
}

function timeRanges(fc: FastCheck): Arbitrary<TimeRange> {
  return fc.record({ from: recordTimes(fc), to: recordTimes(fc) }, { requiredKeys: [] })
}

/** Has conditions of one field more often than of several, so that most queries find something. */
function filters(fc: FastCheck): Arbitrary<RecordFilter> {
  return fc
    .tuple(allConditions(fc), fc.constantFrom('terms', 'words', 'times', 'none', 'all'))
    .map(([filter, kept]) => ({
      ...filter,
      terms: kept === 'terms' || kept === 'all' ? filter.terms : [],
      words: kept === 'words' || kept === 'all' ? filter.words : [],
      times: kept === 'times' || kept === 'all' ? filter.times : {},
    }))
}

function allConditions(fc: FastCheck): Arbitrary<RecordFilter> {
  const term = fc.constantFrom(...sampleTerms, ...quoteTerms, 'missing')
  const word = fc.constantFrom(...sampleWords, 'ad', 'bo', '1', '李', 'lo', 'missing')
  const range = timeRanges(fc)
  return fc.record({
    kind: fc.constantFrom(quoteKind, quoteKind, sampleKind, sampleKind, sampleKind, otherKind),
    deleted: fc.constantFrom(false, false, false, true),
    terms: fc.array(fc.uniqueArray(term, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
    words: fc.array(word, { maxLength: 2 }),
    times: fc.record({ created: range, updated: range, expires: range }, { requiredKeys: [] }),
  })
}

function queries(fc: FastCheck): Arbitrary<FindQuery> {
  const place = fc.record({ time: recordTimes(fc), id: recordRefs(fc).map(({ id }) => id) })
  const page = fc.record({
    order: fc.constantFrom('newest', 'oldest', 'updated', 'expires'),
    after: fc.option(place, { nil: undefined }),
    limit: fc.integer({ min: 1, max: 4 }),
    maxBytes: fc.constantFrom(...pageLengths),
  })
  return fc.tuple(filters(fc), page).map(([filter, rest]) => ({ ...filter, ...rest }))
}

export function findCommands(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), queries(fc))
    .map(([number, query]) =>
      command(`find ${JSON.stringify(query)} in store ${number}`, (model, { storage }) =>
        expectFound(storage, getStore(model, number), query),
      ),
    )
}

export function countCommands(fc: FastCheck): Arbitrary<StorageCommand> {
  const max = fc.constantFrom(1, 2, 10_000)
  return fc
    .tuple(storeNumbers(fc), filters(fc), max)
    .map(([number, filter, most]) =>
      command(
        `count ${JSON.stringify(filter)} in store ${number} up to ${most}`,
        (model, { storage }) => expectCount(storage, getStore(model, number), filter, most),
      ),
    )
}
