import { LRUCache } from 'lru-cache'

/** Remembers which stores were written inside transactions of the host, to explain timeouts. */
export interface HostTransactions {
  recordWrite(storeId: string): void
  /** Returns true if a transaction that began at most so long before the timeout may be open. */
  hasWritten(storeId: string, timeoutMs: number): boolean
}

const maxStores = 1_000

export function createHostTransactions(): HostTransactions {
  let writes: LRUCache<string, number> | undefined
  return {
    recordWrite(storeId) {
      writes ??= new LRUCache({ max: maxStores })
      writes.set(storeId, performance.now())
    },
    hasWritten(storeId, timeoutMs) {
      const time = writes?.get(storeId)
      return time !== undefined && performance.now() - time <= 2 * timeoutMs
    },
  }
}
