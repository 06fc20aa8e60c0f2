import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { measureComparisons as Measure } from '../../bench/harness/measure.mjs'

let measureComparisons: typeof Measure

beforeAll(async () => {
  vi.stubEnv('BENCH_ROUNDS', '4')
  ;({ measureComparisons } = await import('../../bench/harness/measure.mjs'))
  vi.unstubAllEnvs()
})

function recorded() {
  const calls: string[] = []
  const side = (name: string, time: number) => () => {
    calls.push(name)
    return time
  }
  return { calls, side }
}

describe('measureComparisons', () => {
  it("gives the speed as a multiple of the limit's", async () => {
    const { side } = recorded()
    const [result] = await measureComparisons(
      [{ work: 'ours', limit: 'theirs', ours: side('a', 10), theirs: side('b', 40), target: 2 }],
      () => {},
    )
    expect(result).toMatchObject({
      work: 'ours',
      limit: 'theirs',
      target: 2,
      speed: { median: 4 },
      time: { median: 10 },
      limitTime: { median: 40 },
    })
  })

  it('tells what was measured, and nothing of the process that did it', async () => {
    const { side } = recorded()
    const server = { pid: 1 } as never
    const [result] = await measureComparisons(
      [{ work: 'ours', limit: 'theirs', ours: side('a', 10), theirs: side('b', 40), server }],
      () => {},
    )
    expect(Object.keys(result ?? {})).toEqual(['work', 'limit', 'speed', 'time', 'limitTime'])
  })

  it('measures every side once a round, forwards and backwards in turns', async () => {
    const { calls, side } = recorded()
    const ours = side('a', 1)
    const progress: number[] = []
    await measureComparisons(
      [
        { work: 'w', limit: 'b', ours, theirs: side('b', 1) },
        { work: 'w', limit: 'c', ours, theirs: side('c', 1) },
      ],
      (share) => progress.push(share),
    )
    expect(calls.join('')).toBe('abccbaabccba')
    expect(progress).toEqual([0.25, 0.5, 0.75, 1])
  })

  it('has nothing to say of no comparisons', async () => {
    expect(await measureComparisons([], () => {})).toEqual([])
  })
})
