const colorPattern = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** The color of a document, and of a theme, if the host has named none. */
export const defaultColor = '#1654a9'

/** The contrast that WCAG 2.2 requires of text. */
const minContrast = 4.5

/** Returns true for `#rrggbb` that can be read as text on white. */
export function isReadableColor(value: unknown): value is string {
  if (typeof value !== 'string' || !colorPattern.test(value)) return false
  return 1.05 / (getLuminance(value) + 0.05) >= minContrast
}

/** Returns a light tint of a color, which can be read on a dark page. */
export function getTint(color: string): string {
  const share = 0.55
  const mixed = getChannels(color).map((channel) => Math.round(channel + (255 - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function getChannels(color: string): number[] {
  const [, ...channels] = colorPattern.exec(color) ?? []
  return channels.map((channel) => Number.parseInt(channel, 16))
}

/** The relative luminance of WCAG, from 0 for black to 1 for white. */
function getLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = getChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
