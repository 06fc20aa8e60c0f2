/**
 * How much to try, as an environment variable says.
 *
 * @throws RangeError for what is no count of at least 1: a proof that tries nothing would pass
 */
export function proofSize(variable: string, byDefault: number): number {
  const size = Number(process.env[variable] ?? byDefault)
  if (Number.isSafeInteger(size) && size >= 1) return size
  throw new RangeError(`${variable} must be an integer of at least 1`)
}
