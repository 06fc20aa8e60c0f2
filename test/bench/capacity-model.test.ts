import { describe, expect, it } from 'vitest'
import {
  busiestServerShare,
  busiestStoreShare,
  callsFor,
  callsPerSecondOnOneMachine,
  costOf,
  countCalls,
  countCommits,
  packedBytesOf,
  planFor,
  sumByServer,
  zipfShares,
} from '../../bench/capacity/capacity-model.mjs'

const factors = {
  engineCpu: { create: 200, change: 300, read: 100, list: 1_000 },
  serverCpu: { create: 400, change: 500, read: 200, list: 2_000 },
  connection: { create: 1_000, change: 1_000, read: 100, list: 500 },
  wal: { create: 5_000, change: 4_000 },
  coldWal: { create: 40_000, change: 50_000 },
  bytes: { quote: 2_000, firstChange: 1_000, laterChange: 500, key: 300 },
  space: { slack: 1.5 },
  store: { commits: 1_000 },
  backend: { bytes: 3_000_000 },
}

describe('callsFor', () => {
  it('counts the calls of each kind in the life of each quote', () => {
    const calls = callsFor(10, { changes: 6, reads: 12, lists: 4 })
    expect(calls).toEqual({ create: 10, change: 60, read: 120, list: 40 })
    expect([countCalls(calls), countCommits(calls)]).toEqual([230, 70])
  })
})

describe('costOf', () => {
  it('adds up each factor as often as its call is made; only commits write WAL', () => {
    expect(costOf({ create: 10, change: 20, read: 100, list: 5 }, factors)).toEqual({
      engineSeconds: (10 * 200 + 20 * 300 + 100 * 100 + 5 * 1_000) / 1e6,
      serverSeconds: (10 * 400 + 20 * 500 + 100 * 200 + 5 * 2_000) / 1e6,
      connectionSeconds: (10 * 1_000 + 20 * 1_000 + 100 * 100 + 5 * 500) / 1e6,
      walBytes: 10 * 5_000 + 20 * 4_000,
      coldWalBytes: 10 * 40_000 + 20 * 50_000,
    })
  })
})

describe('packedBytesOf', () => {
  it.each([
    [0, 2_000],
    [1, 3_000],
    [6, 5_500],
  ])('a quote with %d changes', (changes, bytes) => {
    expect(packedBytesOf({ quotes: 2, changes, keys: 3 }, factors.bytes)).toBe(2 * bytes + 900)
  })
})

describe('zipfShares', () => {
  it('sum up to 1, each store with a share in proportion to its rank', () => {
    const shares = zipfShares(4, 1)
    expect(shares).toEqual([12, 6, 4, 3].map((part) => expect.closeTo(part / 25, 12)))
    expect(zipfShares(3, 0)).toEqual([1, 1, 1].map((part) => expect.closeTo(part / 3, 12)))
  })
})

describe('busiestStoreShare', () => {
  it('is the first of all shares', () => {
    expect(busiestStoreShare(300, 1.1)).toBe(zipfShares(300, 1.1)[0])
    expect(busiestStoreShare(1, 1.1)).toBe(1)
  })

  it('is 12 % of a million stores with an exponent of 1.1', () => {
    expect(busiestStoreShare(1_000_000, 1.1)).toBeCloseTo(0.124, 3)
  })
})

describe('sumByServer', () => {
  it('adds up what the stores of each server have', () => {
    expect(sumByServer([0.5, 0.25, 0.125, 0.125], [2, 0, 2, 0], 3)).toEqual([0.375, 0, 0.625])
  })
})

describe('busiestServerShare', () => {
  it('is the busiest store and an equal part of the others', () => {
    expect(busiestServerShare(0.4, 1)).toBe(1)
    expect(busiestServerShare(0.4, 3)).toBeCloseTo(0.6)
  })
})

describe('callsPerSecondOnOneMachine', () => {
  const reads = { create: 0, change: 0, read: 3, list: 0 }

  it('shares the cores between engine and servers', () => {
    expect(callsPerSecondOnOneMachine(reads, factors, 1.5)).toBeCloseTo(1.5 / 300e-6)
  })

  it('is at most what one process of the engine can do', () => {
    expect(callsPerSecondOnOneMachine(reads, factors, 64)).toBeCloseTo(1 / 100e-6)
  })
})

describe('planFor', () => {
  const load = {
    quotesPerDay: 8.64,
    life: { changes: 3, reads: 4, lists: 2 },
    retentionDays: 100,
    peakFactor: 10,
    skew: 0,
  }
  const machines = {
    serverCores: 4,
    serverDiskBytes: 1e9,
    serverConnections: 100,
    poolSize: 10,
    utilization: 0.5,
  }
  // One quote per second at the peak.
  const plan = planFor(1_000, load, factors, machines)

  it('counts calls, and the cores and connections that they need at the peak', () => {
    expect(plan).toMatchObject({
      quotesPerDay: 8_640,
      callsPerSecond: expect.closeTo(10),
      commitsPerSecond: expect.closeTo(4),
      engineCores: expect.closeTo(200e-6 + 3 * 300e-6 + 4 * 100e-6 + 2 * 1_000e-6),
      processes: 1,
      serverCores: expect.closeTo(400e-6 + 3 * 500e-6 + 4 * 200e-6 + 2 * 2_000e-6),
      connections: 10,
      connectionBytes: 30_000_000,
      busyConnections: expect.closeTo(1_000e-6 + 3 * 1_000e-6 + 4 * 100e-6 + 2 * 500e-6),
    })
  })

  it('adds up the WAL of a day, and the tables after the retention with the keys of a day', () => {
    const quote = 2_000 + 1_000 + 2 * 500
    expect(plan).toMatchObject({
      walPerDay: expect.closeTo(8_640 * (5_000 + 3 * 4_000)),
      coldWalPerDay: expect.closeTo(8_640 * (40_000 + 3 * 50_000)),
      diskBytes: expect.closeTo(1.5 * (864_000 * quote + 8_640 * 300)),
    })
  })

  it('orders the limits by how much of each is used, and counts servers', () => {
    const { limits, servers } = plan
    expect(limits).toEqual([
      { name: 'disk', used: expect.closeTo(5.187888) },
      { name: 'connections', used: 0.1 },
      { name: 'disk of the busiest store', used: expect.closeTo(0.005187888) },
      { name: 'CPU of the server', used: expect.closeTo(0.0067 / 2) },
      { name: 'commits of the busiest store', used: expect.closeTo(0.000004) },
    ])
    expect(servers).toBe(6)
  })

  it('needs a process for each share of a core, and connections for each process', () => {
    const { processes, connections } = planFor(1_000_000, load, factors, machines)
    expect({ processes, connections }).toEqual({ processes: 7, connections: 70 })
  })

  it('says when the commits of the busiest store come first', () => {
    const skewed = { ...load, skew: 3 }
    const large = { ...machines, serverCores: 64, serverDiskBytes: 1e15, serverConnections: 1_000 }
    const { limits, busiestStore } = planFor(1_000_000, skewed, factors, large)
    expect(busiestStore.share).toBeCloseTo(0.8319, 4)
    expect(busiestStore.commitsPerSecond).toBeCloseTo(4_000 * busiestStore.share)
    expect(limits[0]).toEqual({
      name: 'commits of the busiest store',
      used: busiestStore.commitsPerSecond / 1_000,
    })
  })
})
