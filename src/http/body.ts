import { HttpProblem } from './problem-details.js'

const jsonType = /^application\/(?:[\w.!#$&^+-]+\+)?json\s*(?:;|$)/i

/**
 * The JSON of a request's body. Accepts no more than `maxBytes`, whatever its headers say, and reads no more where none is declared.
 *
 * @throws HttpProblem with status 400, 413 or 415
 */
export async function parseJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  checkType(request.headers)
  const text = decode(await readBytes(request, maxBytes))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HttpProblem('invalid_json', 'The body is not valid JSON', {}, { cause })
  }
}

function checkType(headers: Headers): void {
  if (!jsonType.test(headers.get('content-type') ?? ''))
    throw new HttpProblem('unsupported_media_type', 'Content-Type must be application/json')
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new HttpProblem('unsupported_media_type', 'Content-Encoding is not supported')
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes)
  try {
    // A server holds a body to its declared length, so such a body is read in one go.
    if (declared === null) return await readStream(request, maxBytes)
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    return bytes
  } catch (cause) {
    if (cause instanceof HttpProblem) throw cause
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

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem('payload_too_large', `The body must have at most ${maxBytes} bytes`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new HttpProblem('invalid_json', 'The body is not valid UTF-8', {}, { cause })
  }
}
