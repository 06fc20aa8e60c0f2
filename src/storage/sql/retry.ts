const maxRetries = 100

const maxBackoffMs = 50

/** Waits for a random time, whose maximum doubles with every retry up to `maxBackoffMs`. */
function backoff(retries: number): Promise<void> {
  const delayMs = Math.random() * Math.min(maxBackoffMs, 2 ** retries)
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}

/**
 * Retries what failed without an effect because of a concurrent transaction, up to 100 times and
 * with jittered backoff.
 */
export async function retryWithBackoff<T>(
  run: () => Promise<T>,
  isRetryable: (error: unknown) => boolean,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await run()
    } catch (error) {
      if (retries === maxRetries || !isRetryable(error)) throw error
      await backoff(retries)
    }
  }
}
