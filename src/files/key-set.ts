import { hash } from 'node:crypto'

/** The keys that a file has had: 64 bits of each, so that a million of them take 16 MiB. */
export class KeySet {
  #slots = new BigUint64Array(1_024)
  #size = 0

  /** Adds a key. Returns false if it was added before. */
  add(key: string): boolean {
    // No key is 0, which is an empty slot.
    const digest = BigInt(`0x${hash('sha256', key, 'hex').slice(0, 16)}`) || 1n
    if (!insert(this.#slots, digest)) return false
    this.#size += 1
    if (this.#size * 2 > this.#slots.length) this.#grow()
    return true
  }

  #grow(): void {
    const slots = new BigUint64Array(this.#slots.length * 2)
    for (const digest of this.#slots) if (digest !== 0n) insert(slots, digest)
    this.#slots = slots
  }
}

function insert(slots: BigUint64Array, digest: bigint): boolean {
  let index = Number(digest % BigInt(slots.length))
  while (slots[index] !== 0n) {
    if (slots[index] === digest) return false
    index = (index + 1) % slots.length
  }
  slots[index] = digest
  return true
}
