/** Returns true for well-formed Unicode without NUL, which every storage can keep. */
export function isValidString(string: string): boolean {
  return string.isWellFormed() && !string.includes('\0')
}

/** Returns true for valid strings of 1 to `max` UTF-16 code units. */
export function isStringUpTo(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max && isValidString(value)
}

const maxIdLength = 255

/** Describes what `isValidId` accepts, for error messages. */
export const validId = 'a string of 1 to 255 characters, without NUL or lone surrogates'

/** Returns true for ids of stores and quotes: valid strings of 1 to 255 characters. */
export function isValidId(value: unknown): value is string {
  return isStringUpTo(value, maxIdLength)
}

const maxShownLength = 64

/** Cuts a string to 64 characters for an error message. A longer one gets an ellipsis. */
export function truncate(string: string): string {
  return string.length <= maxShownLength ? string : `${string.slice(0, maxShownLength)}…`
}
