import type { Context } from 'hono'

/** What a Node request shows of a body parser that ran before this app. */
export interface NodeRequest {
  readonly readableDidRead?: unknown
  readonly body?: unknown
}

/** Returns the Node request behind a Hono context, if `@hono/node-server` serves it. */
export function nodeRequestOf(c: Context): NodeRequest | undefined {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: unknown }
  return typeof incoming === 'object' && incoming !== null ? incoming : undefined
}

/**
 * Returns the body that a parser of the host has read, for example `express.json()`; undefined if
 * the body is still to be read. Copies an object, because the host keeps its own.
 */
export function hostParsedBody(incoming: NodeRequest | undefined): { value: unknown } | undefined {
  if (incoming?.readableDidRead !== true || incoming.body === undefined) return undefined
  const { body } = incoming
  const isPlainObject =
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    !(body instanceof Uint8Array)
  return { value: isPlainObject ? { ...body } : body }
}
