const zeroCode = 48
const pointCode = 46
const minusCode = 45
const decimals = 4

/** Strings up to this length have at most 15 digits with four decimals: a safe integer of units. */
const maxLength = 11

/**
 * Returns the ten-thousandths in a short decimal string, such as nearly all prices are; undefined
 * for longer strings and for strings that are no decimal. Parses digit by digit, because a regular
 * expression is slower.
 */
export function parseTenThousandths(value: string): number | undefined {
  const { length } = value
  if (length > maxLength) return undefined
  const isNegative = value.charCodeAt(0) === minusCode
  const start = isNegative ? 1 : 0
  let units = 0
  let point = length
  for (let index = start; index < length; index += 1) {
    const code = value.charCodeAt(index)
    if (code >= zeroCode && code <= zeroCode + 9) units = units * 10 + (code - zeroCode)
    else if (code === pointCode && point === length) point = index
    else return undefined
  }
  const fractionDigits = length - point - 1
  if (point === start || fractionDigits === 0 || fractionDigits > decimals) return undefined
  for (let index = Math.max(fractionDigits, 0); index < decimals; index += 1) units *= 10
  return isNegative ? 0 - units : units
}
