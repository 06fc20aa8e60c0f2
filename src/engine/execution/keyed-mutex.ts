import { QuoteError } from '../../errors.js'
import { abortedError } from './in-flight.js'

/**
 * Runs commands of the same key one after the other, in the order in which they came; those of other keys side by side. A command whose
 * turn does not come in time, or whose signal aborts before its turn, is never run.
 *
 * @throws QuoteError `timeout` or `aborted` for a command that was not run
 */
export type KeyedMutex = <T>(
  key: string,
  command: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

/** How long a command may wait for its turn, in milliseconds, and what the commands are called where that is not enough. */
export interface MutexOptions {
  readonly operation: string
  readonly timeoutMs: number
}

export function createKeyedMutex({ operation, timeoutMs }: MutexOptions): KeyedMutex {
  /** What starts the commands that wait, in their order. A key is there as long as a command of its runs. */
  const waiting = new Map<string, Set<() => void>>()

  function run<T>(key: string, command: () => Promise<T>): Promise<T> {
    const result = command()
    const goOn = () => {
      const [startNext] = waiting.get(key) ?? []
      if (startNext === undefined) waiting.delete(key)
      else startNext()
    }
    result.then(goOn, goOn)
    return result
  }

  function runInTurn<T>(
    starts: Set<() => void>,
    command: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        starts.delete(start)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const start = () => {
        stopWaiting()
        resolve(command())
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
      starts.add(start)
    })
  }

  return (key, command, signal) => {
    const starts = waiting.get(key)
    if (starts !== undefined) return runInTurn(starts, () => run(key, command), signal)
    const result = run(key, command)
    waiting.set(key, new Set())
    return result
  }
}
