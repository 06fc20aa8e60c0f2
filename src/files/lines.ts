/** Maximum length of a line. A longer one is reported, and never held in memory. */
export const maxLineLength = 8_000_000

/**
 * Passes each line to a function, with its number from 1: undefined for a line that is too long.
 * A line ends with a line feed, a carriage return, or both. Leaves out byte order marks, of which a
 * file that was put together from several ones has more than one.
 */
export async function forEachLine(
  chunks: AsyncIterable<string>,
  onLine: (line: string | undefined, number: number) => Promise<void>,
): Promise<void> {
  let parts: string[] = []
  let length = 0
  let number = 0
  let isAfterReturn = false

  const add = (part: string) => {
    length += part.length
    if (length <= maxLineLength) parts.push(part)
    else parts = []
  }
  const end = async () => {
    number += 1
    const line = length > maxLineLength ? undefined : parts.join('')
    parts = []
    length = 0
    await onLine(line?.replace(/^\ufeff+/, ''), number)
  }

  for await (const chunk of chunks) {
    if (chunk === '') continue
    // The line feed of a carriage return at the end of the chunk before.
    let start = isAfterReturn && chunk.startsWith('\n') ? 1 : 0
    for (let feed = nextEnd(chunk, start); feed !== -1; feed = nextEnd(chunk, start)) {
      add(chunk.slice(start, feed))
      await end()
      start = feed + (chunk.startsWith('\r\n', feed) ? 2 : 1)
    }
    if (start < chunk.length) add(chunk.slice(start))
    isAfterReturn = chunk.endsWith('\r')
  }
  if (length > 0) await end()
}

const lineEnd = /[\r\n]/g

function nextEnd(chunk: string, start: number): number {
  lineEnd.lastIndex = start
  return lineEnd.exec(chunk)?.index ?? -1
}
