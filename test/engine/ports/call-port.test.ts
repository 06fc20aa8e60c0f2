import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callPort } from '../../../src/engine/ports/call-port.js'
import { QuoteError } from '../../../src/errors.js'
import type { PortCallOptions } from '../../../src/ports/call-options.js'
import { errorOf } from '../ports.js'

const operation = 'load' as const
const wrapError = (cause: unknown) => new QuoteError('storage_failed', { operation }, { cause })
const options = { operation, timeoutMs: 1_000, wrapError }

describe('callPort', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['a call without a signal', undefined],
    ['a call with a signal', new AbortController().signal],
  ])('passes the same signal, however often it is read: %s', async (_, signal) => {
    const read = (call: PortCallOptions) => [call.signal, call.signal, call.signal]
    const signals = await callPort(read, { ...options, signal })
    expect(new Set(signals).size).toBe(1)
    expect(signals[0]).toBeInstanceOf(AbortSignal)
  })

  it.each([
    ['a call without a signal', undefined],
    ['a call with a signal', new AbortController().signal],
  ])('passes the same signal before and after it aborts: %s', async (_, signal) => {
    let call: PortCallOptions | undefined
    let before: AbortSignal | undefined
    const hangs = (given: PortCallOptions) => {
      call = given
      before = given.signal
      return new Promise<never>(() => {})
    }
    const rejected = errorOf(() => callPort(hangs, { ...options, signal }))
    await vi.advanceTimersByTimeAsync(options.timeoutMs)
    const error = await rejected
    expect(error.code).toBe('timeout')
    expect(call?.signal).toBe(before)
    expect(before).toMatchObject({ aborted: true, reason: error })
  })

  it('passes a new signal to every call', async () => {
    const read = (call: PortCallOptions) => call.signal
    const { signal } = new AbortController()
    const first = await callPort(read, { ...options, signal })
    expect(await callPort(read, { ...options, signal })).not.toBe(first)
  })
})
