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
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
