import type { QuoteStorage } from '../../ports/storage.js'
import type { Tag } from '../../store/tags.js'
import type { Query } from './client.js'

/** Returns the methods of the storage that keep a store's tags. */
export function tagMethods(
  query: Query,
  schema: string,
): Pick<QuoteStorage, 'listTags' | 'setTag' | 'removeTag'> {
  const selectTags = `select name, label, color, background_color
    from ${schema}.tags where store_id = $1 order by ordinal, name`
  const upsertTag = `insert into ${schema}.tags
      (store_id, name, ordinal, label, color, background_color)
    select $1, $2, coalesce(max(ordinal), 0) + 1, $3, $4, $5
    from ${schema}.tags where store_id = $1
    on conflict (store_id, name) do update set
      label = excluded.label, color = excluded.color, background_color = excluded.background_color`
  const deleteTag = `delete from ${schema}.tags where store_id = $1 and name = $2 returning name`

  return {
    listTags: async (storeId) => (await query<TagRow>(selectTags, [storeId])).map(toTag),

    async setTag(storeId, { value, label, color, backgroundColor }) {
      await query(upsertTag, [storeId, value, label, color, backgroundColor])
    },

    removeTag: async (storeId, name) => (await query(deleteTag, [storeId, name])).length === 1,
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
