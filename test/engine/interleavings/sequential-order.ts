import { expect } from 'vitest'
import type { CommitOutcome, StoragePort } from '../../../src/ports/storage.js'
import { showKeys } from '../../../src/quote/model/line-keys.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { quoteKind, quoteRef, replayQuote } from '../../../src/quote/model/quote-record.js'
import type { StoreEvent } from '../../../src/record/history/entry.js'
import { context, engineWith } from '../ports.js'
import { earliestStart, isReuse, possibleCalls } from './idempotent-calls.js'
import type { InterleavedEngines, RecordedCall } from './interleaved-engines.js'
import { makeCall, outcomeOf } from './sample-calls.js'

const everything = { limit: 1_000 }

/** Creates an engine with the time and the id of each event, and one that must not write. */
async function sequentialEngine(prepare: InterleavedEngines['prepare']) {
  const storage = await prepare()
  const input = { now: 0, quoteId: '' }
  const options = { now: () => input.now, generateId: () => input.quoteId }
  const changesNothing: StoragePort = {
    ...storage,
    commit(_, { changes }): CommitOutcome {
      if (changes.length > 0) throw new Error('must not write')
      return 'committed'
    },
  }
  return {
    storage,
    input,
    engine: engineWith({ storage, ...options }),
    observer: engineWith({ storage: changesNothing, ...options }),
  }
}

/**
 * Expects the calls to be serializable. Repeats them one by one in the order of their events, and
 * expects the same outcome of each at a moment between its start and its end.
 */
export async function expectSequentialOrder({
  storage,
  made,
  prepare,
}: InterleavedEngines): Promise<void> {
  const { items: events } = await engineWith({ storage }).listEvents(context, everything)
  const byActor = new Map(made.map((each) => [each.actor, each]))
  const authors = new Set(events.map(({ entry }) => entry.by))
  const eventless = new Set(
    made.filter(({ actor, isAborted }) => !authors.has(actor) && !isAborted),
  )
  const sequential = await sequentialEngine(prepare)
  const { input, engine, observer } = sequential

  async function explainAt(position: number): Promise<void> {
    for (const each of eventless) {
      if (position < earliestStart(each, made) || position > each.to) continue
      for (const call of possibleCalls(each, made, authors)) {
        const outcome = await outcomeOf(makeCall(observer, call, each.actor))
        if (outcome === each.outcome) eventless.delete(each)
      }
    }
  }

  const first = (await engine.listEvents(context)).items.length
  await explainAt(first)
  for (const [index, event] of events.entries()) {
    if (index < first || event.kind !== quoteKind) continue
    const { position, id: quoteId, entry } = event
    const next = events[index + 1]
    const commit = next === undefined || next.kind === quoteKind ? [event] : [event, next]
    const author = byActor.get(entry.by ?? '') as RecordedCall
    expect(author.from).toBeLessThan(position)
    if (!author.isAborted) expect(author.to).toBeGreaterThanOrEqual(position)
    Object.assign(input, { now: entry.time, quoteId })
    const outcome = await outcomeOf(makeCall(engine, author.call, author.actor))
    if (!author.isAborted) expect(author.outcome).toBe(outcome)
    const again = await engine.listEvents(context, { after: position - 1 })
    expect(again.items.map(contentOf)).toEqual(commit.map(contentOf))
    await explainAt(position)
    if (commit.length > 1) await explainAt(position + 1)
  }
  expect([...eventless].filter((each) => !isReuse(each, made))).toEqual([])
  await expectSameQuotes(events, sequential.storage, storage)
}

/** The records that one commit changes have times of their own; those of quotes are compared. */
function contentOf({ kind, entry, ...event }: StoreEvent): unknown {
  const { time, ...content } = entry
  const entryContent = kind === quoteKind ? entry : content
  return { kind, ...event, entry: JSON.stringify(entryContent) }
}

async function expectSameQuotes(
  events: readonly StoreEvent[],
  ...storages: readonly InterleavedEngines['storage'][]
): Promise<void> {
  const quotes = events.filter(({ kind }) => kind === quoteKind)
  for (const quoteId of new Set(quotes.map(({ id }) => id))) {
    const entries = quotes.filter(({ id }) => id === quoteId).map(({ entry }) => entry)
    expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1))
    const replayed = JSON.stringify(replayQuote(entries))
    for (const storage of storages) {
      const [record] = await storage.load('store-1', [quoteRef(quoteId)])
      expect(record?.version).toBe(entries.length)
      expect(JSON.stringify(showKeys(record?.value as Quote))).toBe(replayed)
    }
  }
}
