/** Runs what a request asks for, with a signal that aborts once its client is gone. */
export type WithClientSignal = <T>(
  request: Request,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/** A client is watched once its request has taken this long, in milliseconds, and at most twice as long. */
const watchAfterMs = 100

interface PendingRequest {
  readonly request: Request
  readonly controller: AbortController
  isDue: boolean
  stopWatching?: () => void
}

/**
 * Watches the clients of requests that take long. Reading the signal of every request would cost those that are served at once a
 * tenth of their speed.
 */
export function clientSignals(): WithClientSignal {
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
    setTimeout(watchDue, watchAfterMs).unref()
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
