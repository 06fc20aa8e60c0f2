const zeroCode = 48
const pointCode = 46
const minusCode = 45
const decimals = 4

/** Up to here a text has at most 15 digits once its decimals are filled up, so its steps are a safe integer. */
const maxLength = 11

/**
 * The ten-thousandths in a short decimal text, as nearly all prices are; undefined where the text is anything else, be it longer or
 * no amount at all. Reads it digit by digit, as a regular expression takes longer.
 */
export function parseShortDecimal(text: string): number | undefined {
  const { length } = text
  if (length > maxLength) return undefined
  const isNegative = text.charCodeAt(0) === minusCode
  const start = isNegative ? 1 : 0
  let steps = 0
  let point = length
  for (let place = start; place < length; place += 1) {
    const code = text.charCodeAt(place)
    if (code >= zeroCode && code <= zeroCode + 9) steps = steps * 10 + (code - zeroCode)
    else if (code === pointCode && point === length) point = place
    else return undefined
  }
  const fraction = length - point - 1
  if (point === start || fraction === 0 || fraction > decimals) return undefined
  for (let place = Math.max(fraction, 0); place < decimals; place += 1) steps *= 10
  return isNegative ? 0 - steps : steps
}
