import { gunzipSync } from 'node:zlib'
import { type LogoFile, readLogo } from './read-logo.js'

/** 4,000 × 4,000: a logo is 15 mm high, and the compiler needs a second for more pixels. */
const maxPixels = 16_000_000
const maxSvgBytes = 1_048_576
const maxSvgElements = 10_000
const maxSvgDepth = 200

/**
 * Returns why a logo cannot be shown, or undefined if it can. A picture of few bytes can keep the
 * compiler busy for minutes, so what it says about itself is checked before.
 */
export function logoError(url: string): string | undefined {
  const logo = readLogo(url)
  if (logo === undefined) return 'must be a PNG, JPEG, GIF, WebP or SVG file as a data: URL'
  return logo.format === 'svg' ? svgError(logo.bytes) : pixelError(logo)
}

function pixelError(logo: LogoFile): string | undefined {
  const size = pictureSize(logo)
  // The compiler knows better what is damaged.
  if (size === undefined || size.width * size.height <= maxPixels) return undefined
  const { width, height } = size
  return `must be a picture of at most ${maxPixels} pixels, received ${width} × ${height}; make it smaller`
}

function svgError(bytes: Uint8Array): string | undefined {
  const svg = svgText(bytes)
  if (svg === undefined) return `must be an SVG file of at most ${maxSvgBytes} bytes`
  const { elements, depth, filter, hasNestedEntity, pictureError } = measureSvg(svg)
  // Their elements are none of the text, so they cannot be counted.
  if (hasNestedEntity) return 'must be an SVG file without elements in its entities'
  if (filter !== undefined)
    return `must be an SVG file without filters, received <${filter}>; draw the effect as a PNG file`
  if (pictureError !== undefined) return pictureError
  if (elements > maxSvgElements)
    return `must be an SVG file of at most ${maxSvgElements} elements, received ${elements}; simplify it, or use a PNG file`
  if (depth > maxSvgDepth)
    return `must be an SVG file of at most ${maxSvgDepth} nested elements, received ${depth}; ungroup them, or use a PNG file`
  return undefined
}

/** Returns the text of an SVG file, which can be compressed, or undefined if it is too long. */
function svgText(bytes: Uint8Array): string | undefined {
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const text = isCompressed ? gunzipSync(bytes, { maxOutputLength: maxSvgBytes }) : bytes
    return text.length > maxSvgBytes ? undefined : Buffer.from(text).toString()
  } catch {
    return undefined
  }
}

interface SvgMeasure {
  readonly elements: number
  readonly depth: number
  /** The name of the first element of a filter. */
  readonly filter: string | undefined
  /** True if a declaration contains elements or other entities. */
  readonly hasNestedEntity: boolean
  /** Why the first picture that cannot be shown cannot. */
  readonly pictureError: string | undefined
}

/** What contains no elements, by its beginning and its end. */
const skipped = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Counts in one pass, in which a malformed file is read as far as it is well-formed. */
function measureSvg(svg: string): SvgMeasure {
  let elements = 0
  let depth = 0
  let deepest = 0
  let filter: string | undefined
  let hasNestedEntity = false
  let pictureError: string | undefined
  let at = svg.indexOf('<')
  while (at !== -1) {
    const special = skipped.find(([start]) => svg.startsWith(start, at))
    const end = special ? svg.indexOf(special[1], at) : endOfTag(svg, at)
    if (end === -1) break
    if (svg.startsWith('<!', at) && special === undefined) {
      hasNestedEntity ||= /"[^"]*[<&]|'[^']*[<&]/.test(svg.slice(at, end))
    } else if (special === undefined) {
      if (svg[at + 1] === '/') depth -= 1
      else {
        elements += 1
        deepest = Math.max(deepest, depth + 1)
        if (svg[end - 1] !== '/') depth += 1
        const tag = svg.slice(at, end)
        const [, name = ''] = /^<(?:[^\s:/>]+:)?([^\s:/>]+)/.exec(tag) ?? []
        if (/^(?:filter|fe[A-Z].*)$/.test(name)) filter ??= name
        if (name === 'image') pictureError ??= embeddedError(tag)
      }
    }
    at = svg.indexOf('<', end)
  }
  return { elements, depth: deepest, filter, hasNestedEntity, pictureError }
}

/** Returns why a picture in an SVG file cannot be shown: another SVG file is not counted. */
function embeddedError(tag: string): string | undefined {
  for (const [, , href = ''] of tag.matchAll(/\bhref\s*=\s*(["'])(.*?)\1/gs)) {
    const picture = readLogo(href.trim())
    if (picture === undefined || picture.format === 'svg')
      return 'must be an SVG file in which each picture is a PNG, JPEG, GIF or WebP file as a data: URL'
    const error = pixelError(picture)
    if (error !== undefined) return error
  }
  return undefined
}

/** Returns the position of the `>` that ends a tag, which is in no quotes; -1 if there is none. */
function endOfTag(svg: string, start: number): number {
  const delimiter = /["'>]/g
  delimiter.lastIndex = start
  for (let found = delimiter.exec(svg); found !== null; found = delimiter.exec(svg)) {
    const [quote] = found
    if (quote === '>') return found.index
    const close = svg.indexOf(quote, delimiter.lastIndex)
    if (close === -1) return -1
    delimiter.lastIndex = close + 1
  }
  return -1
}

/** The size of a picture in pixels, as its file says. */
interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Returns the size of a picture from its first bytes, or undefined if they don't say it. */
function pictureSize({ format, bytes }: LogoFile): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (format === 'png') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (format === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (format === 'jpg') return jpegSize(view)
    if (format === 'webp') return webpSize(view)
  } catch (error) {
    // The file is shorter than its header.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** The segments of a JPEG file that start a frame: all C0 to CF but DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // A segment can be preceded by more bytes FF.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function webpSize(view: DataView): PictureSize | undefined {
  const kind = view.getUint32(12)
  if (kind === fourBytes('VP8X'))
    return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
  if (kind === fourBytes('VP8L')) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== fourBytes('VP8 ')) return undefined
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

function fourBytes(name: string): number {
  return Buffer.from(name).readUInt32BE()
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
}
