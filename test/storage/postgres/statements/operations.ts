import type { FindQuery, StoragePort } from '../../../../src/ports/storage.js'
import type { IdempotencyRecord, RecordCommit } from '../../../../src/record/commit.js'
import type { RecordFilter } from '../../../../src/record/search/find-query.js'
import type { PostgresClient } from '../../../../src/storage/postgres/index.js'
import {
  createCommit,
  createSample,
  deleteSample,
  eraseSample,
  updateCommit,
  updateSample,
} from '../../../../src/testing/samples.js'

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
  kind: 'quote',
  id: 'quote-1',
  version: 1,
  created: 1,
  expires: 9,
}
const withKey = (commit: RecordCommit, key: string): RecordCommit => ({
  ...commit,
  idempotency: { ...record, key },
})

const created = createCommit()
const [change] = created.changes

/** A commit with a key, which the operations below expect to be stored. */
export const firstCommit: RecordCommit = withKey(created, 'key-1')

const update = (changes: Parameters<typeof updateCommit>[1]) => updateCommit(change.record, changes)
const sameTerms = () =>
  update({ products: change.record.value.products.map(({ id }) => ({ id, quote: '1.00' })) })
const otherTerms = () => update({ tag_list: ['a'] })
const everything = { limit: 9, maxBytes: 2 ** 30 }
const ref = (id: string) => ({ kind: 'quote', id })
const noFilter: RecordFilter = { kind: 'quote', deleted: false, terms: [], words: [], times: {} }

type Operation = (storage: StoragePort) => unknown
type NamedOperation = readonly [name: string, run: Operation]

const orders = ['newest', 'oldest', 'updated', 'expires'] as const
const range = { from: 0, to: 9 }
const filters: readonly (readonly [string, Partial<RecordFilter>])[] = [
  ['everything', {}],
  ['deleted records', { deleted: true }],
  ['terms and words', { terms: [['a', 'b']], words: ['c'] }],
  ['times', { times: { created: range, expires: range } }],
  [
    'terms and times',
    { terms: [['a']], times: { created: range, updated: range, expires: range } },
  ],
  ['updates', { times: { updated: range } }],
]
const finds = filters.flatMap(([name, filter]) => [
  ...orders.map((order): NamedOperation => {
    const query: FindQuery = { ...noFilter, ...filter, ...everything, order, after: undefined }
    return [`find of ${name}, ${order}`, (storage) => storage.find('store-1', query)]
  }),
  [
    `count of ${name}`,
    (storage: StoragePort) => storage.count('store-1', { ...noFilter, ...filter }, 10),
  ] as const,
])

/** The commits conflict, as there is no such counter. */
function commitWithCounter(storage: StoragePort, { changes }: RecordCommit) {
  const { record } = createSample('z', { kind: 'counter', isFindable: false })
  return storage.commit('store-1', {
    changes: [...changes, updateSample(record, { isFindable: false })],
  })
}

/** Operations that together send every statement of the storage. */
export const operations: readonly NamedOperation[] = [
  ['load', (storage) => storage.load('store-1', [ref('filled-7')])],
  [
    'load of several records',
    (storage) => storage.load('store-1', [ref('filled-7'), { kind: 'tags', id: 'tags' }]),
  ],
  [
    'load of many records',
    (storage) => storage.load('store-1', ['filled-7', 'filled-8', 'filled-9'].map(ref)),
  ],
  [
    'commit of a creation',
    (storage) => storage.commit('store-1', createCommit({ quoteId: 'new-1' })),
  ],
  [
    'commit of a creation with a key',
    (storage) => storage.commit('store-1', withKey(createCommit({ quoteId: 'new-2' }), 'new-2')),
  ],
  ['commit of an update', (storage) => storage.commit('store-1', sameTerms())],
  ['commit of an update of terms', (storage) => storage.commit('store-1', otherTerms())],
  [
    'commit of an update with a key',
    (storage) => storage.commit('store-1', withKey(sameTerms(), 'new-3')),
  ],
  [
    'commit of an update of terms with a key',
    (storage) => storage.commit('store-1', withKey(otherTerms(), 'new-4')),
  ],
  ['commit of an update with a counter', (storage) => commitWithCounter(storage, sameTerms())],
  [
    'commit of an update of terms with a counter',
    (storage) => commitWithCounter(storage, otherTerms()),
  ],
  [
    'commit of a key',
    (storage) =>
      storage.commit('store-1', { changes: [], idempotency: { ...record, key: 'new-5' } }),
  ],
  [
    'commit of a record that cannot be found',
    (storage) => storage.commit('store-1', { changes: [createSample('x', { isFindable: false })] }),
  ],
  [
    'commit of a deletion',
    (storage) => storage.commit('store-1', { changes: [deleteSample(createSample('y').record)] }),
  ],
  [
    'commit of an erasure',
    (storage) => storage.commit('store-1', { changes: [eraseSample(createSample('y').record)] }),
  ],
  [
    'a batch of creations',
    (storage) =>
      Promise.all(
        [1, 2, 3].map((number) =>
          storage.commit('store-1', createCommit({ quoteId: `together-${number}` })),
        ),
      ),
  ],
  [
    'a batch of commits with keys',
    (storage) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          storage.commit(
            'store-1',
            withKey(createCommit({ quoteId: `batch-${index}` }), `batch-${index}`),
          ),
        ),
      ),
  ],
  [
    'listHistory',
    (storage) =>
      storage.listHistory('store-1', ref('filled-7'), { afterVersion: 0, ...everything }),
  ],
  [
    'listEvents',
    (storage) => storage.listEvents('store-1', { afterPosition: 9_000, ...everything }),
  ],
  ['findIdempotencyRecord', (storage) => storage.findIdempotencyRecord('store-1', 'filled-7')],
  ...finds,
]
