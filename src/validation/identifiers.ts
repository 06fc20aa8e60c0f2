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

/** Describes what `parseRowId` accepts, for error messages. */
export const validRowId = `${validId}, or an integer of at least 1`

/**
 * Returns the id that a database has for a row as a string: valid strings as they are, and integers
 * from 1, which drivers return as numbers or bigints. Returns undefined for anything else.
 */
export function parseRowId(value: unknown): string | undefined {
  const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value)
  const id = isInteger && (value as number | bigint) >= 1 ? String(value) : value
  return isValidId(id) ? id : undefined
}

const maxShownLength = 64

/** Cuts a string to 64 characters for an error message. A longer one gets an ellipsis. */
export function truncate(string: string): string {
  return string.length <= maxShownLength ? string : `${string.slice(0, maxShownLength)}…`
}
