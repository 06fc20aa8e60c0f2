import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { CommitOutcome } from '../../../src/ports/storage.js'
import type { Change } from '../../../src/quote/change.js'
import { groupCommit } from '../../../src/storage/postgres/group-commit.js'
import { type WrittenChange, writtenChange } from '../../../src/storage/postgres/written-change.js'
import { creation } from '../../../src/testing/sample-changes.js'

interface Asked {
  readonly ids: readonly string[]
  answer(outcome?: CommitOutcome): void
  fail(error: unknown): void
}

const refusal = new Error('refused')

/** Statements that are answered when a test says so. */
function heldStatements() {
  const asked: Asked[] = []
  const hold = <T>(changes: readonly WrittenChange[], answerOf: (outcome: CommitOutcome) => T) =>
    new Promise<T>((resolve, reject) => {
      asked.push({
        ids: changes.map(({ quoteId }) => quoteId),
        answer: (outcome = 'committed') => resolve(answerOf(outcome)),
        fail: reject,
      })
    })
  const commit = groupCommit({
    commitOne: (change) => hold([change], (outcome) => outcome),
    commitGroup: (changes) =>
      hold(changes, (outcome) =>
        outcome === 'committed' ? new Set(changes.map(({ quoteId }) => quoteId)) : new Set(),
      ),
    isRefusal: (error) => error === refusal,
  })
  return {
    asked,
    commit: (change: Change, signal?: AbortSignal) =>
      commit(writtenChange(change), signal && { signal }),
  }
}

/** Lets everything run that waits for nothing but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const quote = (quoteId: string, storeId = 'store-1') => creation({ quoteId, storeId })
const idsOf = (asked: readonly Asked[]) => asked.map(({ ids }) => ids)

describe('commits of one store', () => {
  it('go out at once where none is on its way, and together where one is', async () => {
    const { asked, commit } = heldStatements()
    const outcomes = ['a', 'b', 'c'].map((quoteId) => commit(quote(quoteId)))
    expect(idsOf(asked)).toEqual([['a']])
    asked[0]?.answer()
    await settled()
    expect(idsOf(asked)).toEqual([['a'], ['b', 'c']])
    asked[1]?.answer()
    expect(await Promise.all(outcomes)).toEqual(['committed', 'committed', 'committed'])
  })

  it('keep the order of one quote: what changes it twice is two statements', async () => {
    const { asked, commit } = heldStatements()
    for (const quoteId of ['a', 'b', 'c', 'b', 'd']) commit(quote(quoteId))
    for (let statement = 0; statement < 3; statement += 1) {
      asked[statement]?.answer()
      await settled()
    }
    expect(idsOf(asked)).toEqual([['a'], ['b', 'c'], ['b', 'd']])
  })

  it('are at most 64 in a statement', async () => {
    const { asked, commit } = heldStatements()
    for (let count = 0; count < 130; count += 1) commit(quote(`quote-${count}`))
    for (let statement = 0; statement < 3; statement += 1) {
      asked[statement]?.answer()
      await settled()
    }
    expect(asked.map(({ ids }) => ids.length)).toEqual([1, 64, 64, 1])
  })

  it('are tried one by one where the database refuses them together', async () => {
    const { asked, commit } = heldStatements()
    const results = Promise.allSettled(['a', 'b', 'c'].map((quoteId) => commit(quote(quoteId))))
    asked[0]?.answer()
    await settled()
    asked[1]?.fail(refusal)
    await settled()
    expect(idsOf(asked)).toEqual([['a'], ['b', 'c'], ['b'], ['c']])
    asked[2]?.fail(refusal)
    asked[3]?.answer()
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('are not tried again where nobody knows what became of them', async () => {
    const { asked, commit } = heldStatements()
    const results = Promise.allSettled(['a', 'b', 'c'].map((quoteId) => commit(quote(quoteId))))
    asked[0]?.answer()
    await settled()
    asked[1]?.fail(new Error('connection lost'))
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(asked).toHaveLength(2)
  })

  it('do not wait for a statement that nobody waits for any more', async () => {
    const { asked, commit } = heldStatements()
    const caller = new AbortController()
    commit(quote('a'), caller.signal)
    const second = commit(quote('b'))
    caller.abort()
    await settled()
    expect(idsOf(asked)).toEqual([['a'], ['b']])
    asked[1]?.answer()
    expect(await second).toBe('committed')
  })

  it('leave nothing behind on the signals of their callers', async () => {
    const { asked, commit } = heldStatements()
    const caller = new AbortController()
    const outcomes = ['a', 'b', 'c'].map((quoteId) => commit(quote(quoteId), caller.signal))
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1)
    for (let statement = 0; statement < 2; statement += 1) {
      asked[statement]?.answer()
      await settled()
    }
    await Promise.all(outcomes)
    expect(getEventListeners(caller.signal, 'abort')).toEqual([])
  })

  it('are not written any more once their caller has left', async () => {
    const { asked, commit } = heldStatements()
    const caller = new AbortController()
    commit(quote('a'))
    const left = commit(quote('b'), caller.signal)
    commit(quote('c'))
    caller.abort(new Error('left'))
    asked[0]?.answer()
    await expect(left).rejects.toThrow('left')
    await settled()
    expect(idsOf(asked)).toEqual([['a'], ['c']])
  })
})

it('commits of different stores do not wait for one another', () => {
  const { asked, commit } = heldStatements()
  commit(quote('a', 'store-1'))
  commit(quote('b', 'store-2'))
  expect(idsOf(asked)).toEqual([['a'], ['b']])
})
