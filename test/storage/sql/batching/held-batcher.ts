import { createBatcher, type PendingCall } from '../../../../src/storage/sql/batching.js'

interface Item {
  readonly name: string
  readonly store?: string
  readonly length?: number
}

/**
 * Creates a batcher that runs one statement at a time, with at most 3 calls and 10 characters. A
 * test decides when each statement returns.
 */
export function createHeldBatcher() {
  const sent: { readonly names: readonly string[]; respond(): void }[] = []
  const add = createBatcher<Item, string>({
    maxInFlight: 1,
    maxBatchSize: 3,
    maxBatchChars: 10,
    storeOf: ({ store = 'store-1' }) => store,
    conflictKeys: ({ name }) => [name],
    lengthOf: ({ length = 1 }) => length,
    send: (batch: readonly PendingCall<Item, string>[]) =>
      new Promise((done) => {
        const respond = () => {
          for (const { item, resolve } of batch) resolve(`result of ${item.name}`)
          done()
        }
        sent.push({ names: batch.map(({ item }) => item.name), respond })
      }),
  })
  return {
    add: (item: Item, signal?: AbortSignal) => add(item, signal && { signal }),
    addWithCall: add,
    /** The names in each statement sent so far. */
    sentNames: () => sent.map(({ names }) => names),
    async respond(statement: number) {
      sent[statement]?.respond()
      await settled()
    },
  }
}

/** Waits until every promise that can settle has settled. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))
