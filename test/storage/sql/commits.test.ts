import { describe, expect, it } from 'vitest'
import type { CommitOutcome } from '../../../src/ports/storage.js'
import type { RecordCommit } from '../../../src/record/commit.js'
import {
  createCommitMethods,
  type SerializedCommit,
  serializeChange,
} from '../../../src/storage/sql/commits.js'
import { createCommit } from '../../../src/testing/samples.js'

interface SentStatement {
  readonly ids: readonly string[]
  respond(outcome?: CommitOutcome): void
  fail(error: unknown): void
}

const statementError = new Error('rejected by the database')

/** Batches commits into statements; a test decides when each of them returns. */
function createHeldCommits() {
  const sent: SentStatement[] = []
  const hold = <T>(commits: readonly SerializedCommit[], resultOf: (outcome: CommitOutcome) => T) =>
    new Promise<T>((resolve, reject) => {
      sent.push({
        ids: commits.flatMap(({ changes }) => changes.map(({ id }) => id)),
        respond: (outcome = 'committed') => resolve(resultOf(outcome)),
        fail: reject,
      })
    })
  const { commit } = createCommitMethods({
    serialize: (_, change) => serializeChange(change),
    commitOne: (single) => hold([single], (outcome) => outcome),
    commitBatch: (commits) =>
      hold(commits, (outcome) => (outcome === 'committed' ? new Set(commits.keys()) : new Set())),
    isStatementError: (error) => error === statementError,
  })
  return {
    sent,
    commit: (change: RecordCommit) => commit('store-1', change),
  }
}

/** Waits until every promise that can settle has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const creation = (quoteId: string) => createCommit({ quoteId })
const idsOf = (sent: readonly SentStatement[]) => sent.map(({ ids }) => ids)
const names = (count: number) => Array.from({ length: count }, (_, index) => `quote-${index}`)

describe('createCommitMethods', () => {
  it('sends 32 commits per statement, and two statements at once', async () => {
    const { sent, commit } = createHeldCommits()
    const outcomes = names(70).map((quoteId) => commit(creation(quoteId)))
    await settled()
    expect(idsOf(sent).map(({ length }) => length)).toEqual([32, 32])
    sent[1]?.respond()
    await settled()
    expect(idsOf(sent)[2]).toEqual(names(70).slice(64))
    sent[0]?.respond()
    sent[2]?.respond()
    expect(await Promise.all(outcomes)).toEqual(Array(70).fill('committed'))
  })

  it('sends two commits of one quote in two statements, one after the other', async () => {
    const { sent, commit } = createHeldCommits()
    for (const quoteId of ['a', 'b', 'c', 'b', 'd']) commit(creation(quoteId))
    await settled()
    expect(idsOf(sent)).toEqual([['a', 'b', 'c', 'd']])
    commit(creation('e'))
    await settled()
    expect(idsOf(sent)).toEqual([['a', 'b', 'c', 'd'], ['e']])
    sent[0]?.respond()
    await settled()
    expect(idsOf(sent)[2]).toEqual(['b'])
  })

  it('retries commits one by one if the database rejects their statement', async () => {
    const { sent, commit } = createHeldCommits()
    const results = Promise.allSettled(['a', 'b'].map((quoteId) => commit(creation(quoteId))))
    await settled()
    sent[0]?.fail(statementError)
    await settled()
    expect(idsOf(sent)).toEqual([['a', 'b'], ['a'], ['b']])
    sent[1]?.fail(statementError)
    sent[2]?.respond()
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('does not retry commits whose outcome is unknown', async () => {
    const { sent, commit } = createHeldCommits()
    const results = Promise.allSettled(['a', 'b'].map((quoteId) => commit(creation(quoteId))))
    await settled()
    sent[0]?.fail(new Error('connection lost'))
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(sent).toHaveLength(1)
  })
})
