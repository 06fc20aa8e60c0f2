const width = 24

/**
 * Shows the progress of a run: a bar on a terminal, otherwise a line per finished scenario.
 *
 * @param {number} count Number of scenarios.
 */
export function showProgress(count, stream = process.stderr) {
  let done = 0
  let name = ''
  const draw = (/** @type {number} */ share) => {
    if (!stream.isTTY) return
    const filled = Math.round(((done + share) / count) * width)
    stream.write(`\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${name}`)
  }
  return {
    begin(/** @type {string} */ scenario) {
      name = scenario
      draw(0)
    },
    advance: draw,
    end(/** @type {string} */ outcome) {
      done += 1
      stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${name}: ${outcome}\n`)
    },
  }
}
