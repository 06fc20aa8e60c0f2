import type { StoragePort } from '../../../ports/storage.js'
import { quoteKind } from '../../../quote/model/quote-record.js'
import type { RecordFilter, TimeField } from '../../../record/search/find-query.js'
import {
  maxTermLength,
  maxTerms,
  maxWordLength,
  maxWords,
} from '../../../record/search/search-row.js'
import { splitWords as wordsOf } from '../../../record/search/words.js'
import { expectEqual } from '../../expect.js'
import {
  createCommit,
  createSample,
  getRecord,
  type NewSample,
  sampleKind,
  updateCommit,
  updateSample,
} from '../../samples.js'
import { confusableIds, distinctIdsRule } from '../confusable-ids.js'
import { commitAll, type StorageArea } from '../fixture.js'
import { commitChanges, createSamples, expectFound, findableIds } from './found.js'

const anyOf = 'must list the records that have at least one term of the group'
const allGroups = 'must list the records that have a term of every group'
const exactly = 'must compare terms exactly, as strings: case, accents, spaces, wildcards, quotes'

/** Terms that a storage may mistake for each other, or for a pattern, if it isn't careful. */
const confusableTerms = [
  'tag:a',
  'tag:A',
  'tag:a ',
  'tag:ä',
  'tag:a\u0308',
  'tag:',
  'tag:ab',
  'tag:%',
  'tag:_',
  'tag:*',
  'tag:?',
  'tag:[a]',
  'tag:a%',
  '%',
  '*',
  "tag:'",
  'tag:"',
  "'; --",
  'tag:\\',
  'tag:a,b',
  'tag:{a}',
  'tag:a|b',
  'tag:a b',
  '$1',
  'null',
  '__proto__',
  '1',
  '01',
  '👍',
  '👍🏽',
]

export const findTerms: StorageArea = {
  name: 'terms of find',
  cases: [
    {
      name: 'find and count select by any term of a group',
      async check({ storage }) {
        await createSamples(storage, {
          a: { terms: ['status:new', 'tag:x'] },
          b: { terms: ['status:sent', 'tag:x'] },
          c: { terms: ['tag:y'] },
          d: {},
        })
        await expectFound(storage, { terms: [['status:new']] }, ['a'], anyOf)
        await expectFound(storage, { terms: [['status:new', 'status:sent']] }, ['a', 'b'], anyOf)
        await expectFound(storage, { terms: [['tag:y', 'status:new']] }, ['a', 'c'], anyOf)
        await expectFound(storage, { terms: [['tag:x', 'status:new']] }, ['a', 'b'], anyOf)
        await expectFound(storage, { terms: [['tag:z']] }, [], anyOf)
        await expectFound(storage, { terms: [] }, ['a', 'b', 'c', 'd'], anyOf)
      },
    },
    {
      name: 'find and count require a term of every group',
      async check({ storage }) {
        await createSamples(storage, {
          a: { terms: ['status:new', 'tag:x', 'tag:y'] },
          b: { terms: ['status:new', 'tag:y'] },
          c: { terms: ['status:sent', 'tag:x'] },
          d: { terms: ['tag:x', 'tag:y'] },
        })
        const x = ['tag:x']
        const y = ['tag:y']
        const status = ['status:new', 'status:sent']
        await expectFound(storage, { terms: [x, y] }, ['a', 'd'], allGroups)
        await expectFound(storage, { terms: [status, x] }, ['a', 'c'], allGroups)
        await expectFound(storage, { terms: [status, x, y] }, ['a'], allGroups)
        await expectFound(storage, { terms: [x, x] }, ['a', 'c', 'd'], allGroups)
        await expectFound(storage, { terms: [status, ['tag:z']] }, [], allGroups)
      },
    },
    {
      name: 'find and count compare terms exactly (case, accents, wildcards, quotes)',
      async check({ storage }) {
        const ids = confusableTerms.map((_, index) => `${index}`.padStart(2, '0'))
        const samples = ids.map((id, index) => [id, { terms: [confusableTerms[index] as string] }])
        await createSamples(storage, Object.fromEntries(samples))
        for (const [index, term] of confusableTerms.entries()) {
          const rule = `${exactly}; ${JSON.stringify(term)} must list its own record only`
          await expectFound(storage, { terms: [[term]] }, [ids[index] as string], rule)
        }
        await expectFound(storage, { terms: [confusableTerms] }, ids, anyOf)
      },
    },
    {
      name: 'find and count find a record by each of a thousand terms',
      async check({ storage }) {
        const terms = Array.from({ length: maxTerms }, (_, index) => `product:${index}`)
        await createSamples(storage, { a: { terms }, b: { terms: terms.slice(500, 501) } })
        const rule = `must find a record by each of its ${maxTerms} terms`
        for (const term of [0, 1, 99, 255, 499, 501, 998, 999].map((index) => `product:${index}`))
          await expectFound(storage, { terms: [[term]] }, ['a'], rule)
        await expectFound(storage, { terms: [['product:500']] }, ['a', 'b'], rule)
        await expectFound(storage, { terms: [['product:1000']] }, [], rule)
        const groups = terms.slice(0, 20).map((term) => [term])
        await expectFound(storage, { terms: groups }, ['a'], allGroups)
        await expectFound(storage, { terms: [terms] }, ['a', 'b'], anyOf)
      },
    },
    {
      name: `find and count compare all ${maxTermLength} characters of a term`,
      async check({ storage }) {
        const start = '李'.repeat(maxTermLength - 1)
        await createSamples(storage, { a: { terms: [`${start}a`] }, b: { terms: [`${start}b`] } })
        const rule = `must compare all characters of terms, up to ${maxTermLength}`
        await expectFound(storage, { terms: [[`${start}a`]] }, ['a'], rule)
        await expectFound(storage, { terms: [[start]] }, [], rule)
      },
    },
  ],
}

const byBeginning = 'must find each word by its beginning, and by no other part of it'
const allWords = 'must list the records that match every word of the filter, in any order'
const anyScript = 'must find words of any script by their beginning, character by character'
const everyWord = `must find a record by each of its ${maxWords} words`

/** Names in many scripts, and words that query languages treat as operators. */
const sampleNames = [
  'Müller',
  'Straße',
  '李雷',
  '東京タワー',
  'Ωμέγα',
  'Михаил',
  'עברית',
  'مرحبا',
  'हिन्दी',
  '한국어',
  'ไทย',
  'İstanbul',
  'Łódź',
  '\u{10428}\u{1042a}',
  '½',
  '007',
  'and',
  'or',
  'not',
  'near',
  'null',
  'constructor',
]

export const findWords: StorageArea = {
  name: 'words of find',
  cases: [
    {
      name: 'find and count select by the beginning of a word',
      async check({ storage }) {
        await createSamples(storage, {
          a: { words: ['anna', 'smith'] },
          b: { words: ['annabel', 'jones'] },
          c: { words: ['joanna'] },
          d: { words: ['10', '1001'] },
          e: { terms: ['anna'] },
        })
        await expectFound(storage, { words: ['ann'] }, ['a', 'b'], byBeginning)
        await expectFound(storage, { words: ['anna'] }, ['a', 'b'], byBeginning)
        await expectFound(storage, { words: ['annab'] }, ['b'], byBeginning)
        await expectFound(storage, { words: ['annabella'] }, [], byBeginning)
        await expectFound(storage, { words: ['nna'] }, [], byBeginning)
        await expectFound(storage, { words: ['j'] }, ['b', 'c'], byBeginning)
        await expectFound(storage, { words: ['100'] }, ['d'], byBeginning)
        await expectFound(storage, { words: ['annasmith'] }, [], byBeginning)
        await expectFound(storage, { words: [] }, ['a', 'b', 'c', 'd', 'e'], byBeginning)
      },
    },
    {
      name: 'find and count require every word, in any order',
      async check({ storage }) {
        await createSamples(storage, {
          a: { words: ['ada', 'lovelace', 'london'] },
          b: { words: ['ada', 'byron'] },
          c: { words: ['london'] },
        })
        await expectFound(storage, { words: ['lon', 'ad'] }, ['a'], allWords)
        await expectFound(storage, { words: ['ad', 'lon'] }, ['a'], allWords)
        await expectFound(storage, { words: ['lo', 'lond'] }, ['a', 'c'], allWords)
        await expectFound(storage, { words: ['ada', 'ada'] }, ['a', 'b'], allWords)
        await expectFound(storage, { words: ['ada', 'paris'] }, [], allWords)
      },
    },
    {
      name: 'find and count find words of any script, and words such as and, or, not',
      async check({ storage }) {
        const ids = sampleNames.map((_, index) => `${index}`.padStart(2, '0'))
        const samples = sampleNames.map((name, index) => [ids[index], { words: wordsOf([name]) }])
        await createSamples(storage, Object.fromEntries(samples))
        for (const [index, name] of sampleNames.entries()) {
          const words = wordsOf([name])
          const rule = `${anyScript}: ${JSON.stringify(words)}`
          await expectFound(storage, { words }, [ids[index] as string], rule)
        }
        await expectFound(storage, { words: ['\u{10428}'] }, ['13'], anyScript)
        await expectFound(storage, { words: ['\u{10429}'] }, [], anyScript)
        await expectFound(storage, { words: ['strass'] }, ['01'], anyScript)
      },
    },
    {
      name: 'find and count find a record by each of two hundred words',
      async check({ storage }) {
        const end = 'w'.repeat(maxWordLength - 3)
        const words = Array.from({ length: maxWords }, (_, index) => `${index + 100}${end}`)
        await createSamples(storage, { a: { words }, b: { words: ['100'] } })
        for (let first = 0; first < maxWords; first += 20)
          await expectFound(storage, { words: words.slice(first, first + 20) }, ['a'], everyWord)
        for (const word of [words[0], words[maxWords - 1]] as [string, string])
          await expectFound(storage, { words: [word] }, ['a'], everyWord)
        await expectFound(storage, { words: ['100'] }, ['a', 'b'], everyWord)
        await expectFound(storage, { words: [`${words[0]}w`] }, [], byBeginning)
      },
    },
    {
      name: 'find and count combine words with terms and times',
      async check({ storage }) {
        const terms = ['status:new']
        await createSamples(storage, {
          a: { words: ['ada'], terms, created: 10 },
          b: { words: ['ada'], terms, created: 20 },
          c: { words: ['ada'], created: 20 },
          d: { words: ['bob'], terms, created: 20 },
        })
        const filter = { words: ['ad'], terms: [terms], times: { created: { from: 15 } } }
        await expectFound(storage, filter, ['b'], 'must list the records that match all conditions')
      },
    },
  ],
}

const halfOpen = 'must list times at or after `from` and before `to`'
const noExpiry = 'must not list a record without expires in any range of expires, even an empty one'
const inMilliseconds = 'must compare times to the millisecond, far in the past and in the future'

const timeAs: Readonly<Record<TimeField, (time: number) => NewSample>> = {
  created: (time) => ({ created: time }),
  updated: (now) => ({ now }),
  expires: (expires) => ({ expires }),
}

async function expectHalfOpen(storage: StoragePort, field: TimeField): Promise<void> {
  const sample = timeAs[field]
  await createSamples(storage, { a: sample(10), b: sample(20), c: sample(20), d: sample(30) })
  const expected = [
    [{ from: 20 }, ['b', 'c', 'd']],
    [{ from: 21 }, ['d']],
    [{ to: 20 }, ['a']],
    [{ to: 21 }, ['a', 'b', 'c']],
    [{ from: 10, to: 30 }, ['a', 'b', 'c']],
    [{ from: 20, to: 20 }, []],
    [{ from: 30, to: 10 }, []],
    [{}, ['a', 'b', 'c', 'd']],
  ] as const
  for (const [range, ids] of expected) {
    const rule = `${halfOpen}: ${field} in ${JSON.stringify(range)}`
    await expectFound(storage, { times: { [field]: range } }, ids, rule)
  }
}

const timeFields: readonly TimeField[] = ['created', 'updated', 'expires']

export const findTimes: StorageArea = {
  name: 'times of find',
  cases: [
    ...timeFields.map((field) => ({
      name: `find and count select half-open ranges of ${field}`,
      check: ({ storage }: { readonly storage: StoragePort }) => expectHalfOpen(storage, field),
    })),
    {
      name: 'find and count omit records without expires from every range of expires',
      async check({ storage }) {
        await createSamples(storage, { a: { expires: 10 }, b: {} })
        for (const range of [{}, { from: 0 }, { to: 100 }, { from: 10, to: 11 }])
          await expectFound(storage, { times: { expires: range } }, ['a'], noExpiry)
        await expectFound(storage, { times: { expires: { from: 11 } } }, [], noExpiry)
      },
    },
    {
      name: 'find and count require every range',
      async check({ storage }) {
        await createSamples(storage, {
          a: { created: 10, now: 10, expires: 10 },
          b: { created: 10, now: 20, expires: 20 },
          c: { created: 20, now: 20, expires: 10 },
        })
        const [early, late] = [{ to: 15 }, { from: 15 }]
        const rule = 'must list the records whose times are in all ranges'
        await expectFound(storage, { times: { created: early, updated: late } }, ['b'], rule)
        await expectFound(storage, { times: { updated: late, expires: early } }, ['c'], rule)
        const none = { created: late, updated: late, expires: late }
        await expectFound(storage, { times: none }, [], rule)
      },
    },
    {
      name: 'find and count compare times to the millisecond, also of distant years',
      async check({ storage }) {
        const [epoch, distant] = [0, 8_640_000_000_000_000]
        const near = 4_000_000_000_001
        await createSamples(storage, {
          a: { created: epoch, expires: epoch },
          b: { created: near, expires: near },
          c: { created: near + 1, expires: distant },
        })
        for (const field of ['created', 'expires'] as const) {
          const range = (from: number, to: number) => ({ times: { [field]: { from, to } } })
          await expectFound(storage, range(near, near + 1), ['b'], inMilliseconds)
          await expectFound(storage, range(epoch, near), ['a'], inMilliseconds)
          await expectFound(storage, range(near + 1, distant + 1), ['c'], inMilliseconds)
        }
      },
    },
  ],
}

const ofKind = 'must list records of its kind only, even if others have the same ids and terms'
const ofStore = 'must list records of its store only'

export const findSeparation: StorageArea = {
  name: 'separation of find',
  cases: [
    {
      name: 'find and count keep kinds separate',
      async check({ storage }) {
        const fields = { terms: ['x'], words: ['ada'], expires: 10 }
        const one = createSample('same', { ...fields, kind: 'one' })
        const two = createSample('same', { ...fields, kind: 'two' })
        const upper = createSample('upper', { ...fields, kind: 'One' })
        await commitChanges(storage, [one, two, upper])
        const filters = [{}, { terms: [['x']] }, { words: ['ad'] }, { times: { expires: {} } }]
        for (const filter of filters) {
          await expectFound(storage, { ...filter, kind: 'one' }, ['same'], ofKind)
          await expectFound(storage, { ...filter, kind: 'One' }, ['upper'], ofKind)
        }
        await commitChanges(storage, [updateSample(one.record, { terms: [], words: [] })])
        await expectFound(storage, { kind: 'one', terms: [['x']] }, [], ofKind)
        await expectFound(storage, { kind: 'one', words: ['ada'] }, [], ofKind)
        await expectFound(storage, { kind: 'two', terms: [['x']], words: ['a'] }, ['same'], ofKind)
      },
    },
    {
      name: 'find and count keep stores separate',
      async check({ storage }) {
        const terms = ['x']
        const { a } = await createSamples(storage, { a: { terms, words: ['ada'] } }, 'store-1')
        const theirs = { a: { terms, words: ['ada'] }, b: { terms } }
        await createSamples(storage, theirs, 'store-2')
        await expectFound(storage, { terms: [terms] }, ['a'], ofStore, 'store-1')
        await expectFound(storage, { terms: [terms] }, ['a', 'b'], ofStore, 'store-2')
        await expectFound(storage, { terms: [terms] }, [], ofStore, 'store-3')
        await commitChanges(storage, [updateSample(a.record, { terms: [], words: [] })])
        await expectFound(storage, { terms: [terms] }, [], ofStore, 'store-1')
        await expectFound(storage, { words: ['ada'] }, [], ofStore, 'store-1')
        await expectFound(storage, { words: ['ada'] }, ['a'], ofStore, 'store-2')
        await expectFound(storage, {}, ['a', 'b'], ofStore, 'store-2')
      },
    },
    {
      name: 'find and count compare store ids exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const stores = [...new Set(confusableIds.map(([storeId]) => storeId))]
        const fields = { terms: ['x'], words: ['ada'] }
        for (const [index, storeId] of stores.entries())
          await commitChanges(storage, [createSample(`${index}`, fields)], storeId)
        const filters = [{}, { terms: [['x']] }, { words: ['ada'] }]
        for (const [index, storeId] of stores.entries()) {
          for (const filter of filters) {
            const found = await findableIds(storage, filter, storeId)
            const other = stores[Number(found.find((id) => id !== `${index}`) ?? index)] as string
            const collision = distinctIdsRule('record id', [storeId, ''], [other, ''])
            const rule = other === storeId ? ofStore : `${ofStore}: ${collision}`
            await expectFound(storage, filter, [`${index}`], rule, storeId)
          }
        }
      },
    },
    {
      name: 'find finds quotes by the search of their changes',
      async check({ storage }) {
        const quotes = ['quote-1', 'quote-2'].map((quoteId) =>
          createCommit({ quoteId, customer: { name: 'Ada', email: 'Ada@Example.com' } }),
        )
        await commitAll(storage, quotes)
        const [first] = quotes as [(typeof quotes)[0]]
        const tagged = updateCommit(getRecord(first), { tag_list: ['vip'] })
        await commitAll(storage, [tagged])
        const rule = 'must find a quote by the search of its last change'
        const { terms = [] } = tagged.changes[0].search ?? {}
        const groups = terms.map((term) => [term])
        const kind = quoteKind
        await expectFound(storage, { kind, terms: groups }, ['quote-1'], rule)
        await expectFound(storage, { kind, words: ['exam', 'ada'] }, ['quote-1', 'quote-2'], rule)
      },
    },
  ],
}

const anyRecord: RecordFilter = {
  kind: sampleKind,
  deleted: false,
  terms: [],
  words: [],
  times: {},
}

async function expectCount(
  storage: StoragePort,
  filter: Partial<RecordFilter>,
  max: number,
  expected: number,
  rule: string,
): Promise<void> {
  const count = await storage.count('store-1', { ...anyRecord, ...filter }, max)
  expectEqual(count, expected, `count ${rule}`)
}

export const counts: StorageArea = {
  name: 'counts',
  cases: [
    {
      name: 'count returns 0 if no record matches',
      async check({ storage }) {
        const rule = 'must return the number 0 if no record matches'
        await expectCount(storage, {}, 10, 0, rule)
        await commitChanges(storage, [createSample('a', { terms: ['x'] })])
        await expectCount(storage, { terms: [['y']] }, 10, 0, rule)
        await expectCount(storage, { kind: 'other' }, 10, 0, rule)
      },
    },
    {
      name: 'count stops at max',
      async check({ storage }) {
        const changes = Array.from({ length: 12 }, (_, index) => {
          const fields = { terms: ['x', 'y'], words: ['ada', 'adam'], expires: index }
          return createSample(`${index}`, fields)
        })
        await commitChanges(storage, changes)
        const filters = [
          {},
          { terms: [['x', 'y'], ['x']] },
          { words: ['ad'] },
          { times: { expires: { from: 0 } } },
        ]
        for (const filter of filters) {
          for (const max of [1, 2, 11, 12, 13, 10_000]) {
            const rule = `must return the number of records that match, each once, at most ${max}`
            await expectCount(storage, filter, max, Math.min(12, max), rule)
          }
        }
      },
    },
  ],
}
