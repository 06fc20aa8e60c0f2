import { vi } from 'vitest'

/** Never expires by itself on any machine; only a call that hangs takes this long. */
export const timeoutMs = 600_000

/** Timeouts of engines with this `timeoutMs`, which expire when the test decides. */
export interface ControlledTimeouts {
  /** Expires the timeout of the next port call. */
  expireNext(): void
  /** Expires the timeouts of all pending calls. */
  expireAll(): void
}

/** Replaces the global timers until `vi.unstubAllGlobals()`. */
export function controlledTimeouts(): ControlledTimeouts {
  const { setTimeout, clearTimeout } = globalThis
  const pending = new Map<NodeJS.Timeout, () => void>()
  let isNext = false

  /** Fires in a separate turn of the event loop, as a timer does, unless it is cleared first. */
  const expire = (timer: NodeJS.Timeout) =>
    setImmediate(() => {
      const callback = pending.get(timer)
      clearControlled(timer)
      callback?.()
    })

  function setControlled(callback: () => void, delay?: number): NodeJS.Timeout {
    const timer = setTimeout(callback, delay)
    if (delay !== timeoutMs) return timer
    pending.set(timer, callback)
    if (isNext) expire(timer)
    isNext = false
    return timer
  }

  function clearControlled(timer: NodeJS.Timeout | undefined): void {
    if (timer !== undefined) pending.delete(timer)
    clearTimeout(timer)
  }

  vi.stubGlobal('setTimeout', setControlled)
  vi.stubGlobal('clearTimeout', clearControlled)
  return {
    expireNext() {
      isNext = true
    },
    expireAll() {
      for (const timer of pending.keys()) expire(timer)
    },
  }
}
