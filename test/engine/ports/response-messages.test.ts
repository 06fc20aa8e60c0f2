import { describe, expect, it } from 'vitest'
import {
  parseCount,
  parseEventPage,
  parseFoundPage,
  parseHistoryPage,
  parseIdempotencyRecord,
  parseOutcome,
  parseRecords,
} from '../../../src/engine/ports/storage-responses.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { created, fieldErrorsOf } from '../../quote/samples.js'

const errorsOf = (parse: () => unknown) => fieldErrorsOf(parse, 'storage_invalid_response')
const entry = { version: 1, time: 1, operation: 'create', patches: [] }
const event = { position: 1, kind: 'quote', id: 'quote-1', entry }
const maxBytes = 2 ** 20
const ref = quoteRef('quote-1')

describe('parseHistoryPage names', () => {
  const errorsOfPage = (page: unknown) =>
    errorsOf(() =>
      parseHistoryPage(page as never, 'store-1', ref, { afterVersion: 0, limit: 1, maxBytes }),
    )
  const errorsOfEntry = (fields: object) =>
    errorsOfPage({ items: [{ ...entry, ...fields }], hasMore: false })

  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [[entry], 'an array'],
    [{ rows: [] }, 'an object'],
    ['x', 'a string'],
  ])('the page that was received: %j', (page, received) => {
    expect(errorsOfPage(page)).toEqual({ '': `must be { items, hasMore }, received ${received}` })
  })

  it.each([
    [{ items: [] }, { hasMore: 'must be true or false, received undefined' }],
    [{ hasMore: false }, { items: 'must be an array, received undefined' }],
    [
      { items: [], hasMore: true },
      { hasMore: 'must be false if there are no items, received true' },
    ],
    [
      { items: [entry, { ...entry, version: 2 }], hasMore: false },
      { items: 'must have at most 1 items, received 2' },
    ],
    [{ items: [null], hasMore: false }, { 'items[0]': 'must be a history entry, received null' }],
  ])('the field of the page %j', (page, errors) => {
    expect(errorsOfPage(page)).toEqual(errors)
  })

  it.each([
    [{ version: '1' }, { version: 'must be an integer, received the string "1"' }],
    [{ version: 3 }, { version: 'must be 1, the next one, received the number 3' }],
    [{ time: 1.5 }, { time: 'must be an integer, received the number 1.5' }],
    [{ patches: {} }, { patches: 'must be an array, received an object' }],
    [{ base: null }, { base: 'must be an integer of at least 1, received null' }],
    [{ base: 1 }, { base: 'must be lower than the version, received the number 1' }],
  ])('the field of the entry %j', (fields, errors) => {
    const [[name, message] = []] = Object.entries(errors)
    expect(errorsOfEntry(fields)).toEqual({ [`items[0].${name}`]: message })
  })
})

it('parseEventPage names each field and what was received', () => {
  const parse = (item: unknown) => () =>
    parseEventPage({ items: [item], hasMore: false } as never, 'store-1', {
      afterPosition: 0,
      limit: 1,
      maxBytes,
    })
  expect(
    errorsOf(parse({ ...event, position: '2', kind: 5, id: '', entry: { version: 0 } })),
  ).toEqual({
    'items[0].position': 'must be an integer, received the string "2"',
    'items[0].kind':
      'must be a string of 1 to 255 characters, without NUL or lone surrogates, ' +
      'received the number 5',
    'items[0].id':
      'must be a string of 1 to 255 characters, without NUL or lone surrogates, ' +
      'received the string ""',
    'items[0].entry.version': 'must be an integer of at least 1, received the number 0',
    'items[0].entry.time': 'must be an integer, received undefined',
    'items[0].entry.patches': 'must be an array, received undefined',
  })
  expect(errorsOf(parse(5))).toEqual({ 'items[0]': 'must be an event, received the number 5' })
})

it('parseIdempotencyRecord names each field and what was received', () => {
  const record = { key: 'k', fingerprint: 5, ...ref, version: 1, expires: '2' }
  const parse = () => parseIdempotencyRecord(record as never, 'store-1', 'key-1')
  expect(errorsOf(parse)).toEqual({
    key: 'must be the requested key, received the string "k"',
    fingerprint: 'must be a string, received the number 5',
    expires: 'must be an integer, received the string "2"',
  })
})

it('parseRecords names the number of records, and what was received', () => {
  const errorsOfRecords = (records: unknown) =>
    errorsOf(() => parseRecords(records as never, 'store-1', [ref]))
  expect(errorsOfRecords({ rows: [] })).toEqual({
    '': 'must be an array of 1 records, received an object',
  })
  expect(errorsOfRecords([])).toEqual({
    '': 'must be an array of 1 records, received the number 0',
  })
})

it('parseOutcome names what was received', () => {
  expect(errorsOf(() => parseOutcome('ok' as never))).toEqual({
    '': 'must be "committed" or "conflict", received the string "ok"',
  })
})

describe('parseFoundPage names', () => {
  const query = { kind: 'quote', terms: [], words: [], times: {}, order: 'newest' } as const
  const errorsOfPage = (page: unknown, deleted = false) =>
    errorsOf(() =>
      parseFoundPage(page as never, 'store-1', {
        ...query,
        deleted,
        after: undefined,
        limit: 1,
        maxBytes,
      }),
    )
  const record = created()

  it.each([
    ['null', null, 'null'],
    ['a tag record', { ...record, kind: 'tags' }, 'an object'],
    ['a deleted record', { ...record, deleted: 1 }, 'an object'],
    ['a record without an id', { ...record, id: '' }, 'an object'],
  ])('an item that is no record of the query: %s', (_, item, received) => {
    expect(errorsOfPage({ items: [item], hasMore: false })).toEqual({
      'items[0]': `must be a record of the kind quote that is not deleted, received ${received}`,
    })
  })

  it('an item that is not deleted if deleted ones are requested', () => {
    expect(errorsOfPage({ items: [record], hasMore: false }, true)).toEqual({
      'items[0]': 'must be a record of the kind quote that is deleted, received an object',
    })
  })

  it('the field of an invalid record', () => {
    const invalid = { ...record, version: 0, value: { ...record.value, status: 'X' } }
    expect(errorsOfPage({ items: [invalid], hasMore: false })).toEqual({
      'items[0].version': 'must be an integer of at least 1',
      'items[0].replay': 'must be the replay state that was committed',
      'items[0].value.status': 'must be a status such as "new"',
    })
  })

  it('a page that is too long', () => {
    expect(errorsOfPage({ items: [record, record], hasMore: false })).toEqual({
      items: 'must have at most 1 items, received 2',
    })
  })
})

it.each([
  [-1, 'the number -1'],
  [11, 'the number 11'],
  [0.5, 'the number 0.5'],
  ['5', 'the string "5"'],
  [undefined, 'undefined'],
])('parseCount rejects %j', (count, received) => {
  const filter = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }
  expect(errorsOf(() => parseCount(count as never, 'store-1', filter, 10))).toEqual({
    '': `must be an integer from 0 to 10, received ${received}`,
  })
})

it('parseEventPage reads each field of an event once', () => {
  let reads = 0
  const changing = {
    ...event,
    get position() {
      reads += 1
      return reads === 1 ? 5 : 1
    },
  }
  const range = { afterPosition: 0, limit: 1, maxBytes }
  const page = { items: [changing], hasMore: false }
  expect(errorsOf(() => parseEventPage(page as never, 'store-1', range))).toEqual({
    'items[0].position': 'must be 1, the next one, received the number 5',
  })
})
