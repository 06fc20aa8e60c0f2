import type { Context } from 'hono'

/** The part of a Node request that is used: what a body parser before this app sets, and more. */
export interface NodeRequest {
  readonly readableDidRead?: unknown
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly _body?: unknown
  /** Closes the connection. */
  destroy?(): unknown
}

/** Returns the Node request behind a Hono context, if `@hono/node-server` serves it. */
export function nodeRequestOf(c: Context): NodeRequest | undefined {
  const { incoming } = (c.env ?? {}) as { readonly incoming?: unknown }
  return typeof incoming === 'object' && incoming !== null ? incoming : undefined
}

/**
 * Returns true if the host has read the body before this app. Ask before `authenticate` runs, which
 * may read the body as well.
 */
export function hostHasReadBody(c: Context): boolean {
  return nodeRequestOf(c)?.readableDidRead === true
}

/**
 * Returns the body that a parser of the host has read, for example `express.json()`; undefined if
 * there is none. Copies an object, because the host keeps its own.
 */
export function hostParsedBody(incoming: NodeRequest | undefined): { value: unknown } | undefined {
  if (incoming?.body === undefined) return undefined
  const { body } = incoming
  if (!isPlainObject(body)) return { value: body }
  return isPlaceholder(incoming, body) ? undefined : { value: { ...body } }
}

function isPlainObject(body: unknown): body is object {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    !(body instanceof Uint8Array)
  )
}

/**
 * Returns true for the empty object that parsers of Express 4 set for a body that they have not
 * parsed. They mark a parsed body with `_body`; a body of two bytes can only be an empty object.
 */
function isPlaceholder({ _body, headers }: NodeRequest, body: object): boolean {
  if (_body === true || Object.keys(body).length > 0) return false
  return headers?.['content-length'] !== '2'
}
