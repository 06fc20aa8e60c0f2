/** Whether every storage can keep this text and give it back as it was: well-formed Unicode, and no NUL character. */
export function isValidString(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const maxIdLength = 255

/** Whether a value can name a store or a quote: a storable text of 1 to 255 characters. */
export function isValidId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= maxIdLength &&
    isValidString(value)
  )
}

const maxShownLength = 64

/**
 * Cuts a text of any length to what a message can show of it: 64 characters, and an ellipsis where
 * there are more.
 */
export function truncate(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`
}
