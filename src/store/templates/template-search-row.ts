import type { StoredRecord } from '../../record/record.js'
import type { SearchRow } from '../../record/search/search-row.js'
import { words } from '../../record/search/words.js'
import type { Template } from './template.js'

/**
 * Returns what a template can be found by: the words of its name. Pure.
 *
 * @param previous An earlier version and its row, whose words are reused if the name is the same.
 */
export function templateSearchRow(
  { deleted, value: { name, created } }: StoredRecord<Template>,
  previous?: { readonly record: StoredRecord<Template>; readonly row: SearchRow },
): SearchRow {
  const hasSameWords = previous?.record.value.name === name
  return Object.freeze({
    deleted: deleted !== undefined,
    created,
    terms: noTerms,
    words: hasSameWords ? previous.row.words : Object.freeze(words([name])),
  })
}

const noTerms: readonly string[] = Object.freeze([])
