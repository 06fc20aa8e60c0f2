import { describe, expect, it } from 'vitest'
import {
  pageOfRows,
  toEvent,
  toIdempotencyRecord,
  toRecord,
  toStateValue,
} from '../../../src/storage/sql/rows.js'

/** What drivers make of text, an integer and a condition. */
const drivers = [
  ['strings and numbers', (text: string) => text, (integer: number) => integer, Number],
  ['bytes and strings of digits', (text: string) => Buffer.from(text), String, Number],
  ['strings and bigints', (text: string) => text, BigInt, BigInt],
  ['strings of digits and booleans', (text: string) => text, String, Boolean],
] as const

describe('toRecord', () => {
  const value = { name: 'Zoë' }
  const creation = { version: 1, time: 5, operation: 'create', patches: [{ path: [], value }] }
  const expected = { kind: 'quote', id: 'é', version: 2, updated: 7, replay: { base: 1, size: 9 } }

  describe.each(drivers)('of a driver that returns %s', (_, text, integer, condition) => {
    const rowOf = (isInEntry: number, json: unknown, deleted: unknown = null) => ({
      kind: text('quote'),
      id: text('é'),
      version: integer(2),
      updated: integer(7),
      deleted,
      replay_base: integer(1),
      replay_size: integer(9),
      in_entry: condition(isInEntry as never),
      entry: json === undefined ? null : text(JSON.stringify(json)),
    })

    it('returns a record with its value', () => {
      expect(toRecord(rowOf(0, value))).toStrictEqual({ ...expected, value })
      expect(toRecord(rowOf(0, null))).toStrictEqual({ ...expected, value: null })
    })

    it('returns a record with the value of its first entry', () => {
      expect(toRecord(rowOf(1, creation))).toStrictEqual({ ...expected, value })
      expect(toRecord(rowOf(1, undefined))).toStrictEqual({ ...expected, value: undefined })
    })

    it('returns when a record was deleted', () => {
      const row = rowOf(0, value, integer(6))
      expect(toRecord(row)).toStrictEqual({ ...expected, deleted: 6, value })
    })

    it('and toEvent, toIdempotencyRecord and toStateValue return the same of all drivers', () => {
      const ref = { kind: text('quote'), id: text('é') }
      const event = { ...ref, ordinal: integer(3), entry: text(JSON.stringify(creation)) }
      expect(toEvent(event)).toStrictEqual({ position: 3, kind: 'quote', id: 'é', entry: creation })
      const names = { key: text('k'), fingerprint: text('f') }
      const numbers = { version: integer(2), created_at: integer(1), expires_at: integer(4) }
      expect(toIdempotencyRecord({ ...names, ...ref, ...numbers })).toStrictEqual({
        ...{ key: 'k', fingerprint: 'f', kind: 'quote', id: 'é' },
        ...{ version: 2, created: 1, expires: 4 },
      })
      const state = { key: text('k'), version: integer(2 ** 40), value: text('{"a":1}') }
      expect(toStateValue(state)).toStrictEqual({ key: 'k', version: 2 ** 40, value: { a: 1 } })
    })
  })
})

describe('pageOfRows', () => {
  const toItem = ({ entry }: { readonly entry: string | null }) => entry?.toUpperCase() ?? ''
  it.each<readonly [(string | null)[], number, string[], boolean]>([
    [[], 2, [], false],
    [['a'], 2, ['A'], false],
    [['a', 'b'], 2, ['A', 'B'], false],
    [['a', 'b', 'c'], 2, ['A', 'B'], true],
    [['a', null], 2, ['A'], true],
    [['a', null, null], 2, ['A'], true],
    [['a', 'b', null], 2, ['A', 'B'], true],
  ])('returns of the rows %j with limit %i the items %j', (entries, limit, items, hasMore) => {
    const rows = entries.map((entry) => ({ entry }))
    expect(pageOfRows(rows, limit, toItem)).toEqual({ items, hasMore })
  })
})
