import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  findStoredResult,
  fingerprintRequest,
  toIdempotencyRecord,
} from '../../../src/engine/commands/idempotency.js'
import type { ResolvedOptions } from '../../../src/engine/options.js'
import { createCheckedStorage } from '../../../src/engine/ports/checked-storage.js'
import { quoteRef } from '../../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { createCommit, getRecord, updateCommit } from '../../../src/testing/samples.js'
import { errorOf } from '../ports.js'

const options = { idempotencyTtlMs: 50, now: () => 7 } as ResolvedOptions
const idempotent = { key: 'key-1', fingerprint: 'x' }

describe('fingerprintRequest', () => {
  it('hashes the payload with sorted fields, because storages keep the fingerprint', () => {
    const json = '["update","q",{"a":[2,1],"b":{"c":null,"d":1}}]'
    const fingerprint = createHash('sha256').update(json).digest('base64url')
    const payload = { b: { d: 1, c: null }, a: [2, 1] }
    expect(fingerprintRequest('key-1', ['update', 'q', payload])).toEqual({
      key: 'key-1',
      fingerprint,
    })
  })

  it('returns undefined without a key, and rejects a payload that is not JSON', async () => {
    expect(fingerprintRequest(undefined, [1n])).toBeUndefined()
    const error = await errorOf(() => fingerprintRequest('key-1', [1n]))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { errors: { '': 'cannot be read' } },
    })
  })
})

it('toIdempotencyRecord returns a frozen record that expires after the TTL', () => {
  const record = toIdempotencyRecord(idempotent, { ...quoteRef('quote-1'), version: 3 }, options)
  const result = { kind: 'quote', id: 'quote-1', version: 3 }
  expect(record).toEqual({ ...idempotent, ...result, created: 7, expires: 57 })
  expect(Object.isFrozen(record)).toBe(true)
})

describe('findStoredResult', () => {
  /** Stores two versions and the result of the given one, and records the calls of the storage. */
  async function storedResult(version: 1 | 2, now: number) {
    const inner = memoryStorage()
    const first = createCommit({ quoteId: 'quote-1' })
    const second = updateCommit(getRecord(first), { tag_list: ['vip'] })
    inner.commit('store-1', first)
    inner.commit('store-1', second)
    const result = { ...quoteRef('quote-1'), version }
    const idempotency = toIdempotencyRecord(idempotent, result, options)
    inner.commit('store-1', { changes: [], idempotency })
    const calls: string[] = []
    const methods = Object.entries(inner).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        calls.push(name)
        return method(...args)
      },
    ])
    const storage = createCheckedStorage(Object.fromEntries(methods), 1_000, 2 ** 20)
    const found = await findStoredResult(storage, 'store-1', idempotent, now, undefined)
    return { found, calls }
  }

  it('returns the current record without reading the history', async () => {
    const { found, calls } = await storedResult(2, 56)
    expect(found?.version).toBe(2)
    expect(calls).toEqual(['findIdempotencyRecord', 'load'])
  })

  it('returns an earlier version from the history', async () => {
    const { found, calls } = await storedResult(1, 56)
    expect(found?.version).toBe(1)
    expect(calls).toEqual(['findIdempotencyRecord', 'load', 'listHistory'])
  })

  it('returns undefined if the record has expired', async () => {
    const { found, calls } = await storedResult(1, 57)
    expect(found).toBeUndefined()
    expect(calls).toEqual(['findIdempotencyRecord'])
  })

  it.each(['findIdempotencyRecord', 'load', 'listHistory'])(
    'passes the signal to all calls up to %s',
    async (operation) => {
      const methods = {
        findIdempotencyRecord: async () => ({ ...idempotent, ...quoteRef('q'), version: 1 }),
        load: async () => [{ version: 2 }],
        listHistory: async () => ({ items: [] }),
      }
      const signals: unknown[] = []
      const storage = Object.fromEntries(
        Object.entries(methods).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            signals.push(args.at(-1))
            if (name === operation) throw new Error('stop')
            return method()
          },
        ]),
      )
      const { signal } = new AbortController()
      const result = findStoredResult(storage as never, 'store-1', idempotent, 7, signal)
      await expect(result).rejects.toThrow('stop')
      expect(signals.every((each) => each === signal)).toBe(true)
    },
  )
})
