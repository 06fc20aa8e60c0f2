import type { StoragePort } from '../../../ports/storage.js'
import type { TimeField } from '../../../record/search/find-query.js'
import type { NewSample } from '../../sample-records.js'
import type { StorageArea } from '../fixture.js'
import { createSamples, expectFound } from './found.js'

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

const fields: readonly TimeField[] = ['created', 'updated', 'expires']

export const findTimes: StorageArea = {
  name: 'times of find',
  cases: [
    ...fields.map((field) => ({
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
