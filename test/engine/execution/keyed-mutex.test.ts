import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyedMutex } from '../../../src/engine/execution/keyed-mutex.js'

const terms = { operation: 'test', timeoutMs: 1_000 }

/** A command that notes when it starts, and ends when the test says so. */
function commands() {
  const started: string[] = []
  const endings = new Map<string, PromiseWithEnd>()
  const command = (name: string) => async () => {
    started.push(name)
    const ending = withEnd()
    endings.set(name, ending)
    return ending.promise.then(() => name)
  }
  return { started, command, end: (name: string) => endings.get(name) }
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

describe('commands of one key', () => {
  it('run one after the other, in the order in which they came', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    const [a, b, c] = ['a', 'b', 'c'].map((name) => inTurn('key', command(name)))
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

  it('run after one that failed, whose failure is its own', async () => {
    const inTurn = createKeyedMutex(terms)
    const { command, end } = commands()
    const a = inTurn('key', command('a'))
    const b = inTurn('key', command('b'))
    const failure = new Error('no')
    end('a')?.reject(failure)
    await expect(a).rejects.toBe(failure)
    end('b')?.resolve()
    expect(await b).toBe('b')
  })

  it('wait for the second one, where it is still running when they come', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    const a = inTurn('key', command('a'))
    const b = inTurn('key', command('b'))
    end('a')?.resolve()
    await a
    expect(started).toEqual(['a', 'b'])
    const c = inTurn('key', command('c'))
    const d = inTurn('key', command('d'))
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

  it('start at once where all before them are done', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    const a = inTurn('key', command('a'))
    end('a')?.resolve()
    await a
    inTurn('key', command('b'))
    expect(started).toEqual(['a', 'b'])
  })
})

describe('commands of different keys', () => {
  it('run side by side', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    const a = inTurn('one', command('a'))
    const b = inTurn('two', command('b'))
    expect(started).toEqual(['a', 'b'])
    end('b')?.resolve()
    expect(await b).toBe('b')
    end('a')?.resolve()
    expect(await a).toBe('a')
  })
})

describe('a command that waits for its turn', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('rejects with timeout after the time limit, is never run, and lets the next one have its turn', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    inTurn('key', command('a'))
    const late = Promise.allSettled(['b', 'c'].map((name) => inTurn('key', command(name))))
    await vi.advanceTimersByTimeAsync(500)
    const next = inTurn('key', command('d'))
    await vi.advanceTimersByTimeAsync(500)
    const reason = { code: 'timeout', details: terms }
    expect(await late).toMatchObject([{ reason }, { reason }])
    expect(started).toEqual(['a'])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'd'])
    expect(vi.getTimerCount()).toBe(0)
    end('d')?.resolve()
    expect(await next).toBe('d')
  })

  it('does not overtake those before it where one between them has timed out', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    inTurn('key', command('a'))
    const late = Promise.allSettled([inTurn('key', command('b'))])
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    inTurn('key', command('c'))
    await vi.advanceTimersByTimeAsync(999)
    expect(started).toEqual(['a'])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'c'])
  })

  it('rejects with aborted as soon as its signal aborts, and is never run', async () => {
    const inTurn = createKeyedMutex(terms)
    const { started, command, end } = commands()
    const caller = new AbortController()
    inTurn('key', command('a'))
    const left = Promise.allSettled([inTurn('key', command('b'), caller.signal)])
    const next = inTurn('key', command('c'), new AbortController().signal)
    caller.abort('gone')
    expect(await left).toMatchObject([{ reason: { code: 'aborted', cause: 'gone' } }])
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(started).toEqual(['a', 'c'])
    end('c')?.resolve()
    expect(await next).toBe('c')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('needs a timer only where there is one before it', async () => {
    const inTurn = createKeyedMutex(terms)
    const { command, end } = commands()
    inTurn('key', command('a'))
    expect(vi.getTimerCount()).toBe(0)
    inTurn('key', command('b'))
    expect(vi.getTimerCount()).toBe(1)
    end('a')?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
