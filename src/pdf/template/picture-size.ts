import type { LogoFile } from './read-logo.js'

/** The size of a picture in pixels, as its file says. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Returns the size of a picture from its first bytes, or undefined if they don't say it. */
export function pictureSize({ format, bytes }: LogoFile): PictureSize | undefined {
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
