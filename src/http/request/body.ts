import type { Context } from 'hono'
import { HttpProblem } from '../problem-details.js'
import { hostParsedBody, nodeRequestOf } from './host-body.js'

const jsonType = /^application\/(?:[\w.!#$&^+-]+\+)?json\s*(?:;|$)/i

/** How to read a body. */
export interface BodyOptions {
  /** True if the body was read before this app. */
  readonly hostHasRead: boolean
  /** True if an empty body counts as absent. */
  readonly isOptional: boolean
}

/**
 * Returns the JSON body of a request. Accepts at most `maxBytes` bytes, and stops reading there if
 * no length is declared. Takes a body that the host's parser has read already.
 *
 * @throws HttpProblem with status 400, 413 or 415, or 500 if the host has consumed the body
 */
export async function loadJsonBody(
  c: Context,
  maxBytes: number,
  { hostHasRead, isOptional }: BodyOptions,
): Promise<unknown> {
  checkType(c.req.raw.headers)
  const body = await readBody(c, maxBytes, hostHasRead)
  if (typeof body === 'object' && 'parsed' in body) return body.parsed
  if (body === '' && isOptional) return undefined
  return parseJson(body)
}

/** The body as text, or as the host's parser has parsed it. */
export type RequestBody = string | { readonly parsed: unknown }

/**
 * Returns the body of a request, as UTF-8. Accepts at most `maxBytes` bytes, and stops reading
 * there if no length is declared.
 *
 * @throws HttpProblem with status 400, 413 or 415, or 500 if the host has consumed the body
 */
export async function readBody(
  c: Context,
  maxBytes: number,
  hostHasRead: boolean,
): Promise<RequestBody> {
  const request = c.req.raw
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes)
  const incoming = nodeRequestOf(c)
  if (hostHasRead) {
    const hostParsed = hostParsedBody(incoming)
    if (hostParsed === undefined) throw alreadyRead()
    return hostBody(hostParsed.value, maxBytes)
  }
  checkEncoding(request.headers)
  const wasRead = incoming === undefined ? request.bodyUsed : incoming.readableDidRead === true
  const bytes = await readBytes(request, maxBytes, declared !== null, wasRead)
  if (bytes.length === 0 && wasRead) throw alreadyRead()
  return decode(bytes)
}

/** Returns true if a request has a body, by its headers. */
export function hasBody(headers: Headers): boolean {
  const length = headers.get('content-length')
  if (length !== null) return length !== '0'
  return headers.has('transfer-encoding') || headers.has('content-type')
}

function hostBody(body: unknown, maxBytes: number): RequestBody {
  if (body instanceof Uint8Array) return decode(withinLimit(body, maxBytes))
  if (typeof body !== 'string') return { parsed: body }
  if (Buffer.byteLength(body) > maxBytes) throw tooLarge(maxBytes)
  return body
}

function checkType(headers: Headers): void {
  if (!jsonType.test(headers.get('content-type') ?? ''))
    throw new HttpProblem('unsupported_media_type', 'Content-Type must be application/json')
}

function checkEncoding(headers: Headers): void {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new HttpProblem('unsupported_media_type', 'Content-Encoding is not supported')
}

async function readBytes(
  request: Request,
  maxBytes: number,
  hasLength: boolean,
  wasRead: boolean,
): Promise<Uint8Array> {
  try {
    // Servers enforce a declared length, so such a body is read in one go.
    if (!hasLength) return await readStream(request, maxBytes)
    return withinLimit(new Uint8Array(await request.arrayBuffer()), maxBytes)
  } catch (cause) {
    if (cause instanceof HttpProblem) throw cause
    if (wasRead) throw alreadyRead(cause)
    throw new HttpProblem('incomplete_body', 'The body could not be read', {}, { cause })
  }
}

async function readStream(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

function withinLimit(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return bytes
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem('payload_too_large', `The body must have at most ${maxBytes} bytes`)
}

function alreadyRead(cause?: unknown): HttpProblem {
  const detail =
    'The body was already read: mount this app before body parsers such as express.json(), ' +
    'and read request.clone() in authenticate'
  return new HttpProblem('body_already_read', detail, {}, { cause })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new HttpProblem('invalid_json', 'The body is not valid UTF-8', {}, { cause })
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new HttpProblem('invalid_json', 'The body is not valid JSON', {}, { cause })
  }
}
