import { describe, expect, it } from 'vitest'
import { templateSearchRow } from '../../src/features/templates/template.js'
import { erasureChange } from '../../src/record/change.js'
import { findableKinds, toSearchRowWith } from '../../src/store/search-rows.js'
import { createCommit, getRecord } from '../../src/testing/samples.js'
import { templateOf } from '../features/templates/samples.js'

const toSearchRow = toSearchRowWith(undefined)

describe('toSearchRowWith', () => {
  it('is the search of the last change of a record', () => {
    const quote = createCommit()
    expect(toSearchRow(getRecord(quote))).toEqual(quote.changes[0].search)
    const template = templateOf()
    expect(toSearchRow(template)).toEqual(templateSearchRow(template))
  })

  it('is undefined for an erased record, and for a kind that cannot be found', () => {
    const erased = erasureChange(templateOf(), { now: 2_000, operation: 'erase' })
    expect(toSearchRow(erased.record)).toBeUndefined()
    for (const kind of ['tags', 'users', 'numbers', '__proto__', ''])
      expect(toSearchRow({ ...templateOf(), kind })).toBeUndefined()
  })

  it('knows each of findableKinds', () => {
    expect(findableKinds).toEqual(['quote', 'template'])
  })
})
