/** Embeddings, overrides and isolates of text in two directions, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a value without characters that are not shown, but change how others are: an override of
 * the direction in a name would turn the numbers beside it around.
 */
export function plainText(value: string): string {
  return value.replaceAll(invisible, '')
}

/** Returns the lines of a value that are not blank. */
export function plainLines(value: string): string[] {
  return value
    .split(/\r\n?|\n/)
    .map((line) => plainText(line).trim())
    .filter((line) => line !== '')
}
