/**
 * Returns the initials of a person or a company: of the first and the last word of the name, which
 * can have signs around it. Empty for a name without letters and digits.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}'’-]+/u).flatMap((word) => {
    const trimmed = word.replace(/^['’-]+/, '')
    return trimmed === '' ? [] : [trimmed]
  })
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
