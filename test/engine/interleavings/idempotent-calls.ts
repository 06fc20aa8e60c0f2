import { expect } from 'vitest'
import type { RecordedCall } from './interleaved-engines.js'
import { type Call, isRejection } from './sample-calls.js'

/** Expects all calls of one request with one key to have the same result. */
export function expectOneResultPerKey(made: readonly RecordedCall[]): void {
  const results = new Map<string, Set<string>>()
  const requests = new Map<string, Set<string>>()
  for (const { call, outcome } of made) {
    if (!('key' in call) || call.key === undefined || isRejection(outcome)) continue
    const payload = JSON.stringify(call)
    results.set(payload, (results.get(payload) ?? new Set()).add(outcome))
    requests.set(call.key, (requests.get(call.key) ?? new Set()).add(payload))
  }
  for (const each of [...results.values(), ...requests.values()]) expect(each.size).toBe(1)
}

/** Returns the earliest moment of a call's result: with a key, the start of its first call. */
export function earliestStart({ call, from }: RecordedCall, made: readonly RecordedCall[]): number {
  if (!('key' in call)) return from
  const same = JSON.stringify(call)
  return Math.min(
    ...made.filter((each) => JSON.stringify(each.call) === same).map((each) => each.from),
  )
}

/**
 * Returns the calls that may explain an outcome. A call may have been rejected before another
 * request used its key, so it may count without the key, unless the same request was applied.
 */
export function possibleCalls(
  { call, outcome }: RecordedCall,
  made: readonly RecordedCall[],
  authors: ReadonlySet<string | undefined>,
): readonly Call[] {
  if (!('key' in call) || !isRejection(outcome)) return [call]
  const same = JSON.stringify(call)
  const isApplied = made.some(
    (each) =>
      JSON.stringify(each.call) === same && (authors.has(each.actor) || !isRejection(each.outcome)),
  )
  const { key: _, ...withoutKey } = call
  return isApplied ? [call] : [call, withoutKey]
}

/** Returns true if another request had used the key, even if it left no event. */
export function isReuse({ call, outcome }: RecordedCall, made: readonly RecordedCall[]): boolean {
  const others = made.filter(
    (other) =>
      'key' in call &&
      'key' in other.call &&
      other.call.key === call.key &&
      JSON.stringify(other.call) !== JSON.stringify(call),
  )
  return isRejection(outcome, 'idempotency_key_reused') && others.some(isApplied)
}

function isApplied({ outcome, isAborted }: RecordedCall): boolean {
  return isAborted || !isRejection(outcome)
}
