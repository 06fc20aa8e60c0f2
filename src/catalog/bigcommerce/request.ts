import { describeKind } from '../../validation/describe-value.js'
import type { BigcommerceFetch, BigcommerceStore } from './options.js'

/** What all requests of a catalog share. */
export interface Transport {
  readonly fetch: BigcommerceFetch
  readonly maxRetries: number
  readonly retryDelayMs: number
}

/** The access to one store, for one call of the catalog. */
export interface Access {
  readonly store: BigcommerceStore
  readonly signal: AbortSignal | undefined
}

/** Pauses that BigCommerce asks for end with its window of 30 seconds. */
const maxPauseMs = 30_000

/**
 * Loads a page of a collection. Repeats the request after 429, 5xx and failed connections.
 *
 * @throws Error with the path and the status, but never the token; the reason of the signal
 */
export async function loadCollectionPage(
  { fetch, maxRetries, retryDelayMs }: Transport,
  { store, signal }: Access,
  path: string,
): Promise<readonly unknown[]> {
  const url = baseUrl(store) + path
  const init = {
    headers: { accept: 'application/json', 'x-auth-token': store.accessToken },
    // The token must not be sent to another host.
    redirect: 'error' as const,
    ...(signal === undefined ? {} : { signal }),
  }
  for (let retries = 0; ; retries += 1) {
    signal?.throwIfAborted()
    const attempt = await send(() => fetch(url, init))
    signal?.throwIfAborted()
    if (attempt.rows !== undefined) return attempt.rows
    const pause = attempt.pauseMs ?? retryDelayMs * 2 ** retries
    if (!attempt.isTemporary || retries >= maxRetries || pause > maxPauseMs)
      throw failure(path, attempt)
    await wait(pause, signal)
  }
}

interface Attempt {
  readonly rows?: readonly unknown[]
  /** Undefined if there was no response. */
  readonly status?: number
  readonly isTemporary?: boolean
  readonly pauseMs?: number | undefined
  readonly cause?: unknown
}

async function send(request: () => ReturnType<BigcommerceFetch>): Promise<Attempt> {
  try {
    const response = await request()
    const { status } = response
    if (status === 200) return { status, ...(await getRows(await response.json())) }
    const isLimit = status === 429
    const pauseMs = isLimit ? getPause(response.headers) : undefined
    return { status, isTemporary: isLimit || status >= 500, pauseMs }
  } catch (cause) {
    return { isTemporary: true, cause }
  }
}

function getRows(body: unknown): Attempt {
  const { data } = Object(body) as { readonly data?: unknown }
  if (Array.isArray(data)) return { rows: data }
  return { cause: new TypeError(`data must be an array, received ${describeKind(data)}`) }
}

function getPause(headers: { get(name: string): string | null }): number | undefined {
  const text = headers.get('x-rate-limit-time-reset-ms') ?? ''
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
}

const remedies: Readonly<Record<number, string>> = {
  401: ': check the access token',
  403: ': check the scopes of the access token',
  404: ': check the store hash',
  429: ': the rate limit of the store is used up',
}

function failure(path: string, { status, cause }: Attempt): Error {
  const what = `GET ${path.split('?')[0]}`
  if (status === undefined) return new Error(`BigCommerce did not respond to ${what}`, { cause })
  if (cause !== undefined)
    return new Error(`BigCommerce responded to ${what} without products`, { cause })
  return new Error(
    `BigCommerce responded to ${what} with status ${status}${remedies[status] ?? ''}`,
  )
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function baseUrl({ storeHash, baseUrl: url }: BigcommerceStore): string {
  return (
    url?.replace(/\/+$/, '') ??
    `https://api.bigcommerce.com/stores/${encodeURIComponent(storeHash ?? '')}`
  )
}
