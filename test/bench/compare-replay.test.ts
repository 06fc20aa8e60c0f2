import { describe, expect, it } from 'vitest'
import { compareReplay, medianForecasts } from '../../bench/capacity/compare-replay.mjs'

const factors = {
  engineCpu: { create: 100, change: 100, read: 100, list: 100 },
  serverCpu: { create: 200, change: 200, read: 200, list: 200 },
  connection: { create: 1_000, change: 1_000, read: 1_000, list: 1_000 },
  wal: { create: 5_000, change: 4_000 },
  coldWal: { create: 40_000, change: 50_000 },
  bytes: { quote: 2_000, firstChange: 1_000, laterChange: 500, key: 300 },
  space: { slack: 1.5 },
  store: { commits: 1_000 },
  backend: { bytes: 3_000_000 },
  idle: { server: 10_000 },
}

// 1,000 calls: 200 commits, of which the first store has half.
const replayed = {
  load: 'two servers',
  quotes: 100,
  life: { changes: 1, reads: 5, lists: 3 },
  shares: [0.5, 0.25, 0.25],
  serverOfStores: [1, 0, 1],
  cores: 2,
  isPaced: false,
}

const used = {
  seconds: 2,
  engineSeconds: 0.2,
  otherCores: 0.48,
  commitsOfStores: [90, 60, 50],
  ofServers: [
    { cpuSeconds: 0.07, walBytes: 225_000, connectionSeconds: 0.3, packedBytes: 82_500 },
    { cpuSeconds: 0.34, walBytes: 675_000, connectionSeconds: 0.9, packedBytes: 247_500 },
  ],
}

const asText = (rows: ReturnType<typeof compareReplay>) =>
  rows.map(({ part, name, unit, forecast, measured }) =>
    [part, name, unit, forecast.toPrecision(4), measured.toPrecision(4)].join(' '),
  )

describe('compareReplay', () => {
  it('forecasts each server by the shares of its stores, and calls by the cores that are left', () => {
    expect(asText(compareReplay(replayed, used, factors))).toEqual([
      'all calls a second 5000 500.0',
      'engine CPU s 0.1000 0.2000',
      'busiest store commits  100.0 90.00',
      'server 1 commits  50.00 60.00',
      'server 1 CPU s 0.07000 0.07000',
      'server 1 WAL MB 0.2250 0.2250',
      'server 1 disk MB 0.08250 0.08250',
      'server 2 commits  150.0 140.0',
      'server 2 CPU s 0.1700 0.3400',
      'server 2 WAL MB 0.6750 0.6750',
      'server 2 disk MB 0.2475 0.2475',
    ])
  })

  it('forecasts the time on connections if the load was paced', () => {
    const [first] = asText(compareReplay({ ...replayed, isPaced: true }, used, factors))
    expect(first).toBe('all servers time on connections s 1.000 1.200')
  })
})

describe('medianForecasts', () => {
  it('has the medians, and the ratio of each round', () => {
    const rounds = [0.1, 0.2, 0.6].map((engineSeconds) =>
      compareReplay(replayed, { ...used, engineSeconds }, factors),
    )
    expect(medianForecasts(rounds).find(({ part }) => part === 'engine')).toEqual({
      load: 'two servers',
      part: 'engine',
      name: 'CPU',
      unit: 's',
      forecast: 0.1,
      measured: 0.2,
      ratio: {
        lowerQuartile: expect.closeTo(1.5),
        median: expect.closeTo(2),
        upperQuartile: expect.closeTo(4),
      },
    })
  })
})
