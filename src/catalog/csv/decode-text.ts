import { QuoteError } from '../../errors.js'
import { describeKind } from '../../validation/describe-value.js'

/** Text as a string, as bytes, or as a stream of either. */
export type TextSource = string | Uint8Array | AsyncIterable<string | Uint8Array>

const filePath = /^[^\n\r{]*\.(csv|tsv|txt|jsonl|ndjson|json|xlsx?|ods|gz|zip)$/i

/** Returns what a source is that is no text of a file: the path of one, or something else. */
export function describeOtherSource(source: unknown): string | undefined {
  if (typeof source === 'string')
    return filePath.test(source) ? 'a path: pass createReadStream(path)' : undefined
  const isStream = typeof Object(source)[Symbol.asyncIterator] === 'function'
  return isStream || source instanceof Uint8Array ? undefined : describeKind(source)
}

/** How bytes become text. */
export interface DecodeOptions {
  /** A name that `TextDecoder` knows. Default: `utf-8`, or UTF-16 if the file begins so. */
  readonly encoding?: string | undefined
  /** The function that the host has called, for errors. */
  readonly caller: string
  /** The code of an error in the bytes of the file. */
  readonly code: 'invalid_options' | 'invalid_request'
}

/** Returns true for the name of an encoding. */
export function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** How many bytes tell UTF-16 from other encodings. */
const headLength = 4

/**
 * Decodes chunks of bytes, and passes strings on. Bytes that the encoding doesn't have are an
 * error, because they would become another name.
 *
 * @throws QuoteError with the line of the first byte that can't be decoded
 */
export async function* decodeText(
  source: TextSource,
  options: DecodeOptions,
): AsyncGenerator<string> {
  const isWhole = typeof source === 'string' || source instanceof Uint8Array
  let head: Uint8Array = new Uint8Array()
  let decoder: LineDecoder | undefined
  for await (const chunk of isWhole ? [source] : source) {
    if (typeof chunk === 'string') yield chunk
    else if (!(chunk instanceof Uint8Array))
      throw new TypeError(
        `${options.caller}: chunks must be strings or bytes, received ${describeKind(chunk)}`,
      )
    else if (decoder !== undefined) yield decoder.decode(chunk)
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      if (head.length < headLength) continue
      decoder = new LineDecoder(head, options)
      yield decoder.decode(head)
    }
  }
  if (decoder === undefined && head.length > 0) {
    decoder = new LineDecoder(head, options)
    yield decoder.decode(head)
  }
  if (decoder !== undefined) yield decoder.end()
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Decodes line by line, so that an error has its line. */
class LineDecoder {
  readonly #decoder: InstanceType<typeof TextDecoder>
  readonly #code: DecodeOptions['code']
  #line = 1
  #isAfterReturn = false

  /** @param head The first bytes of the file. */
  constructor(head: Uint8Array, { encoding, code }: DecodeOptions) {
    const isUnsaid = encoding === undefined
    const name = encoding ?? utf16WithMark(head) ?? 'utf-8'
    this.#decoder = new TextDecoder(name, { fatal: true })
    this.#code = code
    const other = isUnsaid && name === 'utf-8' ? utf16WithoutMark(head) : undefined
    if (other !== undefined) throw this.#error(`received UTF-16: pass encoding: '${other}'`)
  }

  decode(bytes: Uint8Array): string {
    if (this.#decoder.encoding === 'windows-1252') return decodeWindows1252(bytes)
    let text = ''
    let start = 0
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#isAfterReturn = false
        continue
      }
      text += this.#decodeLine(bytes.subarray(start, index + 1))
      if (byte === carriageReturn || !this.#isAfterReturn) this.#line += 1
      this.#isAfterReturn = byte === carriageReturn
      start = index + 1
    }
    return start < bytes.length ? text + this.#decodeLine(bytes.subarray(start)) : text
  }

  /** Rejects if the last character is incomplete. */
  end(): string {
    return this.#decodeLine(undefined)
  }

  #decodeLine(bytes: Uint8Array | undefined): string {
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      const remedy = 'save the file in this encoding, or name its own with the option encoding'
      throw this.#error(`received other bytes: ${remedy}, such as 'windows-1252'`)
    }
  }

  #error(received: string): QuoteError {
    const message = `must be ${this.#decoder.encoding.toUpperCase()}, ${received}`
    return new QuoteError(this.#code, { errors: { [`line[${this.#line}]`]: message } })
  }
}

/** Returns UTF-16 if a file begins with its byte order mark. */
function utf16WithMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Returns UTF-16 if a file begins with its zeros, which no text in UTF-8 has. */
function utf16WithoutMark([first, second]: Uint8Array): string | undefined {
  if (first !== 0 && second === 0) return 'utf-16le'
  return first === 0 && second !== 0 ? 'utf-16be' : undefined
}

/** The characters of the bytes 0x80 to 0x9f. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Decodes by hand, because some versions of Node take the encoding for ISO 8859-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  const { buffer, byteOffset, byteLength } = bytes
  const latin1 = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return latin1.replace(/[\x80-\x9f]/g, (character) => {
    return windows1252.charAt(character.charCodeAt(0) - 0x80)
  })
}
