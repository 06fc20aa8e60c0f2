import type { StoragePort } from '../../../ports/storage.js'
import { quoteRef } from '../../../quote/quote-record.js'
import { expectEqual } from '../../expect.js'
import { keyCommit, keyRecord, withKey } from '../../idempotent-commits.js'
import { createCommit } from '../../sample-commits.js'
import { confusableIds, distinctIdsRule, type ScopedId } from '../confusable-ids.js'
import type { StorageArea } from '../fixture.js'

const getQuoteId = (index: number) => `quote-${index}`

/** Expects a result for a key of {@link confusableIds}, and names the key that it collided with. */
async function expectDistinctKey(
  storage: StoragePort,
  index: number,
  received: unknown,
  expected: unknown,
): Promise<void> {
  const id = confusableIds[index] as ScopedId
  const found = await storage.findIdempotencyRecord(...id)
  const other = confusableIds.find((_, at) => at !== index && getQuoteId(at) === found?.id)
  const rule = 'an idempotency key must be found by its exact store id and key'
  const collision = other && distinctIdsRule('idempotency key', other, id)
  expectEqual(received, expected, collision ?? rule)
}

export const idempotencyKeys: StorageArea = {
  name: 'idempotency keys',
  cases: [
    {
      name: 'commit compares keys exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const commits = confusableIds.map(([, key], index) =>
          withKey(createCommit({ quoteId: getQuoteId(index), lines: 1 }), key),
        )
        for (const [index, commit] of commits.entries()) {
          const [storeId] = confusableIds[index] as ScopedId
          const outcome = await storage.commit(storeId, commit)
          await expectDistinctKey(storage, index, outcome, 'committed')
        }
        for (const [index, { idempotency }] of commits.entries()) {
          const found = await storage.findIdempotencyRecord(...(confusableIds[index] as ScopedId))
          await expectDistinctKey(storage, index, found, idempotency)
        }
      },
    },
    {
      name: 'a commit without changes compares keys exactly (case, accents, spaces, length)',
      async check({ storage }) {
        const records = confusableIds.map(([, key], index) =>
          keyRecord(key, { ...quoteRef(getQuoteId(index)), version: 1 }),
        )
        for (const [index, [storeId]] of confusableIds.entries()) {
          const record = records[index] as (typeof records)[0]
          const outcome = await storage.commit(storeId, keyCommit(record))
          await expectDistinctKey(storage, index, outcome, 'committed')
        }
        for (const [index, [storeId, key]] of confusableIds.entries()) {
          const found = await storage.findIdempotencyRecord(storeId, key)
          await expectDistinctKey(storage, index, found, records[index])
        }
      },
    },
  ],
}
