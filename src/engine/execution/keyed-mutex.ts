import { QuoteError } from '../../errors.js'
import { abortedError } from './in-flight.js'

/**
 * Runs the tasks of one key one after the other, in the order of the calls. Tasks of different keys
 * run concurrently. A task that times out or aborts while it waits never runs.
 *
 * @throws QuoteError `timeout` or `aborted` for a task that did not run
 */
export type KeyedMutex = <T>(
  key: string,
  task: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

export interface KeyedMutexOptions {
  /** The name of the tasks in a `timeout` error. */
  readonly operation: string
  /** How long a task may wait for the lock, in milliseconds. */
  readonly timeoutMs: number
}

export function createKeyedMutex({ operation, timeoutMs }: KeyedMutexOptions): KeyedMutex {
  /** The start functions of the waiting tasks, in order. Has a key while one of its tasks runs. */
  const waitingByKey = new Map<string, Set<() => void>>()

  function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = task()
    const startNext = () => {
      const [start] = waitingByKey.get(key) ?? []
      if (start === undefined) waitingByKey.delete(key)
      else start()
    }
    result.then(startNext, startNext)
    return result
  }

  function enqueue<T>(
    waiting: Set<() => void>,
    task: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.delete(start)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const start = () => {
        stopWaiting()
        resolve(task())
      }
      const onAbort = () => {
        stopWaiting()
        reject(abortedError(signal))
      }
      const onTimeout = () => {
        stopWaiting()
        reject(new QuoteError('timeout', { operation, timeoutMs }))
      }
      const timer = setTimeout(onTimeout, timeoutMs)
      signal?.addEventListener('abort', onAbort)
      waiting.add(start)
    })
  }

  return (key, task, signal) => {
    const waiting = waitingByKey.get(key)
    if (waiting !== undefined) return enqueue(waiting, () => run(key, task), signal)
    const result = run(key, task)
    waitingByKey.set(key, new Set())
    return result
  }
}
