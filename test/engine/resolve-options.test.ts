import { describe, expect, it, vi } from 'vitest'
import { resolveOptions } from '../../src/engine/options.js'
import { storageMethods } from '../../src/ports/storage.js'
import { defaultLimits } from '../../src/quote/model/policy.js'
import { loadRegions } from '../../src/quote/regions/resolve-state.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { catalog } from './ports.js'

const ports = { storage: memoryStorage(), catalog }
const errorsOf = (options: object) =>
  fieldErrorsOf(() => resolveOptions({ ...ports, ...options } as never), 'invalid_options')

describe('resolveOptions', () => {
  it('fills in the defaults', () => {
    expect(resolveOptions(ports)).toMatchObject({
      ...ports,
      rounding: 'half-up',
      maxAttempts: 50,
      timeoutMs: 30_000,
      idempotencyTtlMs: 86_400_000,
      recordCacheSize: 0,
      limits: defaultLimits,
    })
  })

  it('returns the same limits for all engines that have none of their own', () => {
    const limitsOf = (options: object) => resolveOptions({ ...ports, ...options }).limits
    expect(limitsOf({ fields: {}, pricing: {} })).toBe(defaultLimits)
    for (const own of [
      { limits: { maxTags: 3 } },
      { pricing: { quantityDecimals: 3 } },
      { fields: { quote: { region: { search: true } } } },
    ])
      expect(limitsOf(own)).not.toEqual(defaultLimits)
  })

  it('generates UUIDs of version 7, and uses the system time and ISO regions', async () => {
    const { now, generateId, resolveRegion } = resolveOptions(ports)
    await loadRegions(resolveRegion, { state: 'CA' })
    vi.useFakeTimers({ now: 5_000 })
    expect(now()).toBe(5_000)
    expect(generateId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    expect(generateId()).not.toBe(generateId())
    expect(resolveRegion('US', 'CA')).toBe('California')
    vi.useRealTimers()
  })

  const century = 100 * 366 * 86_400_000
  it.each([
    ['maxAttempts', 1],
    ['maxAttempts', Number.MAX_SAFE_INTEGER],
    ['timeoutMs', 1],
    ['timeoutMs', 2 ** 31 - 1],
    ['idempotencyTtlMs', 1],
    ['idempotencyTtlMs', century],
    ['recordCacheSize', 0],
    ['recordCacheSize', 1_000_000],
  ])('accepts %s %j', (option, value) => {
    expect(resolveOptions({ ...ports, [option]: value })).toMatchObject({ [option]: value })
  })

  it.each([
    ['maxAttempts', 0, 'an integer of at least 1, received the number 0'],
    ['timeoutMs', 0, 'an integer from 1 to 2147483647, received the number 0'],
    ['timeoutMs', 2 ** 31, 'an integer from 1 to 2147483647, received the number 2147483648'],
    ['timeoutMs', '30', 'an integer from 1 to 2147483647, received the string "30"'],
    ['idempotencyTtlMs', 0, `an integer from 1 to ${century}, received the number 0`],
    [
      'idempotencyTtlMs',
      century + 1,
      `an integer from 1 to ${century}, received the number ${century + 1}`,
    ],
    ['recordCacheSize', -1, 'an integer from 0 to 1000000, received the number -1'],
    ['recordCacheSize', 1_000_001, 'an integer from 0 to 1000000, received the number 1000001'],
    ['pricing', 'EUR', 'an object, received the string "EUR"'],
    ['lifecycle', null, 'an object, received null'],
    ['now', 5, 'a function, received the number 5'],
    ['generateId', null, 'a function, received null'],
    ['resolveRegion', {}, 'a function, received an object'],
    ['limits', 5, 'an object'],
  ])('rejects %s %j', (option, value, expected) => {
    expect(errorsOf({ [option]: value })).toEqual({ [option]: `must be ${expected}` })
  })

  const limitNames = Object.keys(defaultLimits).filter(
    (name) => !['quantityDecimals', 'maxFieldLength', 'fields'].includes(name),
  )

  it('accepts the limit maxFieldLength from 1 to 1,000,000', () => {
    const limitOf = (maxFieldLength: number) =>
      resolveOptions({ ...ports, limits: { maxFieldLength } }).limits.maxFieldLength
    expect([1, 1_000_000].map(limitOf)).toEqual([1, 1_000_000])
    expect(errorsOf({ limits: { maxFieldLength: 0 } })).toEqual({
      'limits.maxFieldLength': 'must be an integer from 1 to 1000000, received the number 0',
    })
  })

  it.each(limitNames)('accepts the limit %s from 1', (limit) => {
    const { limits } = resolveOptions({ ...ports, limits: { [limit]: 1 } })
    // Buyers can write half of the messages, and at least one.
    const ofBuyers = limit === 'maxMessages' ? { maxBuyerMessages: 1 } : {}
    expect(limits).toEqual({ ...defaultLimits, [limit]: 1, ...ofBuyers })
    expect(errorsOf({ limits: { [limit]: 0 } })).toEqual({
      [`limits.${limit}`]: 'must be an integer of at least 1, received the number 0',
    })
  })

  it.each(storageMethods)('rejects a storage without %s', (method) => {
    const errors = errorsOf({ storage: { ...ports.storage, [method]: undefined } })
    expect(errors.storage).toMatch(/^must be a storage with load, commit, /)
  })
})
