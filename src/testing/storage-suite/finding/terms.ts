import { maxTermLength, maxTerms } from '../../../record/search/search-row.js'
import type { StorageArea } from '../fixture.js'
import { createSamples, expectFound } from './found.js'

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
