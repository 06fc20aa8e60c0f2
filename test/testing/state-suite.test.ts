import { describe, expect, it } from 'vitest'
import type { StateStorage } from '../../src/ports/state.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { stateSuite } from '../../src/testing/state-suite.js'
import { runSuite } from './suite-outcomes.js'

type Break = (storage: StateStorage) => Partial<StateStorage>

const failingCases = async (change: Break = () => ({})) => {
  const { failing, cases } = await runSuite((testFunctions) =>
    stateSuite(testFunctions, () => {
      const storage = memoryStorage()
      const broken = { ...storage, ...change(storage) }
      return { storage: broken, reopen: () => broken }
    }),
  )
  return { failing, cases }
}

const broken: readonly (readonly [defect: string, part: string, change: Break])[] = [
  [
    'skips missing values',
    'loadState returns undefined',
    (storage) => ({
      loadState: async (...args) =>
        (await storage.loadState(...args)).filter((each) => each !== undefined),
    }),
  ],
  [
    'cuts long values',
    'saveState keeps JSON',
    (storage) => ({
      saveState: (storeId, write) =>
        JSON.stringify(write.value).length > 65_535 || storage.saveState(storeId, write),
    }),
  ],
  [
    'counts versions itself',
    'saveState replaces a value',
    (storage) => ({
      saveState: (storeId, write) =>
        storage.saveState(storeId, { ...write, version: write.previousVersion + 1 }),
    }),
  ],
  [
    'does not compare versions',
    'saveState writes nothing',
    (storage) => ({
      async saveState(storeId, write) {
        const [stored] = await storage.loadState(storeId, [write.key])
        return storage.saveState(storeId, { ...write, previousVersion: stored?.version ?? 0 })
      },
    }),
  ],
  [
    'keeps deleted values',
    'saveState deletes',
    (storage) => ({
      saveState: (storeId, write) => write.value === null || storage.saveState(storeId, write),
    }),
  ],
  [
    'compares and writes in two steps',
    'exactly one of many concurrent writers',
    (storage) => ({
      async saveState(storeId, write) {
        const [stored] = await storage.loadState(storeId, [write.key])
        await Promise.resolve()
        const previousVersion = stored?.version ?? 0
        if (previousVersion !== write.previousVersion) return false
        const [current] = await storage.loadState(storeId, [write.key])
        await storage.saveState(storeId, { ...write, previousVersion: current?.version ?? 0 })
        return true
      },
    }),
  ],
  [
    'ignores case',
    'keeps values of stores and keys apart',
    (storage) => ({
      saveState: (storeId, write) => storage.saveState(storeId.toLowerCase(), write),
      loadState: (storeId, keys) => storage.loadState(storeId.toLowerCase(), keys),
    }),
  ],
  [
    'ignores beforeKey',
    'listState lists the values between',
    (storage) => ({
      listState: (storeId, range) =>
        storage.listState(storeId, { ...range, beforeKey: '\u{10ffff}' }),
    }),
  ],
]

describe('stateSuite', () => {
  it('passes a correct storage', async () => {
    const { failing, cases } = await failingCases()
    expect(failing).toEqual([])
    expect(cases).toHaveLength(broken.length)
  })

  it.each(broken)('fails a storage that %s', async (_, part, change) => {
    const { failing } = await failingCases(change)
    expect(failing).toEqual(expect.arrayContaining([expect.stringContaining(part)]))
  })
})
