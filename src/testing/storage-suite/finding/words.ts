import { maxWordLength, maxWords } from '../../../record/search/search-row.js'
import { words as wordsOf } from '../../../record/search/words.js'
import type { StorageArea } from '../fixture.js'
import { createSamples, expectFound } from './found.js'

const byBeginning = 'must find each word by its beginning, and by no other part of it'
const allWords = 'must list the records that match every word of the filter, in any order'
const anyScript = 'must find words of any script by their beginning, character by character'
const everyWord = `must find a record by each of its ${maxWords} words`

/** Names in many scripts, and words that query languages treat as operators. */
const names = [
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
  'Ørsted',
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
        const ids = names.map((_, index) => `${index}`.padStart(2, '0'))
        const samples = names.map((name, index) => [ids[index], { words: wordsOf([name]) }])
        await createSamples(storage, Object.fromEntries(samples))
        for (const [index, name] of names.entries()) {
          const words = wordsOf([name])
          const rule = `${anyScript}: ${JSON.stringify(words)}`
          await expectFound(storage, { words }, [ids[index] as string], rule)
        }
        await expectFound(storage, { words: ['\u{10428}'] }, ['13'], anyScript)
        await expectFound(storage, { words: ['\u{10429}'] }, [], anyScript)
        await expectFound(storage, { words: ['strass'] }, [], anyScript)
      },
    },
    {
      name: 'find and count find a record by each of two hundred words',
      async check({ storage }) {
        const end = 'w'.repeat(maxWordLength - 3)
        const words = Array.from({ length: maxWords }, (_, index) => `${index + 100}${end}`)
        await createSamples(storage, { a: { words }, b: { words: ['100'] } })
        for (const word of words) await expectFound(storage, { words: [word] }, ['a'], everyWord)
        await expectFound(storage, { words: ['100'] }, ['a', 'b'], everyWord)
        await expectFound(storage, { words: words.slice(0, 20) }, ['a'], allWords)
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
