import type { QuoteStorage } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { openStorage } from './open-storage.mjs'
import { readStored, type StoredQuote } from './stored-quotes.js'
import { proofStoreKinds } from './tested-stores.js'

/** A place of its own for quotes, with the storage that an engine of this process uses. */
export interface OpenStore {
  readonly storage: QuoteStorage
  /** All quotes of these ids and, where there can be any, of others. */
  read(quoteIds: readonly string[]): Promise<StoredQuote[]>
  remove(): Promise<void>
}

export interface OpenStoreKind {
  readonly name: string
  readonly missing: string | undefined
  open(): Promise<OpenStore>
}

const memory: OpenStoreKind = {
  name: 'the memory',
  missing: undefined,
  async open() {
    const storage = memoryStorage()
    const texts = async (quoteIds: readonly string[]) => {
      const records = await Promise.all(quoteIds.map((id) => storage.load('store-1', id)))
      return records.map((record, index) => ({
        quote_id: quoteIds[index] as string,
        quote: JSON.stringify(record?.quote) ?? null,
      }))
    }
    return {
      storage,
      read: async (quoteIds) =>
        (await readStored(storage, await texts(quoteIds))).filter(
          ({ record, entries }) => record !== undefined || entries.length > 0,
        ),
      remove: async () => {},
    }
  },
}

export const openStoreKinds: readonly OpenStoreKind[] = [
  memory,
  ...proofStoreKinds.map(({ name, missing, create }) => ({
    name,
    missing,
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
