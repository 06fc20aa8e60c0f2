import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from '../ports.js'

const maxBackoffMs = 50

describe('the backoff between the attempts of updateQuote', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Returns the delays before each of eight attempts that all meet a conflict. */
  async function delays(random: () => number): Promise<readonly number[]> {
    const inner = memoryStorage()
    const attempts: number[] = []
    const storage: StoragePort = {
      ...inner,
      commit(storeId, commit) {
        if (commit.changes[0]?.previousVersion === 0) return inner.commit(storeId, commit)
        attempts.push(Date.now())
        return 'conflict'
      },
    }
    const engine = engineWith({ storage, maxAttempts: 8 })
    const { quoteId } = await engine.createQuote(context, request)
    vi.spyOn(Math, 'random').mockImplementation(random)
    const started = Date.now()
    const error = errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['x'] }))
    await vi.runAllTimersAsync()
    expect((await error).code).toBe('conflict')
    return attempts.map((time, index) => time - (attempts[index - 1] ?? started))
  }

  it('is at most 50 ms', async () => {
    const maxDelays = await delays(() => 1 - Number.EPSILON)
    expect(Math.max(...maxDelays)).toBeLessThanOrEqual(maxBackoffMs)
    expect(maxDelays.at(-1)).toBeGreaterThan(maxBackoffMs - 2)
  })

  it('starts after the first attempt and doubles with every conflict', async () => {
    expect(await delays(() => 0.5)).toEqual([0, 2, 4, 8, 16, 25, 25, 25])
  })

  it('is random for each attempt', async () => {
    expect(await delays(() => 0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    const randoms = [0.5, 0.25, 0.125, 0.75, 0.5, 0.1, 0.9]
    expect(await delays(() => randoms.shift() ?? 0)).toEqual([0, 2, 2, 2, 24, 25, 5, 45])
  })
})
