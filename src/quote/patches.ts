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

/**
 * The state that patches lead to. Unlike immer's own function it knows every key as data, `__proto__` too, which immer drops.
 *
 * Forward patches give the next state to the byte; inverse ones give the previous one with its fields in another order, maybe.
 */
export function applyPatches<T>(base: T, patches: readonly Patch[]): T {
  return patches.reduce<unknown>((state, patch) => patched(state, patch.path, patch), base) as T
}

function patched(node: unknown, path: Patch['path'], patch: Patch): unknown {
  const [key, ...below] = path
  if (key === undefined) return patch.value
  if (below.length > 0) {
    const child = patched((node as Node)[key], below, patch)
    return withEntry(node, key, { op: 'replace', path: [key], value: child })
  }
  return withEntry(node, key, patch)
}

function withEntry(node: unknown, key: PropertyKey, { op, value }: Patch): unknown {
  if (Array.isArray(node)) {
    if (key === 'length') return node.slice(0, value)
    if (op === 'add') return node.toSpliced(Number(key), 0, value)
    return op === 'remove' ? node.toSpliced(Number(key), 1) : node.with(Number(key), value)
  }
  const entries = new Map(Object.entries(node as Node))
  if (op === 'remove') entries.delete(String(key))
  else entries.set(String(key), value)
  return Object.fromEntries(entries)
}
