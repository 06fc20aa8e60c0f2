import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyedMutex } from '../../../src/engine/execution/keyed-mutex.js'

const timeoutMs = 1_000

const on = (key: string, signal?: AbortSignal) => ({
  key,
  operation: 'updateQuote' as const,
  signal,
})

/** Creates tasks that record their start and settle when the test ends them. */
function createTasks() {
  const started: string[] = []
  const endings = new Map<string, PromiseWithEnd>()
  const task = (name: string) => async () => {
    started.push(name)
    const ending = withEnd()
    endings.set(name, ending)
    return ending.promise.then(() => name)
  }
  return { started, task, end: (name: string) => endings.get(name) }
}

type PromiseWithEnd = ReturnType<typeof withEnd>
function withEnd() {
  let resolve: () => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

describe('createKeyedMutex with one key', () => {
  it('runs tasks one after the other, in the order of the calls', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    const [a, b, c] = ['a', 'b', 'c'].map((name) => withLock(on('key'), task(name)))
    expect(started).toEqual(['a'])
    end('a')?.resolve()
    expect(await a).toBe('a')
    expect(started).toEqual(['a', 'b'])
    end('b')?.resolve()
    await b
    end('c')?.resolve()
    expect(await c).toBe('c')
    expect(started).toEqual(['a', 'b', 'c'])
  })

  it('runs the next task after one that fails', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { task, end } = createTasks()
    const a = withLock(on('key'), task('a'))
    const b = withLock(on('key'), task('b'))
    const failure = new Error('no')
    end('a')?.reject(failure)
    await expect(a).rejects.toBe(failure)
    end('b')?.resolve()
    expect(await b).toBe('b')
  })

  it('queues tasks behind a waiting task that has started', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    const a = withLock(on('key'), task('a'))
    const b = withLock(on('key'), task('b'))
    end('a')?.resolve()
    await a
    expect(started).toEqual(['a', 'b'])
    const c = withLock(on('key'), task('c'))
    const d = withLock(on('key'), task('d'))
    expect(started).toEqual(['a', 'b'])
    end('b')?.resolve()
    await b
    expect(started).toEqual(['a', 'b', 'c'])
    end('c')?.resolve()
    await c
    end('d')?.resolve()
    expect(await d).toBe('d')
    expect(started).toEqual(['a', 'b', 'c', 'd'])
  })

  it('starts a task at once if all earlier ones have settled', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    const a = withLock(on('key'), task('a'))
    end('a')?.resolve()
    await a
    withLock(on('key'), task('b'))
    expect(started).toEqual(['a', 'b'])
  })
})

describe('createKeyedMutex with different keys', () => {
  it('runs tasks concurrently', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    const a = withLock(on('one'), task('a'))
    const b = withLock(on('two'), task('b'))
    expect(started).toEqual(['a', 'b'])
    end('b')?.resolve()
    expect(await b).toBe('b')
    end('a')?.resolve()
    expect(await a).toBe('a')
  })
})

describe('createKeyedMutex with a waiting task', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('rejects it with timeout and its operation, never runs it, and runs the next one', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    withLock(on('key'), task('a'))
    const late = Promise.allSettled(
      (['sendQuote', 'setTag'] as const).map((name) =>
        withLock({ key: 'key', operation: name }, task(name)),
      ),
    )
    await vi.advanceTimersByTimeAsync(500)
    const next = withLock(on('key'), task('d'))
    await vi.advanceTimersByTimeAsync(500)
    const timeoutOf = (operation: string) => ({
      reason: { code: 'timeout', details: { operation, timeoutMs } },
    })
    expect(await late).toMatchObject([timeoutOf('sendQuote'), timeoutOf('setTag')])
    expect(started).toEqual(['a'])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'd'])
    expect(vi.getTimerCount()).toBe(0)
    end('d')?.resolve()
    expect(await next).toBe('d')
  })

  it('keeps the order if a task before it has timed out', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    withLock(on('key'), task('a'))
    const late = Promise.allSettled([withLock(on('key'), task('b'))])
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    withLock(on('key'), task('c'))
    await vi.advanceTimersByTimeAsync(999)
    expect(started).toEqual(['a'])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'c'])
  })

  it('rejects it when its signal aborts, and never runs it', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { started, task, end } = createTasks()
    const caller = new AbortController()
    withLock(on('key'), task('a'))
    const aborted = Promise.allSettled([withLock(on('key', caller.signal), task('b'))])
    const next = withLock(on('key', new AbortController().signal), task('c'))
    caller.abort('gone')
    expect(await aborted).toMatchObject([{ reason: { code: 'aborted', cause: 'gone' } }])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'c'])
    end('c')?.resolve()
    expect(await next).toBe('c')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('creates a timer only if it has to wait', async () => {
    const withLock = createKeyedMutex(timeoutMs)
    const { task, end } = createTasks()
    withLock(on('key'), task('a'))
    expect(vi.getTimerCount()).toBe(0)
    withLock(on('key'), task('b'))
    expect(vi.getTimerCount()).toBe(1)
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
