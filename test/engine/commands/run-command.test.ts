import { describe, expect, it } from 'vitest'
import type { UpdateOptions } from '../../../src/engine/arguments.js'
import { type Command, runCommand } from '../../../src/engine/commands/run-command.js'
import { createInFlightTracker } from '../../../src/engine/execution/in-flight.js'
import { resolveOptions } from '../../../src/engine/options.js'
import { createRuntime } from '../../../src/engine/runtime.js'
import { QuoteError } from '../../../src/errors.js'
import { type TagList, tagsRef } from '../../../src/features/tags/tags.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { createChange, updateChange } from '../../../src/record/change.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { deepFreeze } from '../../../src/validation/deep-freeze.js'
import { catalog, countingStorage, errorOf } from '../ports.js'

const ref = tagsRef
const caller = { storeId: 'store-1' }

/** Tags named 1, 2, …: records of the engine have one of its kinds. */
function tags(count: number): TagList {
  const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }
  const names = Array.from({ length: count }, (_, index) => `${index + 1}`)
  return deepFreeze(names.map((value) => ({ ...colors, label: value, value })))
}

/** Adds a tag, so that each version has one more. */
function addTag(record: StoredRecord<TagList> | undefined) {
  const input = { operation: 'addTag', now: 1_000, lengthOf: () => 100 }
  return record === undefined
    ? createChange(ref, tags(1), input)
    : updateChange(record, tags(record.value.length + 1), input)
}

function open(storage: StoragePort = memoryStorage(), maxAttempts = 3) {
  const counting = countingStorage(storage)
  const options = resolveOptions({ storage: counting.storage, catalog, maxAttempts })
  const runtime = createRuntime(options, createInFlightTracker().run)
  const run = (command: Partial<Command<TagList>> = {}, callOptions: UpdateOptions = {}) =>
    runCommand<TagList>(runtime, {
      caller,
      options: callOptions,
      payload: ['addTag'],
      ref,
      decide: addTag,
      ...command,
    })
  return { ...counting, run }
}

/** A storage in which another writer adds a tag before each of the first commits. */
function contested(conflicts: number, storage = memoryStorage()): StoragePort {
  let left = conflicts
  return {
    ...storage,
    async commit(storeId, commit, call) {
      const [stored] = (await storage.load(storeId, [ref])) as [StoredRecord<TagList> | undefined]
      const change = addTag(stored)
      left -= 1
      if (left >= 0 && change !== undefined) await storage.commit(storeId, { changes: [change] })
      return storage.commit(storeId, commit, call)
    },
  }
}

describe('runCommand', () => {
  it('commits the change, and returns the record', async () => {
    const { run, written } = open()
    expect(await run()).toMatchObject({ ...ref, version: 1, value: tags(1) })
    expect(await run()).toMatchObject({ version: 2, value: tags(2) })
    expect(written.map(({ changes }) => changes.length)).toEqual([1, 1])
    expect(written[0]).not.toHaveProperty('idempotency')
  })

  it('decides again on the newest record after each conflict', async () => {
    const { run } = open(contested(2))
    expect(await run()).toMatchObject({ version: 3, value: tags(3) })
  })

  it('rejects with conflict after maxAttempts, and names the record', async () => {
    const { run, written } = open(contested(99), 2)
    expect(await errorOf(() => run())).toMatchObject({
      code: 'conflict',
      details: { ...ref, attempts: 2 },
    })
    expect(written).toHaveLength(2)
  })

  it('names the last record that a command without ref tried to create', async () => {
    let ids = 0
    const { run } = open({ ...memoryStorage(), commit: () => 'conflict' }, 3)
    const error = await errorOf(() =>
      run({
        ref: undefined as never,
        decide() {
          ids += 1
          return createChange({ ...ref, id: `tags-${ids}` }, tags(1), { operation: 'c', now: 1 })
        },
      }),
    )
    expect(error).toMatchObject({ details: { kind: 'tags', id: 'tags-3', attempts: 3 } })
  })

  it('writes nothing if nothing changes', async () => {
    const { run, written } = open()
    const stored = await run()
    expect(await run({ decide: () => undefined })).toEqual(stored)
    expect(written).toHaveLength(1)
  })
})

describe('runCommand with an idempotency key', () => {
  const options = { idempotencyKey: 'key' }

  it('adds the idempotency record to the commit of the change', async () => {
    const { run, written } = open()
    const first = await run({}, options)
    expect(await run({}, options)).toEqual(first)
    expect(written).toHaveLength(1)
    expect(written[0]).toMatchObject({
      changes: [{ previousVersion: 0 }],
      idempotency: { key: 'key', ...ref, version: 1 },
    })
  })

  it('commits the idempotency record alone if nothing changes', async () => {
    const { run, written } = open()
    await run()
    await run({ decide: () => undefined }, options)
    expect(written[1]).toMatchObject({ changes: [], idempotency: { ...ref, version: 1 } })
    await run()
    expect(await run({ decide: () => undefined }, options)).toMatchObject({ version: 1 })
  })

  it('does not remember the result of a command that has no record', async () => {
    const { run, written } = open()
    const empty = {
      ...ref,
      version: 0,
      updated: 0,
      replay: { base: 0, size: 0 },
      value: tags(0),
    }
    expect(await run({ decide: () => undefined, empty }, options)).toBe(empty)
    expect(written).toEqual([])
  })

  it('returns the result of the same request that was applied during a conflict', async () => {
    const storage = memoryStorage()
    const other = open(storage)
    const { run } = open({
      ...storage,
      async commit(storeId, commit, call) {
        await other.run({}, options)
        return storage.commit(storeId, commit, call)
      },
    })
    expect(await run({}, options)).toMatchObject({ version: 1 })
    expect(other.written).toHaveLength(1)
  })
})

describe('runCommand with expectedVersion', () => {
  it('makes one attempt, and rejects with the version that won', async () => {
    const storage = memoryStorage()
    await open(storage).run()
    const { run, written } = open(contested(1, storage))
    const error = await errorOf(() => run({}, { expectedVersion: 1 }))
    expect(error).toMatchObject({
      code: 'version_mismatch',
      details: { expectedVersion: 1, currentVersion: 2 },
    })
    expect(written).toHaveLength(1)
  })

  it('tries again if another record conflicts, because the version can still be there', async () => {
    const storage = memoryStorage()
    await open(storage).run()
    const otherRef = { kind: tagsRef.kind, id: 'other' }
    const input = { operation: 'addTag', now: 1_000, lengthOf: () => 100 }
    const changeOther = (record?: StoredRecord) =>
      record === undefined
        ? createChange(otherRef, tags(1), input)
        : (updateChange(record as StoredRecord<TagList>, tags(9), input) as never)
    let isContested = true
    const { run } = open({
      ...storage,
      async commit(storeId, commit, call) {
        if (isContested) await storage.commit(storeId, { changes: [changeOther()] })
        isContested = false
        return storage.commit(storeId, commit, call)
      },
    })
    const also = [otherRef]
    const decide: Command<TagList>['decide'] = (record, [other]) => ({
      change: addTag(record) as NonNullable<ReturnType<typeof addTag>>,
      others: [changeOther(other)],
    })
    expect(await run({ otherRefs: also, decide }, { expectedVersion: 1 })).toMatchObject({
      version: 2,
    })
    const error = await errorOf(() => run({ otherRefs: also, decide }, { expectedVersion: 1 }))
    expect(error.code).toBe('version_mismatch')
  })

  it('checks the version even if nothing changes', async () => {
    const { run } = open()
    await run()
    const command = { decide: () => undefined }
    expect((await errorOf(() => run(command, { expectedVersion: 2 }))).code).toBe(
      'version_mismatch',
    )
    expect(await run(command, { expectedVersion: 1 })).toMatchObject({ version: 1 })
  })

  it('checks that the record exists before its version', async () => {
    const { run } = open()
    await run()
    const assertExists = () => {
      throw new QuoteError('quote_not_found', { quoteId: 'tags' })
    }
    const error = await errorOf(() => run({ assertExists }, { expectedVersion: 9 }))
    expect(error.code).toBe('quote_not_found')
  })
})

describe('runCommand with authorize', () => {
  it('receives the record and the next one before the commit', async () => {
    const { run, written } = open()
    const received: unknown[] = []
    const authorize = async (...records: unknown[]) => {
      received.push([...records, written.length])
    }
    const first = await run({ authorize })
    const second = await run({ authorize })
    await run({ authorize, decide: () => undefined })
    expect(received).toEqual([
      [undefined, first, 0],
      [first, second, 1],
      [second, second, 2],
    ])
  })

  it('writes neither the change nor the idempotency record if it rejects', async () => {
    const { run, written } = open()
    const authorize = async () => {
      throw new QuoteError('not_permitted', { operation: 'addTag', reason: 'no' })
    }
    const error = await errorOf(() => run({ authorize }, { idempotencyKey: 'key' }))
    expect(error.code).toBe('not_permitted')
    expect(written).toEqual([])
  })
})

describe('runCommand with a cache', () => {
  function cacheOf(record?: StoredRecord<TagList>) {
    let cached = record
    const cache = {
      get: () => cached,
      set(_: string, next: StoredRecord<TagList>) {
        cached = next
      },
      delete() {
        cached = undefined
      },
    }
    return { cache, current: () => cached }
  }

  it('decides on the cached record, and caches the next one', async () => {
    const storage = memoryStorage()
    const first = await open(storage).run()
    const { cache, current } = cacheOf(first as StoredRecord<TagList>)
    const load = () => {
      throw new Error('must not load')
    }
    const { run } = open({ ...storage, load })
    const second = await run({ cache })
    expect(second).toMatchObject({ version: 2 })
    expect(current()).toBe(second)
  })

  it('loads the record after a conflict of the cached one', async () => {
    const storage = memoryStorage()
    const first = await open(storage).run()
    await open(storage).run()
    const { cache, current } = cacheOf(first as StoredRecord<TagList>)
    expect(await open(storage).run({ cache })).toMatchObject({ version: 3, value: tags(3) })
    expect(current()).toMatchObject({ version: 3 })
  })

  it('ignores that the cached record is rejected, because the stored one may not be', async () => {
    const storage = memoryStorage()
    const first = await open(storage).run()
    await open(storage).run()
    const { cache } = cacheOf(first as StoredRecord<TagList>)
    expect(await open(storage).run({ cache }, { expectedVersion: 2 })).toMatchObject({ version: 3 })
  })

  it('does not use the cached record for a preview', async () => {
    const storage = memoryStorage()
    const first = await open(storage).run()
    await open(storage).run()
    const { cache } = cacheOf(first as StoredRecord<TagList>)
    const { run, written } = open(storage)
    expect(await run({ cache }, { preview: true })).toMatchObject({ version: 3 })
    expect(written).toEqual([])
  })
})
