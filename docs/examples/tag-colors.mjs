/** Prints tags on a terminal in their colors. */

/**
 * Returns true if the terminal has 24-bit colors or FORCE_COLOR is set, and NO_COLOR is not.
 *
 * @param {Pick<import('node:tty').WriteStream, 'isTTY' | 'hasColors'>} stream
 * @param {NodeJS.ProcessEnv} environment
 */
export function supportsColors(stream, environment) {
  const { NO_COLOR, FORCE_COLOR } = environment
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return Boolean(stream.isTTY && stream.hasColors(2 ** 24))
}

/**
 * Formats the tag's label with its colors, or in brackets, with the same width.
 *
 * @param {import('quotewright').Tag} tag
 * @param {boolean} inColor
 */
export function formatTag({ label, color, backgroundColor }, inColor) {
  if (!inColor) return `[${label}]`
  return `\x1b[48;2;${channels(backgroundColor)}m\x1b[38;2;${channels(color)}m ${label} \x1b[0m`
}

/**
 * Returns red, green and blue (0 to 255) of `rgb(r%, g%, b%)` or `rgba(r%, g%, b%, a)`, on a white
 * background.
 *
 * @param {string} color
 */
function channels(color) {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
    .map((percent) => Math.round(2.55 * (percent * alpha + 100 * (1 - alpha))))
    .join(';')
}
