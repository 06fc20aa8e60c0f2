import { vi } from 'vitest'
import type { TestFunctions } from '../../../src/testing/suite.js'
import { runSuite } from '../suite-outcomes.js'

/** Returns the names of the cases of a suite that fail. */
export async function failuresOf(
  register: (testFunctions: TestFunctions) => void,
): Promise<readonly string[]> {
  const { failing } = await runSuite(register)
  return failing
}

/** Returns the error of a case whose calls never end, without waiting for it. */
export async function errorOfStalled(
  register: (testFunctions: TestFunctions) => void,
  name: string,
): Promise<Error | undefined> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const outcome = runSuite(register, [name])
    await vi.advanceTimersByTimeAsync(60_000)
    return (await outcome).errors.get(name)
  } finally {
    vi.useRealTimers()
  }
}

/** A service that can stop responding, as a fixture's `stall` makes it. */
export function stallableService() {
  let isStalled = false
  return {
    stall() {
      isStalled = true
    },
    /** Resolves with the response, or never. Rejects once the signal aborts. */
    respond<T>(response: () => T, signal?: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
        if (!isStalled) queueMicrotask(() => resolve(response()))
      })
    },
  }
}
