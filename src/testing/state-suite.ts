import type { StateStorage, StateValue, StateWrite } from '../ports/state.js'
import type { MaybePromise } from '../ports/storage.js'
import { compareIds } from '../record/search/find-query.js'
import { expectEqual } from './expect.js'
import { confusableIds } from './storage-suite/confusable-ids.js'
import { type ContractArea, type Disposable, registerSuite, type TestFunctions } from './suite.js'

/** A storage of states for one test. */
export interface StateFixture extends Disposable {
  /** An empty storage. */
  readonly storage: StateStorage
  /** Returns another storage over the same data, or the same one if its data cannot be shared. */
  reopen(): MaybePromise<StateStorage>
}

const storeId = 'store-1'
/** After all keys that the tests write. */
const end = '\u{10ffff}'
const all = { afterKey: '', beforeKey: end, limit: 1_000 }

const write = (
  key: string,
  value: unknown,
  previousVersion = 0,
  version = previousVersion + 1,
): StateWrite => ({ key, previousVersion, version, value })

async function saveAll(storage: StateStorage, writes: readonly StateWrite[]): Promise<void> {
  const rule = 'saveState must return true if previousVersion is the stored version'
  for (const each of writes) expectEqual(await storage.saveState(storeId, each), true, rule)
}

async function expectStored(
  storage: StateStorage,
  expected: readonly StateValue[],
  rule: string,
): Promise<void> {
  expectEqual((await storage.listState(storeId, all)).items, expected, rule)
  if (expected.length === 0) return
  const loaded = await storage.loadState(
    storeId,
    expected.map(({ key }) => key),
  )
  expectEqual(loaded, expected, rule)
}

/** Expects that each write returns false, and that nothing changes. */
async function expectRejected(storage: StateStorage, writes: readonly StateWrite[]): Promise<void> {
  const before = (await storage.listState(storeId, all)).items
  const rule = 'saveState must return false if previousVersion is not the stored version'
  for (const each of writes) {
    expectEqual(await storage.saveState(storeId, each), false, rule)
    await expectStored(storage, before, 'saveState that returns false must not write')
  }
}

/** Runs writers concurrently, of which one must succeed. Returns the index of that one. */
async function expectOneWinner(
  { storage, reopen }: StateFixture,
  writes: readonly StateWrite[],
): Promise<number> {
  const other = await reopen()
  const outcomes = await Promise.all(
    writes.map((each, index) => (index % 2 === 0 ? storage : other).saveState(storeId, each)),
  )
  const winners = outcomes.flatMap((isSaved, index) => (isSaved ? [index] : []))
  const rule = 'exactly one of the concurrent writers must succeed; compare and write atomically'
  expectEqual(winners.length, 1, rule)
  return winners[0] ?? 0
}

const writers = Array.from({ length: 12 }, (_, index) => index)

const values: readonly unknown[] = [
  0,
  '',
  false,
  [],
  { a: [null, { b: 'Ünïcödé 👩‍🚀 \\ \' " %' }], __proto: 1 },
  JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1 }'),
  'x'.repeat(65_534),
  'é'.repeat(65_534),
]

const state: ContractArea<StateFixture> = {
  name: 'state',
  cases: [
    {
      name: 'loadState returns undefined for each key that has no value, in the order of the keys',
      async check({ storage }) {
        await saveAll(storage, [write('b', 'B'), write('a', 'A')])
        const expected = [
          { key: 'b', version: 1, value: 'B' },
          undefined,
          { key: 'a', version: 1, value: 'A' },
        ]
        const rule = 'loadState must return a value, or undefined, for each key'
        expectEqual(await storage.loadState(storeId, ['b', 'c', 'a']), expected, rule)
        expectEqual(await storage.loadState('store-2', ['a']), [undefined], rule)
      },
    },
    {
      name: 'saveState keeps JSON of up to 65,536 characters, also for another process',
      async check({ storage, reopen }) {
        const writes = values.map((value, index) => write(`key-${index}`, value))
        await saveAll(storage, writes)
        const expected = writes.map(({ key, value }) => ({ key, version: 1, value }))
        await expectStored(await reopen(), expected, 'values must be kept as they are')
      },
    },
    {
      name: 'saveState replaces a value, and gives it the version of the write',
      async check({ storage }) {
        await saveAll(storage, [
          write('a', 1),
          write('a', 2, 1, 7),
          write('a', 3, 7, 8_000_000_000),
        ])
        const expected = [{ key: 'a', version: 8_000_000_000, value: 3 }]
        await expectStored(storage, expected, 'the last value that was saved must be stored')
      },
    },
    {
      name: 'saveState writes nothing if the stored version is another one',
      async check({ storage }) {
        await expectRejected(storage, [write('a', 1, 1), write('a', null, 1)])
        await saveAll(storage, [write('a', 1), write('a', 2, 1, 5)])
        await expectRejected(storage, [
          write('a', 3, 0),
          write('a', 3, 4),
          write('a', 3, 6),
          write('a', null, 4),
          write('a', null, 6),
        ])
      },
    },
    {
      name: 'saveState deletes a value if the new one is null',
      async check({ storage }) {
        await saveAll(storage, [write('a', 1), write('b', 1), write('a', null, 1)])
        const rule = 'a deleted value must be gone'
        expectEqual(await storage.loadState(storeId, ['a']), [undefined], rule)
        await expectStored(storage, [{ key: 'b', version: 1, value: 1 }], rule)
        await saveAll(storage, [write('a', 2, 0, 9)])
        const expected = [
          { key: 'a', version: 9, value: 2 },
          { key: 'b', version: 1, value: 1 },
        ]
        await expectStored(storage, expected, 'a deleted value can be created again')
      },
    },
    {
      name: 'exactly one of many concurrent writers creates, replaces and deletes a value',
      async check(fixture) {
        const { storage } = fixture
        for (const previous of [0, 1]) {
          const writes = writers.map((writer) => write('a', writer, previous))
          const winner = await expectOneWinner(fixture, writes)
          const expected = [{ key: 'a', version: previous + 1, value: winner }]
          await expectStored(storage, expected, "the winner's value must be stored")
        }
        await expectOneWinner(
          fixture,
          writers.map(() => write('a', null, 2)),
        )
        await expectStored(storage, [], 'the value must be deleted')
      },
    },
    {
      name: 'keeps values of stores and keys apart that look alike',
      async check({ storage }) {
        const rule = 'stores and keys must be compared exactly'
        for (const [index, [store, key]] of confusableIds.entries())
          expectEqual(await storage.saveState(store, write(key, index)), true, rule)
        for (const [index, [store, key]] of confusableIds.entries())
          expectEqual(
            await storage.loadState(store, [key]),
            [{ key, version: 1, value: index }],
            rule,
          )
      },
    },
    {
      name: 'listState lists the values between two keys, page by page, in the order of compareIds',
      async check({ storage }) {
        const keys = ['b', 'B', 'a:2', 'a:10', 'a', 'ä', 'a;', '\u{ffff}', '👩‍🚀', 'a:1']
        await saveAll(
          storage,
          keys.map((key) => write(key, key)),
        )
        const stored = keys
          .toSorted(compareIds)
          .map((key) => ({ key, version: 1, value: key }) as StateValue)
        for (const limit of [1, 3, keys.length, 100])
          for (let start = 0, afterKey = ''; start < keys.length; start += limit) {
            const items = stored.slice(start, start + limit)
            const hasMore = start + limit < keys.length
            const page = await storage.listState(storeId, { ...all, afterKey, limit })
            expectEqual(page, { items, hasMore }, 'listState must list every value once, in order')
            afterKey = items.at(-1)?.key ?? ''
          }
        expectEqual(
          await storage.listState(storeId, { afterKey: 'a:', beforeKey: 'a;', limit: 10 }),
          { items: stored.filter(({ key }) => key.startsWith('a:')), hasMore: false },
          'listState must list the values after afterKey and before beforeKey',
        )
        const others = await storage.listState('store-2', all)
        expectEqual(others, { items: [], hasMore: false }, 'stores must be separate')
      },
    },
  ],
}

/**
 * Registers the contract of `StateStorage` as tests of your framework. Each test has its own
 * fixture.
 *
 * @example
 * import { describe, it } from 'vitest'
 * stateSuite({ describe, it }, () => {
 *   const storage = myStorage(openDatabase())
 *   return { storage, reopen: () => storage, dispose: () => storage.close() }
 * })
 */
export function stateSuite(
  testFunctions: TestFunctions,
  createFixture: () => MaybePromise<StateFixture>,
): void {
  registerSuite(testFunctions, 'state contract', [state], createFixture)
}
