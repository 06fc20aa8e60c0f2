import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retrySerializationFailure } from '../../../src/storage/postgres/errors.js'

const failure = (code: string) => Object.assign(new Error('failed'), { code })

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

afterEach(() => {
  // In this order: the spy on setTimeout is one on the fake one.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('retrySerializationFailure', () => {
  it.each(['40001', '40P01'])(
    'repeats a statement that failed with %s, after a wait',
    async (code) => {
      const statement = vi.fn().mockRejectedValueOnce(failure(code)).mockResolvedValueOnce('done')
      const result = retrySerializationFailure(statement)
      await vi.advanceTimersByTimeAsync(0)
      expect(statement).toHaveBeenCalledTimes(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(await result).toBe('done')
      expect(statement).toHaveBeenCalledTimes(2)
    },
  )

  it('waits up to twice as long each time, and no longer than 50 ms', async () => {
    const statement = vi.fn().mockRejectedValue(failure('40001'))
    const delays: number[] = []
    const { setTimeout: fakeTimeout } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay: number) => {
      delays.push(delay)
      return fakeTimeout(run, delay)
    }) as never)
    const result = retrySerializationFailure(statement).catch((error) => error.code)
    await vi.advanceTimersByTimeAsync(100 * 50)
    expect(await result).toBe('40001')
    expect(statement).toHaveBeenCalledTimes(101)
    expect(delays.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 50, 50])
    expect(Math.max(...delays)).toBe(50)
  })

  it('repeats nothing else', async () => {
    const statement = vi.fn().mockRejectedValue(failure('23505'))
    await expect(retrySerializationFailure(statement)).rejects.toMatchObject({ code: '23505' })
    expect(statement).toHaveBeenCalledTimes(1)
  })
})
