import { describe, expect, it } from 'vitest'
import {
  parseEventPage,
  parseHistoryPage,
  parseIdempotencyRecord,
  parseOutcome,
  parseTags,
} from '../../../src/engine/ports/storage-responses.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const errorsOf = (parse: () => unknown) => fieldErrorsOf(parse, 'storage_invalid_response')
const entry = { version: 1, timestamp: 1, operation: 'create', patches: [], inversePatches: [] }
const event = { position: 1, quoteId: 'quote-1', entry }

describe('parseHistoryPage names', () => {
  const errorsOfPage = (page: unknown) =>
    errorsOf(() => parseHistoryPage(page as never, { afterVersion: 0, limit: 1 }))
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
    [{ timestamp: 1.5 }, { timestamp: 'must be an integer, received the number 1.5' }],
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
    parseEventPage({ items: [item], hasMore: false } as never, { afterPosition: 0, limit: 1 })
  expect(errorsOf(parse({ ...event, position: '2', quoteId: '', entry: { version: 0 } }))).toEqual({
    'items[0].position': 'must be an integer, received the string "2"',
    'items[0].quoteId':
      'must be a string of 1 to 255 characters, without NUL or lone surrogates, ' +
      'received the string ""',
    'items[0].entry.version': 'must be an integer of at least 1, received the number 0',
    'items[0].entry.timestamp': 'must be an integer, received undefined',
    'items[0].entry.patches': 'must be an array, received undefined',
  })
  expect(errorsOf(parse(5))).toEqual({ 'items[0]': 'must be an event, received the number 5' })
})

it('parseIdempotencyRecord names each field and what was received', () => {
  const record = { key: 'k', fingerprint: 5, quoteId: 'q', version: 1, expiresAt: '2' }
  expect(errorsOf(() => parseIdempotencyRecord(record as never, 'key-1'))).toEqual({
    key: 'must be the requested key, received the string "k"',
    fingerprint: 'must be a string, received the number 5',
    expiresAt: 'must be an integer, received the string "2"',
  })
})

it('parseTags and parseOutcome name what was received', () => {
  expect(errorsOf(() => parseTags({ rows: [] } as never))).toEqual({
    '': 'must be an array of tags, received an object',
  })
  expect(errorsOf(() => parseTags([null] as never))).toEqual({
    '[0]': 'must be a tag, received null',
  })
  expect(errorsOf(() => parseOutcome('ok' as never))).toEqual({
    '': 'must be "committed" or "conflict", received the string "ok"',
  })
})

it('parseTags rejects tags that change while they are read', () => {
  let reads = 0
  const tag = {
    backgroundColor: '',
    color: '',
    label: '',
    get value() {
      reads += 1
      return reads === 1 ? 5 : ''
    },
  }
  expect(errorsOf(() => parseTags([tag] as never))).toEqual({
    '': 'must not change while it is read',
  })
})
