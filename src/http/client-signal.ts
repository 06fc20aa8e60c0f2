/** Runs an operation with a signal that aborts when the client disconnects. */
export type WithClientSignal = <T>(
  request: Request,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** Requests are watched after 1 to 2 times this time, in milliseconds. */
const watchAfterMs = 100

interface PendingRequest {
  readonly request: Request
  readonly controller: AbortController
  isDue: boolean
  stopWatching?: () => void
}

/**
 * Watches the clients of slow requests only. Reading the signal of every request would cost fast
 * requests a tenth of their speed.
 */
export function createSignalRunner(): WithClientSignal {
  const pending = new Set<PendingRequest>()
  let isScheduled = false

  function watchDue(): void {
    isScheduled = false
    for (const each of pending) {
      if (each.isDue && each.stopWatching === undefined) watch(each)
      each.isDue = true
    }
    schedule()
  }

  function schedule(): void {
    if (isScheduled || pending.size === 0) return
    isScheduled = true
    // Not in workerd, where timers are numbers, and keep nothing alive.
    setTimeout(watchDue, watchAfterMs).unref?.()
  }

  return async (request, run) => {
    const controller = new AbortController()
    const own: PendingRequest = { request, controller, isDue: false }
    pending.add(own)
    schedule()
    try {
      return await run(controller.signal)
    } finally {
      pending.delete(own)
      own.stopWatching?.()
    }
  }
}

function watch(own: PendingRequest): void {
  const { signal } = own.request
  const onAbort = () => own.controller.abort(signal.reason)
  own.stopWatching = () => signal.removeEventListener('abort', onAbort)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
}
