/** Draws tags in a terminal in the colours that the store gave them. */

/**
 * Whether to draw in colour: on a terminal with 24-bit colours, or where FORCE_COLOR asks for it; never where NO_COLOR is set.
 *
 * @param {Pick<import('node:tty').WriteStream, 'isTTY' | 'hasColors'>} stream
 * @param {NodeJS.ProcessEnv} environment
 */
export function drawsColours(stream, environment) {
  const { NO_COLOR, FORCE_COLOR } = environment
  if (NO_COLOR) return false
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return Boolean(stream.isTTY && stream.hasColors(2 ** 24))
}

/**
 * The tag's label on its background, or in brackets where there are no colours: as wide either way.
 *
 * @param {import('quotewright').Tag} tag
 * @param {boolean} inColour
 */
export function drawTag({ label, color, backgroundColor }, inColour) {
  if (!inColour) return `[${label}]`
  return `\x1b[48;2;${channels(backgroundColor)}m\x1b[38;2;${channels(color)}m ${label} \x1b[0m`
}

/**
 * The red, green and blue (0 to 255) of `rgb(r%, g%, b%)` or `rgba(r%, g%, b%, a)`. What shows through a translucent colour is
 * white, as on a page.
 *
 * @param {string} colour
 */
function channels(colour) {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
    .map((percent) => Math.round(2.55 * (percent * alpha + 100 * (1 - alpha))))
    .join(';')
}
