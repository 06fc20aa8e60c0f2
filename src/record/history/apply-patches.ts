import type { Patch } from 'immer'

type JsonNode = Record<PropertyKey, unknown>

/**
 * Returns the state after patches. Unlike immer's function of the same name, it treats every key as
 * data, even `__proto__`, which immer drops.
 *
 * Forward patches give the next state byte for byte. Inverse patches give the previous state, but
 * its fields can have another order.
 */
export function applyPatches<T>(base: T, patches: readonly Patch[]): T {
  const copy = new PatchedCopy(base)
  copy.apply(patches)
  return copy.value as T
}

/**
 * Applies patches to a copy of a value. Copies each object and array once, when a patch first
 * changes it, so the time is proportional to the size of the patches.
 */
export class PatchedCopy {
  #value: unknown
  /** The copies made so far, which can be changed in place. */
  readonly #own = new WeakSet<object>()

  constructor(value: unknown) {
    this.#value = value
  }

  /** The value after all patches. Shares unchanged parts with the original. */
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

  /** Copies the nodes along a path and returns the last one. */
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
      throw new TypeError('a patch has a path that does not exist')
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

/** Sets an own field of any name: assigning to `__proto__` would set the prototype. */
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
