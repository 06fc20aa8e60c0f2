import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callPort } from '../../src/engine/port-call.js'
import { QuoteError } from '../../src/errors.js'
import type { PortCall } from '../../src/ports/port-call.js'
import { errorOf } from './ports.js'

const operation = 'load'
const failure = (cause: unknown) => new QuoteError('storage_failed', { operation }, { cause })
const terms = { operation, timeLimit: 1_000, failure }

describe('callPort', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['a command without a signal', undefined],
    ['a command with a signal', new AbortController().signal],
  ])('gives one signal, however often it is read: %s', async (_, signal) => {
    const read = (call: PortCall) => [call.signal, call.signal, call.signal]
    const signals = await callPort(read, { ...terms, signal })
    expect(new Set(signals).size).toBe(1)
    expect(signals[0]).toBeInstanceOf(AbortSignal)
  })

  it.each([
    ['a command without a signal', undefined],
    ['a command with a signal', new AbortController().signal],
  ])('gives the same signal before and after it aborts: %s', async (_, signal) => {
    let call: PortCall | undefined
    let before: AbortSignal | undefined
    const hangs = (given: PortCall) => {
      call = given
      before = given.signal
      return new Promise<never>(() => {})
    }
    const rejected = errorOf(() => callPort(hangs, { ...terms, signal }))
    await vi.advanceTimersByTimeAsync(terms.timeLimit)
    const error = await rejected
    expect(error.code).toBe('timed_out')
    expect(call?.signal).toBe(before)
    expect(before).toMatchObject({ aborted: true, reason: error })
  })

  it('gives every call a signal of its own', async () => {
    const read = (call: PortCall) => call.signal
    const { signal } = new AbortController()
    const first = await callPort(read, { ...terms, signal })
    expect(await callPort(read, { ...terms, signal })).not.toBe(first)
  })
})
