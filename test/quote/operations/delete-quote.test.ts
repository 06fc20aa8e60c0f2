import { describe, expect, it } from 'vitest'
import { createQuote } from '../../../src/quote/operations/create-quote.js'
import {
  deleteQuote,
  eraseQuote,
  restoreQuote,
} from '../../../src/quote/operations/delete-quote.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { pricesOf, rules } from '../samples.js'

const request = {
  customer: { name: 'Ann', email: 'ann@example.com' },
  products: [{ id: 1, qty: 2 }],
}
const products = pricesOf([{ id: 1, price: '10.00' }])
const creation = createQuote(request, { quoteId: 'quote-1', now: 1_000, products }, rules)
const { record } = creation
const input = { actor: 'bob', now: 2_000 }

describe('deleteQuote', () => {
  const change = deleteQuote(record, input, defaultPolicy)

  it('sets the time of the deletion, and keeps the quote', () => {
    expect(change.previousVersion).toBe(1)
    expect(change.record).toEqual({
      ...record,
      version: 2,
      updated: 2_000,
      deleted: 2_000,
      replay: change.record.replay,
    })
    expect(change.record.value).toBe(record.value)
  })

  it('has an entry without patches', () => {
    expect(change.historyEntry).toEqual({
      version: 2,
      time: 2_000,
      operation: 'delete',
      by: 'bob',
      base: 1,
      patches: [],
    })
  })

  it('makes the quote one that is found among the deleted ones', () => {
    expect(change.previousSearch).toEqual(creation.search)
    expect(change.search).toEqual({ ...creation.search, deleted: true })
  })

  it('never makes the time go back', () => {
    expect(deleteQuote(record, { now: 1 }, defaultPolicy).record).toMatchObject({
      updated: 1_000,
      deleted: 1_000,
    })
  })

  it('is deeply frozen', () => {
    for (const part of [change, change.record, change.historyEntry, change.historyEntry.patches])
      expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('restoreQuote', () => {
  it('removes the time of the deletion, and nothing else', () => {
    const deletion = deleteQuote(record, input, defaultPolicy)
    const change = restoreQuote(deletion.record, { now: 3_000 }, defaultPolicy)
    expect(change?.record).not.toHaveProperty('deleted')
    expect(change).toMatchObject({
      previousVersion: 2,
      record: { version: 3, updated: 3_000 },
      historyEntry: { operation: 'restore', patches: [] },
    })
    expect(change?.record.value).toBe(record.value)
    expect(change?.search).toEqual(creation.search)
    expect(change?.previousSearch).toEqual(deletion.search)
  })

  it('returns undefined for a quote that is not deleted', () => {
    expect(restoreQuote(record, input, defaultPolicy)).toBeUndefined()
  })
})

describe('eraseQuote', () => {
  it.each([
    ['live', record],
    ['deleted', deleteQuote(record, input, defaultPolicy).record],
  ])('leaves nothing of a %s quote but its version and times', (_, stored) => {
    const change = eraseQuote(stored, { actor: 'bob', now: 3_000 }, defaultPolicy)
    const version = stored.version + 1
    expect(change).toEqual({
      previousVersion: stored.version,
      record: {
        kind: 'quote',
        id: 'quote-1',
        version,
        updated: 3_000,
        deleted: 3_000,
        replay: { base: version, size: 0 },
        value: null,
      },
      historyEntry: {
        version,
        time: 3_000,
        operation: 'erase',
        patches: [],
      },
      previousSearch: { ...creation.search, deleted: stored !== record },
      erasesHistory: true,
    })
    expect(Object.isFrozen(change.record)).toBe(true)
  })
})
