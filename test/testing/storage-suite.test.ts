import { beforeAll, describe, expect, it } from 'vitest'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { storageSuite } from '../../src/testing/storage-suite/index.js'
import { brokenAtomicity } from './broken-storages/atomicity.js'
import { outcomeOf } from './broken-storages/broken-storage.js'
import { brokenCommits } from './broken-storages/commits.js'
import { brokenCommitsOfSeveral } from './broken-storages/commits-of-several.js'
import { brokenDeletion, brokenErasure } from './broken-storages/deletion.js'
import { brokenEventPages } from './broken-storages/event-pages.js'
import { brokenEvents } from './broken-storages/events.js'
import { brokenFilters } from './broken-storages/finding/filters.js'
import { brokenOrders } from './broken-storages/finding/orders.js'
import { plainFind } from './broken-storages/finding/plain-find.js'
import { brokenSearchChanges } from './broken-storages/finding/search-changes.js'
import { brokenHistories } from './broken-storages/history.js'
import { brokenIdempotency } from './broken-storages/idempotency.js'
import { brokenKeyExpiry } from './broken-storages/idempotency-expiry.js'
import { brokenLoads } from './broken-storages/loads.js'
import { plainStorage } from './broken-storages/plain-storage.js'
import { brokenRecords } from './broken-storages/records.js'
import { runSuite } from './suite-outcomes.js'

const brokenStorages = [
  ...brokenRecords,
  ...brokenLoads,
  ...brokenCommits,
  ...brokenCommitsOfSeveral,
  ...brokenHistories,
  ...brokenEvents,
  ...brokenEventPages,
  ...brokenIdempotency,
  ...brokenKeyExpiry,
  ...brokenAtomicity,
  ...brokenDeletion,
  ...brokenErasure,
  ...brokenOrders,
  ...brokenFilters,
  ...brokenSearchChanges,
]

describe('storageSuite', () => {
  let correct: Awaited<ReturnType<typeof outcomeOf>>
  beforeAll(async () => {
    correct = await outcomeOf({ make: () => ({}) })
  })

  it('passes a correct storage', () => {
    expect(correct.failing).toEqual([])
    expect(correct.cases.length).toBeGreaterThan(140)
  })

  it('passes the plain storage without defects', async () => {
    expect((await outcomeOf({ make: () => plainStorage() })).failing).toEqual([])
  })

  it('passes the plain find without defects', async () => {
    expect((await outcomeOf({ make: plainFind() })).failing).toEqual([])
  })

  it.each(brokenStorages)('fails a storage that $defect', async (broken) => {
    const { failing } = await outcomeOf(broken, broken.fails)
    expect(failing.toSorted()).toEqual(broken.fails.toSorted())
  })

  it('has unique cases, each failed by a broken storage', () => {
    const { cases } = correct
    const failed = new Set(brokenStorages.flatMap(({ fails }) => fails))
    expect(cases.filter((name) => !failed.has(name))).toEqual([])
    expect(cases).toEqual([...new Set(cases)])
  })

  it('disposes of the fixtures of failed cases', async () => {
    let open = 0
    const { cases } = await runSuite((testFunctions) =>
      storageSuite(testFunctions, () => {
        open += 1
        const storage = { ...memoryStorage(), load: () => Promise.reject(new Error('no')) }
        const dispose = () => {
          open -= 1
        }
        return { storage, reopen: () => storage, dispose }
      }),
    )
    expect(cases.length).toBeGreaterThan(140)
    expect(open).toBe(0)
  })
})

describe('storageSuite names the ids that collided', () => {
  const messagesOf = async (idOf: (id: string) => string) => {
    const key = (...ids: readonly string[]) => JSON.stringify(ids.map(idOf))
    const { errors } = await outcomeOf({
      make: () => plainStorage({ recordKey: key, idempotencyKey: key, storeKey: idOf }),
    })
    return [...errors.values()].map(({ message }) => message.split('\n').slice(0, 3))
  }
  const collation = 'use a binary collation (utf8mb4_nopad_bin, utf8mb4_0900_bin, collate "C")'

  it('if the storage ignores case', async () => {
    const messages = await messagesOf((id) => id.toLowerCase())
    const rule = `store ids 'a' and 'A' were treated as the same id: ${collation}`
    expect(messages).toContainEqual([rule, "Expected: 'committed'", "Received: 'conflict'"])
    expect(messages).toContainEqual([rule, "Expected: 'quote-0'", "Received: 'quote-3'"])
  })

  it('if the storage ignores case in names only', async () => {
    const { errors } = await outcomeOf({
      make: () => plainStorage({ recordKey: (storeId, id) => `${storeId} ${id.toUpperCase()}` }),
    })
    const messages = [...errors.values()].map(({ message }) => message)
    const rule = `quote ids 'b:c' and 'B:C' were treated as the same id: ${collation}`
    expect(messages).toContainEqual(expect.stringContaining(rule))
  })

  it('if the storage ignores accents', async () => {
    const messages = await messagesOf((id) => id.normalize('NFD').replace(/\p{Mark}/gu, ''))
    const rule = `store ids 'é' and 'e\u0301' were treated as the same id: ${collation}`
    expect(messages.flat().map((line) => line.normalize())).toContain(rule.normalize())
  })

  it('if the storage trims trailing spaces', async () => {
    const messages = await messagesOf((id) => id.trimEnd())
    const rule = `store ids 'a' and 'a ' were treated as the same id: do not trim ids, and ${collation}`
    expect(messages.flat()).toContain(rule)
  })

  it('if the storage joins ids', async () => {
    const join = (storeId: string, id: string) => `${storeId}:${id}`
    const { errors } = await outcomeOf({
      make: () => plainStorage({ recordKey: join, idempotencyKey: join }),
    })
    const messages = [...errors.values()].map(({ message }) => message)
    const rule =
      "quote id 'b:c' of store 'a' and quote id 'c' of store 'a:b' were treated as the same id: " +
      'keep ids in separate columns, or encode them as JSON.stringify([storeId, id])'
    expect(messages).toContainEqual(expect.stringContaining(rule))
  })
})
