import type { QuoteStorage } from '../../../../src/ports/storage.js'
import type { IdempotencyRecord, QuoteCommit } from '../../../../src/quote/commit.js'
import type { PostgresClient } from '../../../../src/storage/postgres/index.js'
import { createCommit, updateCommit } from '../../../../src/testing/sample-commits.js'

export interface Statement {
  readonly text: string
  readonly values: (string | number)[]
}

/** Returns a client that also records the statements it runs. */
export function recordStatements(client: PostgresClient) {
  let statements: Statement[] = []
  return {
    client: {
      query(text, values = []) {
        statements.push({ text, values })
        return client.query(text, values)
      },
    } satisfies PostgresClient,
    async statementsOf(operation: () => unknown): Promise<readonly Statement[]> {
      statements = []
      await operation()
      return statements
    },
  }
}

const record: IdempotencyRecord = {
  key: 'key-2',
  fingerprint: 'x',
  quoteId: 'quote-1',
  version: 1,
  createdAt: 1,
  expiresAt: 9,
}
const withKey = (commit: QuoteCommit, key: string): QuoteCommit => ({
  ...commit,
  idempotency: { ...record, key },
})

/** A commit with a key, which the operations below expect to be stored. */
export const firstCommit: QuoteCommit = withKey(createCommit(), 'key-1')

type Operation = (storage: QuoteStorage) => unknown

/** Operations that together send every statement of the storage. */
export const operations: readonly (readonly [name: string, run: Operation])[] = [
  ['load', (storage) => storage.load('store-1', 'filled-7')],
  [
    'a batch of loads',
    (storage) =>
      Promise.all([1, 2, 3].map((number) => storage.load('store-1', `filled-${number}`))),
  ],
  ['commit of a creation', (storage) => storage.commit(createCommit({ quoteId: 'new-1' }))],
  [
    'commit of a creation with a key',
    (storage) => storage.commit(withKey(createCommit({ quoteId: 'new-2' }), 'new-2')),
  ],
  [
    'commit of an update',
    (storage) => storage.commit(updateCommit(firstCommit.record, { tag_list: ['a'] })),
  ],
  [
    'commit of an update with a key',
    (storage) =>
      storage.commit(withKey(updateCommit(firstCommit.record, { tag_list: ['a'] }), 'new-3')),
  ],
  [
    'a batch of creations',
    (storage) =>
      Promise.all(
        [1, 2, 3].map((number) => storage.commit(createCommit({ quoteId: `together-${number}` }))),
      ),
  ],
  [
    'a batch of commits with keys',
    (storage) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          storage.commit(withKey(createCommit({ quoteId: `batch-${index}` }), `batch-${index}`)),
        ),
      ),
  ],
  [
    'listHistory',
    (storage) =>
      storage.listHistory('store-1', 'filled-7', { afterVersion: 0, limit: 9, maxBytes: 2 ** 30 }),
  ],
  [
    'listEvents',
    (storage) =>
      storage.listEvents('store-1', { afterPosition: 9_000, limit: 9, maxBytes: 2 ** 30 }),
  ],
  ['findIdempotencyRecord', (storage) => storage.findIdempotencyRecord('store-1', 'filled-7')],
  ['addIdempotencyRecord', (storage) => storage.addIdempotencyRecord('store-1', record)],
  [
    'setTag',
    (storage) =>
      storage.setTag('store-1', { backgroundColor: 'x', color: 'y', label: 'z', value: 'a' }),
  ],
  ['listTags', (storage) => storage.listTags('store-1')],
  ['removeTag', (storage) => storage.removeTag('store-1', 'a')],
]
