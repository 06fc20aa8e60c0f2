import { expect } from 'vitest'
import type { MadeCall } from './interleaved-engines.js'
import { type Call, isRefusal } from './sample-calls.js'

/** Expects all who came with one request under one key to have one answer. */
export function expectOneAnswerForEachKey(made: readonly MadeCall[]): void {
  const answers = new Map<string, Set<string>>()
  const holders = new Map<string, Set<string>>()
  for (const { call, outcome } of made) {
    if (!('key' in call) || call.key === undefined || isRefusal(outcome)) continue
    const asked = JSON.stringify(call)
    answers.set(asked, (answers.get(asked) ?? new Set()).add(outcome))
    holders.set(call.key, (holders.get(call.key) ?? new Set()).add(asked))
  }
  for (const each of [...answers.values(), ...holders.values()]) expect(each.size).toBe(1)
}

/** A request under a key may have the answer that it had when it first came. */
export function earliest({ call, from }: MadeCall, made: readonly MadeCall[]): number {
  if (!('key' in call)) return from
  const same = JSON.stringify(call)
  return Math.min(
    ...made.filter((each) => JSON.stringify(each.call) === same).map((each) => each.from),
  )
}

/**
 * What a call may have come to the outcome of. A refusal may be older than the use of its key by another request, so it may be one without
 * the key; not so where the same request was carried out under it.
 */
export function readings(
  { call, outcome }: MadeCall,
  made: readonly MadeCall[],
  authors: ReadonlySet<string | undefined>,
): readonly Call[] {
  if (!('key' in call) || !isRefusal(outcome)) return [call]
  const same = JSON.stringify(call)
  const isCarriedOut = made.some(
    (each) =>
      JSON.stringify(each.call) === same && (authors.has(each.actor) || !isRefusal(each.outcome)),
  )
  const { key: _, ...withoutKey } = call
  return isCarriedOut ? [call] : [call, withoutKey]
}

/** Whether a key was refused that another request had, which changed nothing and so left no event. */
export function isReuse({ call, outcome }: MadeCall, made: readonly MadeCall[]): boolean {
  const others = made.filter(
    (other) =>
      'key' in call &&
      'key' in other.call &&
      other.call.key === call.key &&
      JSON.stringify(other.call) !== JSON.stringify(call),
  )
  return isRefusal(outcome, 'idempotency_key_reused') && others.some(isCarriedOut)
}

function isCarriedOut({ outcome, isAborted }: MadeCall): boolean {
  return isAborted || !isRefusal(outcome)
}
