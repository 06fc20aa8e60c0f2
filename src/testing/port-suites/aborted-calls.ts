import { AssertionError } from 'node:assert'
import type { PortCallOptions } from '../../ports/call-options.js'
import type { MaybePromise } from '../../ports/storage.js'
import { expectEqual } from '../expect.js'

/** A fixture of a port that calls a service. */
export interface StallableFixture {
  /**
   * Makes the service behind the implementation accept calls without ever responding, from now on.
   * Only the case about services that don't respond needs it; without it, this case tests nothing.
   */
  readonly stall?: (() => MaybePromise<void>) | undefined
}

/** How long an aborted call may take, in milliseconds. Only a call that ignores the signal does. */
const maxAbortMs = 10_000

/** Creates a signal that never aborts. */
export function newCall(): PortCallOptions {
  return { signal: new AbortController().signal }
}

/** Checks that an aborted call rejects, or responds as always, but with nothing else. */
export async function expectNoFallback<T>(
  call: (options: PortCallOptions) => MaybePromise<T>,
  expected: unknown,
  rule: string,
  comparable: (response: T) => unknown = (response) => response,
): Promise<void> {
  const response = await settled(() => call({ signal: AbortSignal.abort() }))
  if (response !== undefined) expectEqual(comparable(response.value), expected, rule)
}

/** Checks that a call to a service that doesn't respond ends once its signal aborts. */
export async function expectAbort<T>(
  call: (options: PortCallOptions) => MaybePromise<T>,
  { stall }: StallableFixture,
  rule: string,
): Promise<void> {
  if (stall === undefined) return
  await stall()
  const controller = new AbortController()
  const response = settled(() => call({ signal: controller.signal }))
  controller.abort()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    const message = `${rule}\nThe call did not end within ${maxAbortMs} ms after the abort`
    timer = setTimeout(() => reject(new AssertionError({ message })), maxAbortMs)
  })
  try {
    await Promise.race([response, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the response of a call; undefined if it throws or rejects. */
async function settled<T>(call: () => MaybePromise<T>): Promise<{ readonly value: T } | undefined> {
  try {
    return { value: await call() }
  } catch {
    return undefined
  }
}
