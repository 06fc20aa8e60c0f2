const blank = String.raw`[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]`
const onlyBlanks = new RegExp(`^${blank}*$`, 'u')

// Emoji end with a variation selector, and words of some languages with a joiner or a direction.
const edge = String.raw`[\p{White_Space}\u00ad\u180e\u200b\u2060\u2800\u3164\ufeff]`
const blankEdges = new RegExp(`^${edge}|${edge}$`, 'u')

/** Returns true for a string in which nothing can be seen: only spaces and invisible characters. */
export function isBlank(text: string): boolean {
  return onlyBlanks.test(text)
}

/** Returns true if the string begins or ends with a space, or with a character like one. */
export function hasBlankEdges(text: string): boolean {
  return blankEdges.test(text)
}

/** Returns the error of a name that somebody gives; undefined if it can be read as it is stored. */
export function getBlankError(name: string): string | undefined {
  if (isBlank(name)) return blankMessage
  return hasBlankEdges(name) ? blankEdgesMessage : undefined
}

export const blankMessage = 'must have a character that can be seen'
export const blankEdgesMessage = 'must not begin or end with a space'
