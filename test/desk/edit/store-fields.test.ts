import { describe, expect, it } from 'vitest'
import {
  mapStoreInputs,
  readStoreInput,
  storeChanges,
  storeInputNames,
} from '../../../src/desk/edit/store-fields.js'
import { quoteTextNames } from '../../../src/quote/model/quote-texts.js'

const none = mapStoreInputs(() => '')

describe('storeInputs', () => {
  it('has an input for each text of a quote', () => {
    expect(storeInputNames).toEqual(quoteTextNames)
  })
})

describe('readStoreInput', () => {
  it.each([
    ['7', '', '7'],
    ['', '7', ''],
    ['7', ' 7\r\n', ' 7\r\n'],
    ['8', ' 7 ', '8'],
  ])('reads %j after %j as %j', (sent, before, value) => {
    expect(readStoreInput(sent, before)).toBe(value)
  })
})

describe('storeChanges', () => {
  it('returns only the fields that differ, and null for those that were emptied', () => {
    const base = { ...none, owner: 'ann', customer_id: '7', company_id: 'c1' }
    const draft = { ...base, owner: '', customer_id: '8', follow_up: '2026-12-01' }
    expect(storeChanges(base, draft)).toEqual({
      owner: null,
      customer_id: '8',
      follow_up: '2026-12-01',
    })
    expect(storeChanges(base, base)).toEqual({})
  })

  it('returns no null for a quote that is new', () => {
    expect(storeChanges(none, { ...none, customer_id: '7' })).toEqual({ customer_id: '7' })
  })
})
