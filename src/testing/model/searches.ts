import type { Arbitrary } from 'fast-check'
import type { FindQuery } from '../../ports/storage.js'
import { quoteKind } from '../../quote/quote-record.js'
import type { RecordFilter, TimeRange } from '../../record/search/find-query.js'
import type { FastCheck } from '../arbitraries/fast-check.js'
import { sampleKind } from '../sample-records.js'
import { command, getStore, otherKind, refs, type StorageCommand, storeNumbers } from './command.js'
import { expectCount, expectFound, pageLengths } from './expectations.js'
import { startTime } from './model-state.js'

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
export function times(fc: FastCheck): Arbitrary<number> {
  return fc.nat(30).map((offset) => startTime + offset)
}

function timeRanges(fc: FastCheck): Arbitrary<TimeRange> {
  return fc.record({ from: times(fc), to: times(fc) }, { requiredKeys: [] })
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
  const place = fc.record({ time: times(fc), id: refs(fc).map(({ id }) => id) })
  const page = fc.record({
    order: fc.constantFrom('newest', 'oldest', 'updated', 'expires'),
    after: fc.option(place, { nil: undefined }),
    limit: fc.integer({ min: 1, max: 4 }),
    maxBytes: fc.constantFrom(...pageLengths),
  })
  return fc.tuple(filters(fc), page).map(([filter, rest]) => ({ ...filter, ...rest }))
}

export function finds(fc: FastCheck): Arbitrary<StorageCommand> {
  return fc
    .tuple(storeNumbers(fc), queries(fc))
    .map(([number, query]) =>
      command(`find ${JSON.stringify(query)} in store ${number}`, (model, { storage }) =>
        expectFound(storage, getStore(model, number), query),
      ),
    )
}

export function counts(fc: FastCheck): Arbitrary<StorageCommand> {
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
