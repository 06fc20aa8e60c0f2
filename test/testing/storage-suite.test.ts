import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { storageSuite } from '../../src/testing/storage-suite/index.js'
import { brokenAtomicity } from './broken-storages/atomicity.js'
import { outcomeOf } from './broken-storages/broken-storage.js'
import { brokenCommits } from './broken-storages/commits.js'
import { brokenEvents } from './broken-storages/events.js'
import { brokenHistories } from './broken-storages/history.js'
import { brokenIdempotency } from './broken-storages/idempotency.js'
import { brokenKeyExpiry } from './broken-storages/idempotency-expiry.js'
import { plainStorage } from './broken-storages/plain-storage.js'
import { brokenRecords } from './broken-storages/records.js'
import { brokenTags } from './broken-storages/tags.js'
import { failingCases } from './suite-outcomes.js'

const brokenStorages = [
  ...brokenRecords,
  ...brokenCommits,
  ...brokenHistories,
  ...brokenEvents,
  ...brokenIdempotency,
  ...brokenKeyExpiry,
  ...brokenAtomicity,
  ...brokenTags,
]

describe('storageSuite', () => {
  it('passes a sound storage', async () => {
    const { failing, cases } = await outcomeOf({ make: () => ({}) })
    expect(failing).toEqual([])
    expect(cases.length).toBeGreaterThan(90)
  })

  it('passes a plain storage with sound parts', async () => {
    expect((await outcomeOf({ make: () => plainStorage() })).failing).toEqual([])
  })

  it.each(brokenStorages)('fails a storage that $fault', async (broken) => {
    const { failing } = await outcomeOf(broken)
    expect(failing).toEqual(expect.arrayContaining([...broken.fails]))
  })

  it('has no case that no broken storage fails, and no two of one name', async () => {
    const { cases } = await outcomeOf({ make: () => ({}) })
    const failed = new Set(brokenStorages.flatMap(({ fails }) => fails))
    expect(cases.filter((name) => !failed.has(name))).toEqual([])
    expect(cases).toEqual([...new Set(cases)])
  })

  it('disposes of every fixture, of failed cases, too', async () => {
    let open = 0
    const { cases } = await failingCases((testFunctions) =>
      storageSuite(testFunctions, () => {
        open += 1
        const storage = { ...memoryStorage(), load: () => Promise.reject(new Error('no')) }
        const dispose = () => {
          open -= 1
        }
        return { storage, reopen: () => storage, dispose }
      }),
    )
    expect(cases.length).toBeGreaterThan(90)
    expect(open).toBe(0)
  })
})
