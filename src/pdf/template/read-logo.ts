/** The bytes of a picture. */
export interface LogoFile {
  readonly format: 'png' | 'jpg' | 'gif' | 'webp' | 'svg'
  readonly bytes: Uint8Array
}

const formats = new Map<string, LogoFile['format']>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/jpg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
])
const dataUrl = /^data:([a-z]+\/[a-z+]+)((?:;[^,;]*)*),(.*)$/is

/** Returns the picture in a `data:` URL, or undefined if it has none of the formats. */
export function readLogo(url: string): LogoFile | undefined {
  const [, type = '', parameters = '', data = ''] = dataUrl.exec(url) ?? []
  const format = formats.get(type.toLowerCase())
  if (format === undefined) return undefined
  const bytes = /;base64$/i.test(parameters) ? Buffer.from(data, 'base64') : decode(data)
  return bytes === undefined ? undefined : { format, bytes }
}

function decode(data: string): Uint8Array | undefined {
  try {
    return Buffer.from(decodeURIComponent(data))
  } catch {
    return undefined
  }
}
