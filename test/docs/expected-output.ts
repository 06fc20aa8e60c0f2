const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi
const milliseconds = /(?<![\d.])\d{13}(?!\d|\.\d)/g

/**
 * Returns true if a program printed the expected output. Any UUID matches a UUID, and any 13 digits
 * match a time in milliseconds.
 */
export function isExpectedOutput(expected: string, printed: string): boolean {
  return withPlaceholders(printed) === withPlaceholders(expected)
}

function withPlaceholders(output: string): string {
  return output.replace(uuid, '<UUID>').replace(milliseconds, '<milliseconds>')
}
