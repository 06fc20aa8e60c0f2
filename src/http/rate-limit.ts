import { HttpProblem } from './problem-details.js'

/** One day. */
const maxRetryAfterSeconds = 86_400

/**
 * Applies the rate limit of a host.
 *
 * @param getWait Returns what the host's function does: how many seconds the caller must wait, or
 * undefined.
 * @throws HttpProblem `too_many_requests`, or `rate_limit_failed` if the function fails
 */
export async function limitRate(getWait: () => unknown): Promise<void> {
  const seconds = await getRetryAfterSeconds(getWait)
  if (seconds === 0) return
  throw new HttpProblem('too_many_requests', 'Too many requests; retry after Retry-After', {
    'retry-after': String(Math.ceil(Math.min(seconds, maxRetryAfterSeconds))),
  })
}

async function getRetryAfterSeconds(getWait: () => unknown): Promise<number> {
  try {
    const seconds = await getWait()
    if (seconds === undefined) return 0
    if (typeof seconds === 'number' && seconds >= 0) return seconds
    throw new TypeError('rateLimit must return undefined or a number of seconds of at least 0')
  } catch (cause) {
    throw new HttpProblem('rate_limit_failed', 'Rate limiting is unavailable', {}, { cause })
  }
}
