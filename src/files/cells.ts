/** What a spreadsheet takes for a formula if a cell begins with it. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^-?\d+(\.\d+)?$/

/**
 * Returns a cell that no spreadsheet takes for a formula: one that begins like a formula gets an
 * apostrophe before it. Numbers stay numbers, also negative ones. {@link unguardCell} is its
 * inverse.
 */
export function guardCell(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text
}

/** Returns what a cell was before {@link guardCell}. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Returns the text of a value in a cell: JSON of objects and arrays, and nothing for none. */
export function toCellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return toPlainNumber(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Returns the text of a number with a decimal separator: `'-0,5'`. It needs no apostrophe. Any
 * other text is as {@link guardCell} returns it.
 */
export function toNumberCell(text: string, separator: '.' | ','): string {
  return number.test(text) ? text.replace('.', separator) : guardCell(text)
}

/**
 * Returns a cell with a number as one with a decimal point, and other cells as they are. Returns
 * undefined if the number has other separators than this one, so that it can mean two numbers.
 */
export function fromNumberCell(cell: string, separator: '.' | ','): string | undefined {
  const text = cell.trim()
  if (!/^-?[\d.,\s']+$/.test(text)) return text
  const plain = separator === ',' ? text.replaceAll(/[.,]/g, swapped) : text
  return number.test(plain) ? plain : undefined
}

const swapped = (separator: string) => (separator === ',' ? '.' : ',')

/** Returns a number without an exponent, which neither a spreadsheet nor an import would read. */
function toPlainNumber(value: number): string {
  const text = String(value)
  const [, sign, integer, fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (integer === undefined) return text
  const digits = integer + fraction
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}
