/** A line as somebody types or pastes it: `3 drill`, or a row of a table. */
export interface TypedLine {
  /** The words or the SKU of a product, or the name of a line of one's own. */
  readonly product: string
  /** Undefined if none is typed. */
  readonly qty?: string
}

const number = /^\d[\d.,\u00a0\u202f']*$/

/** A quantity and a product. The module gets it with the form. */
export const quantityFirst = /^(\d[\d.,]*)\s*(?:[x×*]\s+|\s)\s*(\S.*)$/isu

/**
 * Parses what is typed into the field that adds a line: a quantity may stand before the product,
 * such as in `3 drill` or `3 x drill`.
 */
export function parseTypedLine(text: string): TypedLine {
  const trimmed = text.trim()
  const [, qty, product] = quantityFirst.exec(trimmed) ?? []
  return qty === undefined || product === undefined ? { product: trimmed } : { product, qty }
}

/** How cells of a row can be separated: as a spreadsheet copies them, or as files have them. */
const separators = ['\t', ';', ',']

/**
 * Parses a pasted table of products and quantities, in either order: the first cell that is no
 * number is the product, and the first number is its quantity. A row of one cell is a typed line.
 * Empty rows are left out.
 */
export function parseTable(text: string): readonly TypedLine[] {
  return text
    .split(/\r\n?|\n/)
    .filter((row) => row.trim() !== '')
    .map(parseRow)
}

function parseRow(row: string): TypedLine {
  const separator = separators.find((each) => row.includes(each))
  if (separator === undefined) return parseTypedLine(row)
  const cells = row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1'))
  const filled = cells.filter((cell) => cell !== '')
  const [first = '', second] = filled
  // A product may have a number as its SKU: then the quantity is the other cell.
  if (number.test(first) && second !== undefined && !number.test(second))
    return { product: second, qty: first }
  const qty = filled.slice(1).find((cell) => number.test(cell))
  return qty === undefined ? { product: first } : { product: first, qty }
}
