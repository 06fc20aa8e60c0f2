/** Returns a picture as a `data:` URL. */
export function urlOf(type: string, bytes: Iterable<number>): string {
  return `data:image/${type};base64,${Buffer.from(Uint8Array.from(bytes)).toString('base64')}`
}

/** Returns an SVG file with a content as a `data:` URL. */
export function svgUrl(content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`
  return urlOf('svg+xml', Buffer.from(svg))
}

/** Returns a GIF file of one pixel that says that it has others. */
export function gifOf(width: number, height: number): Uint8Array {
  const gif = Buffer.from('R0lGODlhAQABAPAAAAAAAP///ywAAAAAAQABAAACAkQBADs=', 'base64')
  gif.writeUInt16LE(width, 6)
  gif.writeUInt16LE(height, 8)
  return gif
}
