import { describe, expect, it } from 'vitest'
import { commandQueue } from '../../src/engine/command-queue.js'

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
    const inTurn = commandQueue()
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
    const inTurn = commandQueue()
    const { command, end } = commands()
    const a = inTurn('key', command('a'))
    const b = inTurn('key', command('b'))
    const failure = new Error('no')
    end('a')?.reject(failure)
    await expect(a).rejects.toBe(failure)
    end('b')?.resolve()
    expect(await b).toBe('b')
  })

  it('start at once where all before them are done', async () => {
    const inTurn = commandQueue()
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
    const inTurn = commandQueue()
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
