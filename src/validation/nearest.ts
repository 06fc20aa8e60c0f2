/**
 * Returns the candidate that is most like a string, without case and differs from it
 * in few characters. Undefined if there is none.
 */
export function nearest(value: string, candidates: Iterable<string>): string | undefined {
  const typed = value.trim().toUpperCase()
  if (typed === '' || typed.length > maxLength) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.toUpperCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

const maxLength = 64

/** Returns how many characters must be inserted, removed or replaced. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let index = 1; index <= other.length; index += 1) {
      const replaced = (row[index - 1] ?? 0) + Number(one[at - 1] !== other[index - 1])
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? one.length
}
