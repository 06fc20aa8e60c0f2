import { readFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { Quote } from '../../../../src/quote/quote.js'
import type { HistoryEntry } from '../../../../src/record/history/entry.js'
import type { Tag } from '../../../../src/store/tags.js'

const saved = new URL('../../saved/postgres-version-3', import.meta.url)

/** What the engine that wrote the saved database returned for it. */
export interface SavedStore {
  readonly storeId: string
  readonly tagsInOrder: readonly Tag[]
  readonly events: readonly {
    readonly position: number
    readonly quoteId: string
    readonly version: number
  }[]
  readonly quotes: readonly {
    readonly quoteId: string
    readonly current: { readonly version: number; readonly updated: number; readonly quote: Quote }
    readonly history: readonly HistoryEntry[]
  }[]
}

export const savedStores: readonly SavedStore[] = JSON.parse(
  readFileSync(`${saved.pathname}.json`, 'utf8'),
).stores

/** Restores the database as a release with schema version 3 wrote it. */
export async function restoreSavedDatabase(database: PGlite): Promise<void> {
  await database.exec(readFileSync(`${saved.pathname}.sql`, 'utf8'))
}
