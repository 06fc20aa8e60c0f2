import type { ProductLine } from '../quote.js'

/**
 * Returns the key of a stored line, or the one that it would get. Lines without a key were never
 * changed, so version 1 added them, and their position is still the same.
 *
 * @param index The index of the line among those of its quote.
 */
export function getKey({ key }: Pick<ProductLine, 'key'>, index: number): string {
  return key ?? newKey(1, index)
}

const keyAt = (version: number, index: number) => `${version}-${index + 1}`

/** The keys of new quotes. V8 uses a string as a key much faster if it has been one before. */
const firstKeys = Array.from({ length: 256 }, (_, index) => keyAt(1, index))

/** Returns the key of a line that is new in a version, at this index. */
export function newKey(version: number, index: number): string {
  return (version === 1 ? firstKeys[index] : undefined) ?? keyAt(version, index)
}

/** Returns lines that all have their keys; the array itself if they have. */
export function withKeys(lines: readonly ProductLine[]): readonly ProductLine[] {
  if (lines[0]?.key !== null) return lines
  return Object.freeze(
    lines.map((line, index) => Object.freeze({ ...line, key: getKey(line, index) })),
  )
}

/** Compares keys by version and position, in which lines were added: `1-2` comes before `1-10`. */
export function compareKeys(left: string, right: string): number {
  return getVersion(left) - getVersion(right) || getPosition(left) - getPosition(right)
}

function getVersion(key: string): number {
  return Number(key.slice(0, key.indexOf('-')))
}

function getPosition(key: string): number {
  return Number(key.slice(key.indexOf('-') + 1))
}
