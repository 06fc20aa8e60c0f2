/** Maximum length of a line. A longer one is reported, and never held in memory. */
export const maxLineLength = 8_000_000

/**
 * Passes each line to a function, with its number from 1: undefined for a line that is too long.
 * A line ends with a line feed, with or without a carriage return before it. Leaves out a byte
 * order mark.
 */
export async function forEachLine(
  chunks: AsyncIterable<string>,
  onLine: (line: string | undefined, number: number) => Promise<void>,
): Promise<void> {
  let parts: string[] = []
  let length = 0
  let number = 0

  const add = (part: string) => {
    length += part.length
    if (length <= maxLineLength) parts.push(part)
    else parts = []
  }
  const end = async () => {
    number += 1
    const line = length > maxLineLength ? undefined : parts.join('').replace(/\r$/, '')
    parts = []
    length = 0
    await onLine(number === 1 ? line?.replace(/^\ufeff/, '') : line, number)
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let feed = chunk.indexOf('\n'); feed !== -1; feed = chunk.indexOf('\n', start)) {
      add(chunk.slice(start, feed))
      await end()
      start = feed + 1
    }
    if (start < chunk.length) add(chunk.slice(start))
  }
  if (length > 0) await end()
}
