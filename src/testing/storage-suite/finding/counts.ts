import type { StoragePort } from '../../../ports/storage.js'
import type { RecordFilter } from '../../../record/search/find-query.js'
import { expectEqual } from '../../expect.js'
import { createSample, sampleKind } from '../../sample-records.js'
import type { StorageArea } from '../fixture.js'
import { commitChanges } from './found.js'

const any: RecordFilter = { kind: sampleKind, deleted: false, terms: [], words: [], times: {} }

async function expectCount(
  storage: StoragePort,
  filter: Partial<RecordFilter>,
  max: number,
  expected: number,
  rule: string,
): Promise<void> {
  const count = await storage.count('store-1', { ...any, ...filter }, max)
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
