import type { QuoteStorage } from '../../ports/storage.js'
import type { Tag } from '../../store/tags.js'
import type { WriteInBatch } from './batching.js'
import type { SqliteDatabase } from './client.js'

/** Returns the methods of the storage that keep a store's tags. */
export function tagMethods(
  database: SqliteDatabase,
  writeInBatch: WriteInBatch,
): Pick<QuoteStorage, 'listTags' | 'setTag' | 'removeTag'> {
  const selectTags = database.prepare(
    `select name, label, color, background_color from quotewright_tags
     where store_id = ? order by ordinal`,
  )
  const upsertTag = database.prepare(
    `insert into quotewright_tags (store_id, name, label, color, background_color)
     values (?, ?, ?, ?, ?)
     on conflict (store_id, name) do update set
       label = excluded.label, color = excluded.color,
       background_color = excluded.background_color`,
  )
  const deleteTag = database.prepare('delete from quotewright_tags where store_id = ? and name = ?')

  return {
    listTags: (storeId) => (selectTags.all(storeId) as TagRow[]).map(toTag),

    async setTag(storeId, { value, label, color, backgroundColor }, call) {
      await writeInBatch(() => {
        upsertTag.run(storeId, value, label, color, backgroundColor)
        return true
      }, call)
    },

    removeTag: (storeId, name, call) =>
      writeInBatch(() => Number(deleteTag.run(storeId, name).changes) === 1, call),
  }
}

interface TagRow {
  readonly name: string
  readonly label: string
  readonly color: string
  readonly background_color: string
}

function toTag({ name, label, color, background_color: backgroundColor }: TagRow): Tag {
  return { backgroundColor, color, label, value: name }
}
