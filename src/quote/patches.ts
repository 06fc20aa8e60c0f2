import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { isSameJson } from './same-json.js'

enablePatches()

/** The next state of something, with the smallest patches that lead there and back. */
export interface Patched<T> {
  readonly next: T
  readonly patches: readonly Patch[]
  readonly inversePatches: readonly Patch[]
}

/**
 * Goes from one state to another, touching only what differs: what is the same stays the very same object, and no patch at
 * all means that nothing differs. The result is deeply frozen where `base` is.
 */
export function patchesBetween<T extends object>(base: T, target: T): Patched<T> {
  const [next, patches, inversePatches] = produceWithPatches(base, (draft) => {
    reconcile(draft as Node, base as Node, target as Node)
  })
  return { next, patches, inversePatches }
}

type Node = Record<PropertyKey, unknown>

function reconcile(draft: Node, base: Node, target: Node): void {
  if (Array.isArray(draft) && Array.isArray(target)) {
    draft.length = Math.min(draft.length, target.length)
  } else {
    for (const key of Object.keys(base)) if (!Object.hasOwn(target, key)) delete draft[key]
  }
  for (const [key, to] of Object.entries(target)) {
    const from = Object.hasOwn(base, key) ? base[key] : undefined
    if (isSameJson(to, from)) continue
    if (isReconcilable(from) && isReconcilable(to) && Array.isArray(from) === Array.isArray(to))
      reconcile(draft[key] as Node, from, to)
    else draft[key] = to
  }
}

/** An own key `__proto__` cannot be assigned to a draft, so an object that holds one is replaced whole. */
function isReconcilable(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, '__proto__')
}
