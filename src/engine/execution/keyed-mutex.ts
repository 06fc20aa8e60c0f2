import { QuoteError } from '../../errors.js'
import { abortedError } from '../ports/call-port.js'

/**
 * Runs the tasks of one key one after the other, in the order of the calls. Tasks of different keys
 * run concurrently. A task that times out or aborts while it waits never runs.
 *
 * @throws QuoteError `timeout` or `aborted` for a task that did not run
 */
export type KeyedMutex = <T>(options: LockOptions, task: () => Promise<T>) => Promise<T>

export interface LockOptions {
  readonly key: string
  /** The name of the task in a `timeout` error. */
  readonly operation: string
  readonly signal?: AbortSignal | undefined
}

/** Starts a waiting task, and returns true. Rejects it if it has waited too long. */
type StartTask = () => boolean

/** @param timeoutMs How long a task may wait for the lock, in milliseconds. */
export function createKeyedMutex(timeoutMs: number): KeyedMutex {
  /** The waiting tasks, in order. Has a key while one of its tasks runs. */
  const waitingByKey = new Map<string, Set<StartTask>>()

  function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = task()
    const startNext = () => {
      for (const start of waitingByKey.get(key) ?? []) if (start()) return
      waitingByKey.delete(key)
    }
    result.then(startNext, startNext)
    return result
  }

  function enqueue<T>(
    waiting: Set<StartTask>,
    task: () => Promise<T>,
    { operation, signal }: LockOptions,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.delete(start)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const deadline = performance.now() + timeoutMs
      const start = () => {
        const isInTime = performance.now() < deadline
        if (!isInTime) onTimeout()
        else {
          stopWaiting()
          resolve(task())
        }
        return isInTime
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

  return (options, task) => {
    const { key } = options
    const waiting = waitingByKey.get(key)
    if (waiting !== undefined) return enqueue(waiting, () => run(key, task), options)
    const result = run(key, task)
    waitingByKey.set(key, new Set())
    return result
  }
}
