import { describe, expect, it } from 'vitest'
import { createBudget } from '../../../src/customer-page/request/budget.js'

const hour = 3_600_000

describe('createBudget', () => {
  it('grants 10 requests of an address in an hour, and says when the next one is', () => {
    const spend = createBudget({})
    const at = (key: number, now: number, address = '192.0.2.1') =>
      spend({ of: 's', key: `${key}`, address, now })
    const granted = Array.from({ length: 12 }, (_, key) => at(key, key * 1_000))
    expect(granted).toEqual([...Array(10).fill(0), 3_590, 3_589])
    expect([at(9, 50_000), at(20, 50_000, '192.0.2.2')]).toEqual([0, 0])
    expect([at(21, hour - 1), at(22, hour)]).toEqual([0.001, 0])
  })

  it('grants a request again, and counts it once', () => {
    const spend = createBudget({ perAddress: 2 })
    const keys = ['a', 'a', 'b', 'a', 'b', 'c']
    const waits = keys.map((key) => spend({ of: 's', key, address: 'x', now: 0 }))
    expect(waits).toEqual([0, 0, 0, 0, 0, 3_600])
  })

  it('counts a store as a whole, also without addresses, and each store by itself', () => {
    const spend = createBudget({ perStore: 3, windowMs: 60_000 })
    const of = (store: string, key: number) =>
      spend({ of: store, key: `${key}`, address: key % 2 ? `a${key}` : undefined, now: 0 })
    expect([1, 2, 3, 4].map((key) => of('s', key))).toEqual([0, 0, 0, 60])
    expect(of('t', 5)).toBe(0)
  })

  it('keeps no more than it grants of a million addresses, and of a million stores', () => {
    const windows = new Map()
    const spend = createBudget({ perStore: 50 }, windows)
    let granted = 0
    for (let count = 0; count < 1e6; count += 1)
      granted += Number(spend({ of: 's', key: `${count}`, address: `${count}`, now: count }) === 0)
    const { keys, byAddress } = windows.get('s')
    expect([granted, keys.size, byAddress.size, windows.size]).toEqual([50, 50, 50, 1])
    for (let count = 0; count < 1e6; count += 1)
      spend({ of: `${count}`, key: '', address: undefined, now: 1e6 })
    expect(windows.size).toBe(10_000)
    expect([windows.has('s'), windows.has('999999')]).toEqual([false, true])
  })

  it.each([
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', true],
    ['2001:DB8:0:1::', '2001:0db8:0000:0001:0:0:0:5%eth0', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['1::2:3:4:5:6:7', '1:0:2:3::', true],
    ['::1', '::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['192.0.2.1', '192.0.2.2', false],
    ['__proto__', 'constructor', false],
    ['unix:', 'unix:2', false],
  ])('counts %s and %s together: %s', (one, other, isSame) => {
    const spend = createBudget({ perAddress: 1 })
    spend({ of: 's', key: '1', address: one, now: 0 })
    expect(spend({ of: 's', key: '2', address: other, now: 0 }) > 0).toBe(isSame)
  })

  it('is not longer than its time if the clock is set back', () => {
    const spend = createBudget({ perStore: 1 })
    expect(spend({ of: 's', key: '1', address: undefined, now: 10 * hour })).toBe(0)
    expect(spend({ of: 's', key: '2', address: undefined, now: 0 })).toBe(0)
    expect(spend({ of: 's', key: '3', address: undefined, now: hour - 1_000 })).toBe(1)
  })
})
