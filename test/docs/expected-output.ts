const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi
const milliseconds = /(?<![\d.])\d{13}(?!\d|\.\d)/g

/**
 * Whether a text is the expected one. Any UUID may replace a UUID, and any 13 digits may replace a
 * time in milliseconds.
 */
export function isExpectedOutput(expected: string, printed: string): boolean {
  return withPlaceholders(printed) === withPlaceholders(expected)
}

function withPlaceholders(text: string): string {
  return text.replace(uuid, '<UUID>').replace(milliseconds, '<milliseconds>')
}
