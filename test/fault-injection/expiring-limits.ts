import { vi } from 'vitest'

/** Long enough that it is never over by itself, however busy the machine is, and only shows what hangs. */
export const timeoutMs = 600_000

/** The time limits of engines whose limit is `timeoutMs`: they are over when a test says so, and not when so much time has passed. */
export interface ExpiringLimits {
  /** Ends the limit of the port call that is being made. */
  expireNext(): void
  /** Ends the limits of all calls that are under way. */
  expireAll(): void
}

/** Takes the place of the global timers until `vi.unstubAllGlobals()`. */
export function expiringLimits(): ExpiringLimits {
  const { setTimeout, clearTimeout } = globalThis
  const underWay = new Map<NodeJS.Timeout, () => void>()
  let isNext = false

  /** In a turn of its own, as a timer does; unless the answer comes first. */
  const expire = (timer: NodeJS.Timeout) =>
    setImmediate(() => {
      const callback = underWay.get(timer)
      clearLimit(timer)
      callback?.()
    })

  function setLimit(callback: () => void, delay?: number): NodeJS.Timeout {
    const timer = setTimeout(callback, delay)
    if (delay !== timeoutMs) return timer
    underWay.set(timer, callback)
    if (isNext) expire(timer)
    isNext = false
    return timer
  }

  function clearLimit(timer: NodeJS.Timeout | undefined): void {
    if (timer !== undefined) underWay.delete(timer)
    clearTimeout(timer)
  }

  vi.stubGlobal('setTimeout', setLimit)
  vi.stubGlobal('clearTimeout', clearLimit)
  return {
    expireNext() {
      isNext = true
    },
    expireAll() {
      for (const timer of underWay.keys()) expire(timer)
    },
  }
}
