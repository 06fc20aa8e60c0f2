import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const maxBackoffMs = 50

describe('the backoff between the attempts of updateQuote', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /**
   * Returns the pauses after each of seven attempts of eight that all meet a conflict. They end at
   * once, in the same turn of the event loop, so that nothing else can set a timer meanwhile.
   */
  async function pauses(random: () => number): Promise<readonly number[]> {
    const inner = memoryStorage()
    let attempts = 0
    const storage: StoragePort = {
      ...inner,
      commit(storeId, commit) {
        if (commit.changes[0]?.previousVersion === 0) return inner.commit(storeId, commit)
        attempts += 1
        return 'conflict'
      },
    }
    const engine = engineWith({ storage, maxAttempts: 8 })
    const { quoteId } = await engine.createQuote(context, request)
    const paused: number[] = []
    vi.spyOn(Math, 'random').mockImplementation(random)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, ms: number) => {
      paused.push(ms)
      queueMicrotask(end)
    }) as never)
    const error = await errorOf(() =>
      engine.updateQuote(context, quoteId, { tag_list: ['x'] }),
    ).finally(() => vi.restoreAllMocks())
    expect(error.code).toBe('conflict')
    expect(attempts).toBe(8)
    return paused
  }

  it('is at most 50 ms', async () => {
    const longest = await pauses(() => 1 - Number.EPSILON)
    expect(Math.max(...longest)).toBeLessThanOrEqual(maxBackoffMs)
    expect(longest.at(-1)).toBeGreaterThan(maxBackoffMs - 1)
  })

  it('doubles with every conflict', async () => {
    expect(await pauses(() => 0.5)).toEqual([2, 4, 8, 16, 25, 25, 25])
  })

  it('is random for each attempt', async () => {
    expect(await pauses(() => 0)).toEqual([0, 0, 0, 0, 0, 0, 0])
    const randoms = [0.5, 0.25, 0.125, 0.75, 0.5, 0.25, 1]
    expect(await pauses(() => randoms.shift() ?? 0)).toEqual([2, 2, 2, 24, 25, 12.5, 50])
  })
})
