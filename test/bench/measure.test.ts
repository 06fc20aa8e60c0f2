import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { measureComparisons as Measure } from '../../bench/harness/measure.mjs'

let measureComparisons: typeof Measure

beforeAll(async () => {
  vi.stubEnv('BENCH_ROUNDS', '4')
  // The number of rounds is read when the module is loaded, which another file may have done.
  vi.resetModules()
  ;({ measureComparisons } = await import('../../bench/harness/measure.mjs'))
  vi.unstubAllEnvs()
})

function recorded() {
  const calls: string[] = []
  const measureAs = (name: string, time: number) => () => {
    calls.push(name)
    return time
  }
  return { calls, measureAs }
}

describe('measureComparisons', () => {
  it('returns the speed relative to the baseline', async () => {
    const { measureAs } = recorded()
    const [result] = await measureComparisons(
      [
        {
          benchmark: 'ours',
          baseline: 'theirs',
          measure: measureAs('a', 10),
          measureBaseline: measureAs('b', 40),
          target: 2,
        },
      ],
      () => {},
    )
    expect(result).toMatchObject({
      benchmark: 'ours',
      baseline: 'theirs',
      target: 2,
      speed: { median: 4 },
      time: { median: 10 },
      baselineTime: { median: 40 },
    })
  })

  it('omits the server process from the result', async () => {
    const { measureAs } = recorded()
    const server = { pid: 1 } as never
    const [result] = await measureComparisons(
      [
        {
          benchmark: 'ours',
          baseline: 'theirs',
          measure: measureAs('a', 10),
          measureBaseline: measureAs('b', 40),
          server,
        },
      ],
      () => {},
    )
    expect(Object.keys(result ?? {})).toEqual([
      'benchmark',
      'baseline',
      'speed',
      'time',
      'baselineTime',
    ])
  })

  it('measures everything once per round, alternating the order', async () => {
    const { calls, measureAs } = recorded()
    const measure = measureAs('a', 1)
    const progress: number[] = []
    await measureComparisons(
      [
        { benchmark: 'w', baseline: 'b', measure, measureBaseline: measureAs('b', 1) },
        { benchmark: 'w', baseline: 'c', measure, measureBaseline: measureAs('c', 1) },
      ],
      (share) => progress.push(share),
    )
    expect(calls.join('')).toBe('abccbaabccba')
    expect(progress).toEqual([0.25, 0.5, 0.75, 1])
  })

  it('returns an empty list without comparisons', async () => {
    expect(await measureComparisons([], () => {})).toEqual([])
  })
})
