import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { jsonEqual } from '../../validation/json-equal.js'

enablePatches()

/** The next state of a value, and the smallest patches that lead to it. */
export interface Diff<T> {
  readonly next: T
  readonly patches: readonly Patch[]
}

/**
 * Returns the target state and the patches from `base` to it. Unchanged parts of the state are the
 * same objects as in `base`; if nothing differs, there are no patches. The result is deeply frozen
 * if `base` is.
 */
export function diff<T extends object>(base: T, target: T): Diff<T> {
  const [next, patches] = produceWithPatches(base, (draft) => {
    reconcile(() => draft as JsonNode, base as JsonNode, target as JsonNode)
  })
  return { next, patches }
}

type JsonNode = Record<PropertyKey, unknown>

/**
 * Changes a draft of `base` to `target`.
 *
 * @param draftOf Returns the draft. Called only if something differs, because a draft costs more
 * than the comparison.
 */
function reconcile(draftOf: () => JsonNode, base: JsonNode, target: JsonNode): void {
  if (Array.isArray(base) && Array.isArray(target)) {
    if (target.length < base.length) draftOf().length = target.length
  } else {
    for (const key of Object.keys(base)) if (!Object.hasOwn(target, key)) delete draftOf()[key]
  }
  for (const key of Object.keys(target)) {
    const to = target[key]
    const from = Object.hasOwn(base, key) ? base[key] : undefined
    if (to === from) continue
    if (isReconcilable(from) && isReconcilable(to) && Array.isArray(from) === Array.isArray(to))
      reconcile(() => draftOf()[key] as JsonNode, from, to)
    else if (!jsonEqual(to, from)) draftOf()[key] = to
  }
}

/** A draft can't get an own key `__proto__`, so an object with one is replaced. */
function isReconcilable(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, '__proto__')
}
