import { describe, expect, it } from 'vitest'
import {
  addMessage,
  type MessageList,
  type NewMessage,
  parseMessages,
  visibleMessages,
} from '../../../src/features/messages/messages.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import { applyPatches } from '../../../src/record/history/apply-patches.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const input = { actor: 'ann', role: 'seller' as const, now: 1_000 }
const note: NewMessage = { visibility: 'internal', text: 'Margin is fine' }

function add(
  record: StoredRecord<MessageList> | undefined,
  message: NewMessage = note,
  at = input.now,
  limits = defaultLimits,
) {
  return addMessage(record, 'q', message, { ...input, now: at }, limits)
}

/** The record of a thread with this many messages. */
function recordOf(count: number): StoredRecord<MessageList> {
  let { record } = add(undefined)
  for (let id = 2; id <= count; id += 1) ({ record } = add(record))
  return record
}

describe('addMessage', () => {
  it('creates the record with the first message', () => {
    const message = {
      id: 1,
      time: 1_000,
      by: 'ann',
      role: 'seller',
      visibility: 'internal',
      text: 'Margin is fine',
    }
    expect(add(undefined)).toEqual({
      previousVersion: 0,
      record: {
        kind: 'messages',
        id: 'q',
        version: 1,
        updated: 1_000,
        replay: { base: 1, size: 0 },
        value: [message],
      },
      historyEntry: {
        version: 1,
        time: 1_000,
        operation: 'addMessage',
        by: 'ann',
        patches: [{ op: 'replace', path: [], value: [message] }],
      },
    })
  })

  it('adds a message at the end as one patch, with the next id', () => {
    const { record, historyEntry } = add(recordOf(2), { ...note, text: 'x' }, 2_000)
    expect(record.value.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(historyEntry.patches).toHaveLength(1)
    expect(applyPatches(recordOf(2).value, historyEntry.patches)).toEqual(record.value)
  })

  it('leaves out what is absent: the actor, the role, attachments and their fields', () => {
    const attachment = { name: 'a', url: 'https://a.example', type: undefined, size: undefined }
    const message = { ...note, attachments: [attachment] }
    const change = addMessage(undefined, 'q', message, { now: 1_000 }, defaultLimits)
    const fields = { id: 1, time: 1_000, ...note }
    expect(change.record.value).toStrictEqual([
      { ...fields, attachments: [{ name: 'a', url: 'https://a.example' }] },
    ])
    const without = { ...note, attachments: [] }
    expect(
      addMessage(undefined, 'q', without, { now: 1_000 }, defaultLimits).record.value,
    ).toStrictEqual([fields])
  })

  it('never makes the time of a message go back', () => {
    const { record } = add(recordOf(1), note, 5)
    expect([record.updated, record.value.map(({ time }) => time)]).toEqual([1_000, [1_000, 1_000]])
  })

  it('rejects a message beyond maxMessages', () => {
    const limits = { ...defaultLimits, maxMessages: 2 }
    expect(add(recordOf(1), note, 1_000, limits).record.value).toHaveLength(2)
    expect(fieldErrorsOf(() => add(recordOf(2), note, 1_000, limits))).toEqual({
      '': 'must be for a quote with fewer than 2 messages; raise limits.maxMessages',
    })
  })

  it('does not change the record, and returns a deeply frozen one that cannot be found', () => {
    const before = recordOf(1)
    const { record, ...change } = add(before, {
      ...note,
      attachments: [{ name: 'a', url: 'https://a.example' }],
    })
    expect(before.value).toHaveLength(1)
    expect(Object.isFrozen(record.value)).toBe(true)
    expect(Object.isFrozen(record.value[1]?.attachments?.[0])).toBe(true)
    expect(Object.isFrozen(add(undefined).record.value[0])).toBe(true)
    expect(change).not.toHaveProperty('search')
  })
})

describe('visibleMessages', () => {
  const messages = add(recordOf(1), { visibility: 'customer', text: 'Hello' }).record.value

  it('returns those for the customer to a buyer', () => {
    expect(visibleMessages(messages, 'buyer')).toEqual([messages[1]])
  })

  it.each(['seller', 'system', undefined] as const)('returns all to %s', (role) => {
    expect(visibleMessages(messages, role)).toBe(messages)
  })
})

describe('parseMessages', () => {
  function parse(value: unknown) {
    const errors = new FieldErrorCollector()
    const parsed = parseMessages(value, errors, ['value'])
    return parsed ?? errors.toFieldErrors()
  }
  const message = { id: 1, time: 5, visibility: 'customer', text: 'Hello' }

  it('returns a copy of valid messages, also with ids that leave some out', () => {
    const attachments = [{ name: 'a', url: 'https://a.example', type: 'text/plain', size: 0 }]
    const messages = [message, { ...message, id: 4, by: 'ann', role: 'buyer', attachments }]
    const parsed = parse(messages)
    expect(parsed).toStrictEqual(messages)
    expect(parsed).not.toBe(messages)
    expect(parse([])).toEqual([])
  })

  it.each([
    ['no list', {}, { value: 'must be an array of messages' }],
    ['null', null, { value: 'must be an array of messages' }],
    ['no message', [null], { 'value[0]': 'must be a message' }],
    [
      'an unknown field',
      [{ ...message, x: 1 }],
      { 'value[0].x': expect.stringMatching(/^is not a known field/) },
    ],
    ['a part id', [{ ...message, id: 1.5 }], { 'value[0].id': 'must be an integer of at least 1' }],
    [
      'ids that do not grow',
      [message, message],
      { 'value[1].id': 'must be greater than the id of the message before' },
    ],
    [
      'an empty list of attachments',
      [{ ...message, attachments: [] }],
      { 'value[0].attachments': 'must be absent if there are no attachments' },
    ],
    [
      'another visibility',
      [{ ...message, visibility: 'all' }],
      { 'value[0].visibility': 'must be one of customer, internal' },
    ],
  ])('rejects %s', (_, value, errors) => {
    expect(parse(value)).toEqual(errors)
  })
})
