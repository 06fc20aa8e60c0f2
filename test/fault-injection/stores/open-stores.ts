import type { StoragePort } from '../../../src/ports/storage.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { openStorage } from '../programs/open-storage.mjs'
import { readStored, type StoredQuote } from './stored-quotes.js'
import { testStoreKinds } from './test-stores.js'

/** A separate store for one test, opened in this process. */
export interface OpenStore {
  readonly storage: StoragePort
  /** Reads all quotes. A store in memory reads only these ids. */
  read(quoteIds: readonly string[]): Promise<StoredQuote[]>
  remove(): Promise<void>
}

export interface OpenStoreKind {
  readonly name: string
  readonly skipReason: string | undefined
  open(): Promise<OpenStore>
}

const memory: OpenStoreKind = {
  name: 'memory',
  skipReason: undefined,
  async open() {
    const storage = memoryStorage()
    const readRows = async (quoteIds: readonly string[]) => {
      const records = await storage.load('store-1', quoteIds.map(quoteRef))
      return records.map((record, index) => ({
        quote_id: quoteIds[index] as string,
        quote: JSON.stringify(record?.value) ?? null,
      }))
    }
    return {
      storage,
      read: async (quoteIds) =>
        (await readStored(storage, await readRows(quoteIds))).filter(
          ({ record, entries }) => record !== undefined || entries.length > 0,
        ),
      remove: async () => {},
    }
  },
}

export const openStoreKinds: readonly OpenStoreKind[] = [
  memory,
  ...testStoreKinds.map(({ name, skipReason, create }) => ({
    name,
    skipReason,
    async open() {
      const store = create('failing-catalog')
      const { storage, close } = await openStorage(...store.address)
      return {
        storage,
        read: () => store.read(),
        async remove() {
          await close()
          await store.remove()
        },
      }
    },
  })),
]
