/** Receives errors for the log of the host. */
export type OnError = (error: unknown, request: Request) => unknown

/** Reports an error to the host. A failing log must change neither the response nor the process. */
export async function reportError(
  onError: OnError | undefined,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onError?.(error, request)
  } catch {
    // The host's log failed: there is no other place to report to.
  }
}
