/**
 * Returns an SVG in the common style, for light and dark color schemes.
 *
 * @param {{
 *   title: string, description?: string, width: number, height: number,
 *   light: string, dark: string, content: readonly string[]
 * }} drawing `light` and `dark` are CSS rules of the content.
 */
export function drawSvg({ title, description, width, height, light, dark, content }) {
  const desc = description === undefined ? '' : `\n  <desc>${escapeXml(description)}</desc>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
  <title>${escapeXml(title)}</title>${desc}
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .muted { font-size: 11px; fill: #59636e }
${indented(light, 4)}
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .muted { fill: #9198a1 }
${indented(dark, 6)}
    }
  </style>
${content.join('\n')}
</svg>
`
}

/** @param {string} value */
export function escapeXml(value) {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/**
 * @param {string} rules
 * @param {number} depth
 */
function indented(rules, depth) {
  return rules.replaceAll(/^/gm, ' '.repeat(depth))
}
