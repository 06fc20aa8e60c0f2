/** Receives errors for the log of the host. */
export type OnError = (error: unknown, request: Request) => unknown

/**
 * Reports an error to the host. A log that fails, or never ends, must change neither the response
 * nor the process, so it is not waited for.
 */
export function reportError(onError: OnError | undefined, error: unknown, request: Request): void {
  // What `onError` throws rejects this promise as well.
  const report = async () => onError?.(error, request)
  // The host's log failed: there is no other place to report to.
  report().catch(() => undefined)
}
