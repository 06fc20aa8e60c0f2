import { truncate } from '../../validation/identifiers.js'

/** The first row of a file, by the names of its columns. */
export class CsvHeader {
  readonly #indexes = new Map<string, number>()
  readonly #repeated = new Set<string>()
  readonly length: number

  constructor(cells: readonly string[]) {
    this.length = cells.length
    for (const [index, cell] of cells.entries()) {
      const name = cell.trim()
      if (this.#indexes.has(name)) this.#repeated.add(name)
      else this.#indexes.set(name, index)
    }
  }

  has(name: string): boolean {
    return this.#indexes.has(name)
  }

  isRepeated(name: string): boolean {
    return this.#repeated.has(name)
  }

  /** Returns a cell without the spaces around it; an empty string if there is no such column. */
  cell(cells: readonly string[], name: string | undefined): string {
    const index = name === undefined ? undefined : this.#indexes.get(name)
    return index === undefined ? '' : (cells[index] ?? '').trim()
  }

  /** The names for error messages. */
  toString(): string {
    return [...this.#indexes.keys()].slice(0, 20).map(truncate).join(', ')
  }
}
