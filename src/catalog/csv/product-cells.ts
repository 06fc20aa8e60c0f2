import type { CsvHeader } from './header.js'
import { type CsvCatalogOptions, type CsvColumns, csvFields } from './options.js'

/** The content of a cell, with the name of its column for errors. */
export interface Cell {
  readonly column: string
  readonly value: string
  /** Why the cell can't be used. */
  readonly error?: string
}

/** The cells of one product, by field. */
export type ProductCells = { readonly [Field in (typeof csvFields)[number]]?: Cell }

/** Returns the product of a row, or undefined if the row has none. */
export type ReadRow = (cells: readonly string[]) => ProductCells | undefined

/** Returns a function that reads a row by its columns. Skips rows whose cells are all empty. */
export function rowReader(
  header: CsvHeader,
  names: CsvColumns,
  { decimalSeparator = '.' }: CsvCatalogOptions,
): ReadRow {
  const columns = csvFields.flatMap((field) => {
    const column = names[field]
    return column === undefined || !header.has(column) ? [] : [{ field, column }]
  })
  return (cells) => {
    if (cells.every((cell) => cell.trim() === '')) return undefined
    const entries = columns.map(({ field, column }) => {
      const value = header.cell(cells, column)
      const isPrice = field === 'price' || field === 'salePrice'
      const cell = isPrice && decimalSeparator === ',' ? withPoint(value) : { value }
      return [field, { column, ...cell }] as const
    })
    return Object.fromEntries(entries)
  }
}

/** A point could separate thousands or decimals, so it is an error. */
function withPoint(value: string): Omit<Cell, 'column'> {
  return value.includes('.')
    ? { value, error: 'must be a price with a decimal comma, and without points' }
    : { value: value.replace(',', '.') }
}
