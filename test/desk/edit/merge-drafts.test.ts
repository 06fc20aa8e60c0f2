import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareDrafts, mergeDrafts, preselected } from '../../../src/desk/edit/conflicts.js'
import { emptyDraft, emptyValues, type QuoteDraft } from '../../../src/desk/edit/draft.js'
import { mapStoreInputs } from '../../../src/desk/edit/store-fields.js'

const value = fc.constantFrom('', 'a', 'b')
const keys = ['1-1', '1-2', '1-3'] as const

/** A draft of a quote with some of three lines, and every kind of field. */
const stored: fc.Arbitrary<QuoteDraft> = fc
  .record({
    name: value,
    extra: value,
    lines: fc.shuffledSubarray([...keys], { minLength: 1 }),
    quantities: fc.array(fc.constantFrom('1', '2'), { minLength: 3, maxLength: 3 }),
    notes: fc.array(value, { minLength: 3, maxLength: 3 }),
    discount: value,
    shipping: fc.constantFrom('no_additional', 'express'),
    tags: fc.subarray(['x', 'y', 'z']),
    ofStore: fc.record(mapStoreInputs(() => value)),
  })
  .map(({ name, extra, lines, quantities, notes, discount, shipping, tags, ofStore }) => ({
    ...emptyDraft,
    customer: new Map([...emptyDraft.customer, ['name', name]]),
    fields: extra === '' ? [] : [{ name: '__proto__', value: extra }],
    rows: lines.map((key, index) => ({
      key,
      isRemoved: false,
      values: {
        ...emptyValues,
        id: '118',
        qty: quantities[index] as string,
        note: notes[index] as string,
        position: String(index + 1),
      },
    })),
    discounts:
      discount === ''
        ? []
        : [{ type: 'percent', value: discount, label: '', lines: [], isRemoved: false }],
    shipping: { ...emptyDraft.shipping, type: shipping },
    tags,
    ...ofStore,
  }))

const sets = ({ tags, fields, ...draft }: QuoteDraft) => ({
  ...draft,
  tags: new Set(tags),
  fields: fields.filter(({ value: each }) => each !== ''),
})

describe('mergeDrafts', () => {
  it('keeps what is stored if the other side is picked for everything', () => {
    fc.assert(
      fc.property(stored, stored, stored, (base, mine, theirs) => {
        const merged = mergeDrafts({ base, mine, theirs }, () => 'theirs')
        expect(sets(merged)).toEqual(sets(theirs))
      }),
    )
  })

  it('makes the changes of the user alone if nothing else has changed', () => {
    fc.assert(
      fc.property(stored, stored, (base, typed) => {
        // A form has every line that it was shown with.
        const known = new Map(typed.rows.map((row) => [row.key, row]))
        const rows = base.rows.map((row, index) => {
          const own = known.get(row.key)
          const position = String(index + 1)
          if (own === undefined) return { ...row, isRemoved: true }
          return { ...own, values: { ...own.values, position } }
        })
        const mine = { ...typed, rows }
        const merged = mergeDrafts({ base, mine, theirs: base }, preselected)
        expect(sets(merged).tags).toEqual(sets(mine).tags)
        expect(merged.rows.map(({ key, isRemoved }) => [key, isRemoved])).toEqual(
          mine.rows.map(({ key, isRemoved }) => [key, isRemoved]),
        )
        for (const [index, row] of merged.rows.entries())
          if (!row.isRemoved) expect(row.values).toEqual(rows[index]?.values)
        expect([merged.discounts, merged.shipping]).toEqual([mine.discounts, mine.shipping])
        expect(merged).toMatchObject(mapStoreInputs((field) => mine[field]))
      }),
    )
  })

  it('has no conflict with itself', () => {
    fc.assert(
      fc.property(stored, stored, (base, same) => {
        expect(compareDrafts({ base, mine: same, theirs: same })).toEqual([])
      }),
    )
  })
})
