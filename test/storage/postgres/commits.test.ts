import { describe, expect, it } from 'vitest'
import type { CommitOutcome } from '../../../src/ports/storage.js'
import type { QuoteCommit } from '../../../src/quote/commit.js'
import { batchCommits } from '../../../src/storage/postgres/commits.js'
import {
  type SerializedCommit,
  serializeCommit,
} from '../../../src/storage/postgres/serialized-commit.js'
import { createCommit } from '../../../src/testing/sample-commits.js'

interface Asked {
  readonly ids: readonly string[]
  answer(outcome?: CommitOutcome): void
  fail(error: unknown): void
}

const refusal = new Error('refused')

/** Statements that are answered when a test says so. */
function heldStatements() {
  const asked: Asked[] = []
  const hold = <T>(changes: readonly SerializedCommit[], answerOf: (outcome: CommitOutcome) => T) =>
    new Promise<T>((resolve, reject) => {
      asked.push({
        ids: changes.map(({ quoteId }) => quoteId),
        answer: (outcome = 'committed') => resolve(answerOf(outcome)),
        fail: reject,
      })
    })
  const commit = batchCommits({
    commitOne: (change) => hold([change], (outcome) => outcome),
    commitBatch: (changes) =>
      hold(changes, (outcome) =>
        outcome === 'committed' ? new Set(changes.map(({ quoteId }) => quoteId)) : new Set(),
      ),
    isStatementError: (error) => error === refusal,
  })
  return {
    asked,
    commit: (change: QuoteCommit, signal?: AbortSignal) =>
      commit(serializeCommit(change), signal && { signal }),
  }
}

/** Lets everything run that waits for nothing but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const quote = (quoteId: string, storeId = 'store-1') => createCommit({ quoteId, storeId })
const idsOf = (asked: readonly Asked[]) => asked.map(({ ids }) => ids)

const names = (count: number) => Array.from({ length: count }, (_, index) => `quote-${index}`)

describe('commits of one store', () => {
  it('of one moment share a statement, and two statements are on their way at once', async () => {
    const { asked, commit } = heldStatements()
    const outcomes = names(70).map((quoteId) => commit(quote(quoteId)))
    await settled()
    expect(idsOf(asked).map(({ length }) => length)).toEqual([32, 32])
    asked[1]?.answer()
    await settled()
    expect(idsOf(asked)[2]).toEqual(names(70).slice(64))
    asked[0]?.answer()
    asked[2]?.answer()
    expect(await Promise.all(outcomes)).toEqual(Array(70).fill('committed'))
  })

  it('keep the order of one quote: what changes it twice is two statements, one after the other', async () => {
    const { asked, commit } = heldStatements()
    for (const quoteId of ['a', 'b', 'c', 'b', 'd']) commit(quote(quoteId))
    await settled()
    expect(idsOf(asked)).toEqual([['a', 'b', 'c', 'd']])
    commit(quote('e'))
    await settled()
    expect(idsOf(asked)).toEqual([['a', 'b', 'c', 'd'], ['e']])
    asked[0]?.answer()
    await settled()
    expect(idsOf(asked)[2]).toEqual(['b'])
  })

  it('are tried one by one where the database refuses them together', async () => {
    const { asked, commit } = heldStatements()
    const results = Promise.allSettled(['a', 'b'].map((quoteId) => commit(quote(quoteId))))
    await settled()
    asked[0]?.fail(refusal)
    await settled()
    expect(idsOf(asked)).toEqual([['a', 'b'], ['a'], ['b']])
    asked[1]?.fail(refusal)
    asked[2]?.answer()
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('are not tried again where nobody knows what became of them', async () => {
    const { asked, commit } = heldStatements()
    const results = Promise.allSettled(['a', 'b'].map((quoteId) => commit(quote(quoteId))))
    await settled()
    asked[0]?.fail(new Error('connection lost'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked).toHaveLength(1)
  })
})
