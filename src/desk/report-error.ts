import type { DeskOptions } from './options.js'

/** Reports an error to the host. A failing log must change neither the response nor the process. */
export async function reportError(
  { onError }: DeskOptions,
  error: unknown,
  request: Request,
): Promise<void> {
  try {
    await onError?.(error, request)
  } catch {
    // The host's log failed: there is no other place to report to.
  }
}
