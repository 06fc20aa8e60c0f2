import { matchesFilter } from '../../../../src/ports/find-in-memory.js'
import type {
  RecordFilter,
  TimeField,
  TimeRange,
} from '../../../../src/record/search/find-query.js'
import type { SearchRow } from '../../../../src/record/search/search-row.js'
import type { BrokenStorage } from '../broken-storage.js'
import { plainFind } from './plain-find.js'

const anyOf = 'find and count select by any term of a group'
const allGroups = 'find and count require a term of every group'
const exactTerms = 'find and count compare terms exactly (case, accents, wildcards, quotes)'
const byBeginning = 'find and count select by the beginning of a word'
const everyWord = 'find and count require every word, in any order'
const scripts = 'find and count find words of any script, and words such as and, or, not'
const manyWords = 'find and count find a record by each of two hundred words'
const halfOpen = (field: TimeField) => `find and count select half-open ranges of ${field}`
const everyRange = 'find and count require every range'
const milliseconds = 'find and count compare times to the millisecond, also of distant years'

/** Returns a storage that finds with another filter. */
const filtering = (change: (filter: RecordFilter) => RecordFilter) =>
  plainFind({ isSelected: (found, filter, correct) => correct(found, change(filter)) })

/** Returns a storage that stores other rows. */
const storing = (change: (row: SearchRow) => SearchRow) => plainFind({ rowOf: change })

/** Returns a storage that compares terms in another form. */
const comparingTerms = (normalise: (term: string) => string) =>
  plainFind({
    isSelected: ({ record, search }, filter, correct) =>
      correct(
        { record, search: { ...search, terms: search.terms.map(normalise) } },
        { ...filter, terms: filter.terms.map((group) => group.map(normalise)) },
      ),
  })

/** Returns a storage that compares the words of a record and of a filter in another way. */
const comparingWords = (
  matches: (words: readonly string[], filter: readonly string[]) => boolean,
) =>
  plainFind({
    isSelected: (found, filter) =>
      matchesFilter(found, { ...filter, words: [] }) && matches(found.search.words, filter.words),
  })

/** Returns a storage that reads ranges in another way. */
const reading = (change: (range: TimeRange) => TimeRange) =>
  filtering(({ times, ...filter }) => ({
    ...filter,
    times: Object.fromEntries(
      Object.entries(times).map(([field, range]) => [field, change(range)]),
    ),
  }))

/** Matches a LIKE pattern. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*')
  return new RegExp(`^${source.replaceAll('_', '.')}$`, 'su').test(text)
}

export const brokenFilters: readonly BrokenStorage[] = [
  {
    defect: 'uses the first term of each group only',
    make: filtering(({ terms, ...filter }) => ({
      ...filter,
      terms: terms.map((group) => group.slice(0, 1)),
    })),
    fails: [anyOf],
  },
  {
    defect: 'requires all terms of a group',
    make: filtering(({ terms, ...filter }) => ({
      ...filter,
      terms: terms.flat().map((term) => [term]),
    })),
    fails: [anyOf, allGroups],
  },
  {
    defect: 'requires a term of one of the groups only',
    make: filtering(({ terms, ...filter }) => ({
      ...filter,
      terms: terms.length === 0 ? [] : [terms.flat()],
    })),
    fails: [allGroups],
  },
  {
    defect: 'ignores case in terms',
    make: comparingTerms((term) => term.toLowerCase()),
    fails: [exactTerms],
  },
  {
    defect: 'normalizes terms',
    make: comparingTerms((term) => term.normalize()),
    fails: [exactTerms],
  },
  {
    defect: 'trims terms',
    make: comparingTerms((term) => term.trim()),
    fails: [exactTerms],
  },
  {
    defect: 'uses terms as patterns',
    make: plainFind({
      isSelected: (found, filter) =>
        matchesFilter(found, { ...filter, terms: [] }) &&
        filter.terms.every((group) =>
          group.some((pattern) => found.search.terms.some((term) => isLike(term, pattern))),
        ),
    }),
    fails: [exactTerms],
  },
  {
    defect: 'stores at most 255 terms',
    make: storing((row) => ({ ...row, terms: row.terms.slice(0, 255) })),
    fails: ['find and count find a record by each of a thousand terms'],
  },
  {
    defect: 'truncates terms to 255 characters',
    make: comparingTerms((term) => term.slice(0, 255)),
    fails: ['find and count compare all 300 characters of a term'],
  },
  {
    defect: 'finds words by any part of them',
    make: comparingWords((words, filter) =>
      filter.every((part) => words.some((word) => word.includes(part))),
    ),
    fails: [byBeginning],
  },
  {
    defect: 'finds complete words only',
    make: comparingWords((words, filter) => filter.every((word) => words.includes(word))),
    fails: [byBeginning, everyWord],
  },
  {
    defect: 'finds records that match any of the words',
    make: comparingWords(
      (words, filter) =>
        filter.length === 0 || filter.some((start) => words.some((word) => word.startsWith(start))),
    ),
    fails: [everyWord],
  },
  {
    defect: 'finds words in the order of the filter only',
    make: comparingWords((words, filter) => {
      const positions = filter.map((start) => words.findIndex((word) => word.startsWith(start)))
      return positions.every((at, index) => at >= Math.max(0, positions[index - 1] ?? 0))
    }),
    fails: [everyWord],
  },
  {
    defect: 'finds terms as words',
    make: storing((row) => ({ ...row, words: [...row.words, ...row.terms] })),
    fails: [byBeginning],
  },
  {
    defect: 'stores ASCII words only',
    make: storing((row) => ({
      ...row,
      words: row.words.filter((word) => /^[a-z0-9]+$/.test(word)),
    })),
    fails: [scripts],
  },
  {
    defect: 'ignores the words and, or, not of a filter',
    make: filtering((filter) => ({
      ...filter,
      words: filter.words.filter((word) => !['and', 'or', 'not'].includes(word)),
    })),
    fails: [scripts],
  },
  {
    defect: 'ignores words of characters beyond U+FFFF',
    make: filtering((filter) => ({
      ...filter,
      words: filter.words.filter((word) => [...word].length === word.length),
    })),
    fails: [scripts],
  },
  {
    defect: 'stores at most a hundred words',
    make: storing((row) => ({ ...row, words: row.words.slice(0, 100) })),
    fails: [manyWords],
  },
  {
    defect: 'ignores terms if there are words',
    make: filtering((filter) => (filter.words.length > 0 ? { ...filter, terms: [] } : filter)),
    fails: ['find and count combine words with terms and times'],
  },
  {
    defect: 'includes the end of a range',
    make: reading(({ from, to }) => ({
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to: to + 1 }),
    })),
    fails: [halfOpen('created'), halfOpen('updated'), halfOpen('expires'), milliseconds],
  },
  {
    defect: 'excludes the start of a range',
    make: reading(({ from, to }) => ({
      ...(from !== undefined && { from: from + 1 }),
      ...(to !== undefined && { to }),
    })),
    fails: [halfOpen('created'), halfOpen('updated'), halfOpen('expires'), milliseconds],
  },
  {
    defect: 'selects records without expires by an empty range of expires',
    make: filtering(({ times, ...filter }) => {
      const { expires, ...others } = times
      const isEmpty = expires && expires.from === undefined && expires.to === undefined
      return { ...filter, times: isEmpty ? others : times }
    }),
    fails: ['find and count omit records without expires from every range of expires'],
  },
  {
    defect: 'stores expires 0 for records that do not expire',
    make: storing((row) => ({ expires: 0, ...row })),
    fails: ['find and count omit records without expires from every range of expires'],
  },
  {
    defect: 'uses one range only',
    make: filtering(({ times, ...filter }) => ({
      ...filter,
      times: Object.fromEntries(Object.entries(times).slice(0, 1)),
    })),
    fails: [everyRange],
  },
  {
    defect: 'stores expires in 32 bits',
    make: storing((row) =>
      row.expires === undefined ? row : { ...row, expires: row.expires % 2 ** 32 },
    ),
    fails: [milliseconds],
  },
]
