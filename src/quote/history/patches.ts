import { enablePatches, type Patch, produceWithPatches } from 'immer'
import { jsonEqual } from '../../validation/json-equal.js'

enablePatches()

/** The next state of something, with the smallest patches that lead there and back. */
export interface Diff<T> {
  readonly next: T
  readonly patches: readonly Patch[]
  readonly inversePatches: readonly Patch[]
}

/**
 * Goes from one state to another, touching only what differs: what is the same stays the very same object, and no patch at
 * all means that nothing differs. The result is deeply frozen where `base` is.
 */
export function diffQuotes<T extends object>(base: T, target: T): Diff<T> {
  const [next, patches, inversePatches] = produceWithPatches(base, (draft) => {
    reconcile(draft as JsonNode, base as JsonNode, target as JsonNode)
  })
  return { next, patches, inversePatches }
}

type JsonNode = Record<PropertyKey, unknown>

function reconcile(draft: JsonNode, base: JsonNode, target: JsonNode): void {
  if (Array.isArray(draft) && Array.isArray(target)) {
    draft.length = Math.min(draft.length, target.length)
  } else {
    for (const key of Object.keys(base)) if (!Object.hasOwn(target, key)) delete draft[key]
  }
  for (const [key, to] of Object.entries(target)) {
    const from = Object.hasOwn(base, key) ? base[key] : undefined
    if (jsonEqual(to, from)) continue
    if (isReconcilable(from) && isReconcilable(to) && Array.isArray(from) === Array.isArray(to))
      reconcile(draft[key] as JsonNode, from, to)
    else draft[key] = to
  }
}

/** An own key `__proto__` cannot be assigned to a draft, so an object that holds one is replaced whole. */
function isReconcilable(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Object.hasOwn(value, '__proto__')
}

/**
 * Returns the state that patches lead to. Unlike immer's own function it treats every key as data, also `__proto__`, which immer
 * drops.
 *
 * Forward patches give the next state to the byte; inverse ones give the previous one, maybe with its fields in another order.
 */
export function applyPatches<T>(base: T, patches: readonly Patch[]): T {
  const copy = new PatchedCopy(base)
  copy.apply(patches)
  return copy.value as T
}

/**
 * Applies patches to a copy of a value. Copies each object and array once, when a patch first changes it, so that any number
 * of patches takes time in proportion to their size.
 */
export class PatchedCopy {
  #value: unknown
  /** The objects and arrays that were made here, and may be changed in place. */
  readonly #own = new WeakSet<object>()

  constructor(value: unknown) {
    this.#value = value
  }

  /** The value after all patches. What no patch has changed is shared with the original. */
  get value(): unknown {
    return this.#value
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of patches) {
      const [...parents] = patch.path
      const key = parents.pop()
      if (key === undefined) this.#value = patch.value
      else setKey(this.#ownNode(parents), key, patch)
    }
  }

  /** Returns the node at a path; the node and all above it are this copy's own from then on. */
  #ownNode(path: Patch['path']): JsonNode {
    let node = this.#ownCopy(this.#value)
    this.#value = node
    for (const key of path) {
      const child = this.#ownCopy(node[key])
      setField(node, key, child)
      node = child
    }
    return node
  }

  #ownCopy(node: unknown): JsonNode {
    if (typeof node !== 'object' || node === null)
      throw new TypeError('a patch leads to a path that is not there')
    if (this.#own.has(node)) return node as JsonNode
    const copy = Array.isArray(node) ? [...node] : { ...node }
    this.#own.add(copy)
    return copy as JsonNode
  }
}

function setKey(node: JsonNode, key: PropertyKey, { op, value }: Patch): void {
  if (Array.isArray(node)) {
    if (key === 'length') node.length = value
    else if (op === 'add') node.splice(Number(key), 0, value)
    else if (op === 'remove') node.splice(Number(key), 1)
    else node[Number(key)] = value
  } else if (op === 'remove') {
    delete node[key]
  } else {
    setField(node, key, value)
  }
}

/** Sets an own field whatever it is called: assigning to `__proto__` would set the prototype. */
function setField(node: JsonNode, key: PropertyKey, value: unknown): void {
  if (key !== '__proto__') node[key] = value
  else
    Object.defineProperty(node, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}
