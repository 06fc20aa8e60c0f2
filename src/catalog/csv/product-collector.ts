import { isQuoteError, QuoteError } from '../../errors.js'
import {
  type CatalogProduct,
  copyProduct,
  parseCatalogResponse,
} from '../../quote/lines/catalog-product.js'
import type { CatalogComponent } from '../../quote/lines/product-components.js'
import { isQuantity, type ProductId } from '../../quote/model/product-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector, maxErrors } from '../../validation/field-errors.js'
import type { CsvCatalogOptions } from './options.js'
import type { Cell, ProductCells } from './rows.js'

/** A row of a file that was left out. */
export interface SkippedRow {
  /** The line on which the row begins, from 1. */
  readonly line: number
  /** What is wrong, by the header of the column; by the empty string for all of the row. */
  readonly errors: Readonly<Record<string, string>>
}

/** The rows of a file that were left out. */
export interface SkippedRows {
  /** How many rows were left out. */
  readonly count: number
  /** By line, at most 100. */
  readonly rows: readonly SkippedRow[]
}

/** An error by the header of its column. */
type CellError = readonly [column: string, message: string]

/** A row with a price of a product. */
interface PriceRow {
  readonly line: number
  /** The quantity from which the price applies; 0 for none. */
  readonly qty: number
  readonly product: CatalogProduct
}

/** Collects the products of rows, and the errors by line and column. */
export class ProductCollector {
  readonly #rows = new Map<ProductId, PriceRow[]>()
  /** The first line of each id that has an invalid row. */
  readonly #invalid = new Map<ProductId, number>()
  readonly #errors = new FieldErrorCollector()
  readonly #options: CsvCatalogOptions
  readonly #skips: 'all' | 'unidentified' | 'none'
  readonly #skipped: SkippedRow[] = []
  #skippedCount = 0
  /** The headers of the columns, as the rows have them. */
  #columns: { readonly id: string; readonly minQty: string } = { id: '', minQty: '' }

  /** @param isShopify Whether variants need no SKU of their own. */
  constructor(options: CsvCatalogOptions, isShopify: boolean) {
    this.#options = options
    const { onInvalid } = options
    const unlessSaid = isShopify ? 'unidentified' : 'none'
    this.#skips = onInvalid === 'skip' ? 'all' : onInvalid === undefined ? unlessSaid : 'none'
  }

  /** Returns false if there are more errors than are listed. */
  add(line: number, cells: ProductCells): boolean {
    this.#columns = { id: cells.id?.column ?? '', minQty: cells.minQty?.column ?? '' }
    const id = this.#parseId(cells.id)
    if (typeof id === 'object') this.#reject(line, [[this.#columns.id, id.error]], 'unidentified')
    else this.#addRow(line, id, cells)
    return !this.#errors.isFull
  }

  /** Adds an error of a whole row. Returns false if there are more errors than are listed. */
  addError(line: number, message: string): boolean {
    this.#reject(line, [['', message]], 'all')
    return !this.#errors.isFull
  }

  /**
   * @throws QuoteError `invalid_options` if there was an error in a row that is not skipped, or if
   * all rows are skipped
   */
  finish(): {
    readonly products: ReadonlyMap<ProductId, CatalogProduct>
    readonly skipped: SkippedRows
  } {
    const products = new Map<ProductId, CatalogProduct>()
    for (const [id, rows] of this.#rows) {
      const product = this.#toProduct(id, rows)
      if (product !== undefined) products.set(id, product)
    }
    const rows = this.#skipped.toSorted((one, other) => one.line - other.line)
    if (products.size === 0 && this.#errors.isEmpty)
      for (const { line, errors } of rows)
        for (const [column, message] of Object.entries(errors)) this.#add(line, column, message)
    if (!this.#errors.isEmpty)
      throw new QuoteError('invalid_options', { errors: this.#errors.toFieldErrors() })
    return {
      products,
      skipped: Object.freeze({ count: this.#skippedCount, rows: Object.freeze(rows) }),
    }
  }

  #addRow(line: number, id: ProductId, cells: ProductCells): void {
    const qty = parseQuantity(cells.minQty)
    const product = toProduct(id, cells, this.#options)
    const errors = typeof qty === 'object' ? [[this.#columns.minQty, qty.error] as const] : []
    errors.push(...(unreadable(cells) ?? productErrors(product, cells)))
    const rows = this.#rows.get(id) ?? []
    this.#rows.set(id, rows)
    const earlier = rows.find((row) => row.qty === qty)
    if (errors.length > 0) this.#reject(line, errors, 'all', id)
    else if (earlier !== undefined) {
      const column = cells.minQty === undefined ? this.#columns.id : this.#columns.minQty
      this.#reject(line, [[column, `is that of line ${earlier.line}`]], 'unidentified', id)
    } else rows.push({ line, qty: qty as number, product: copyProduct(product) })
  }

  /** Returns the product of its rows; undefined if they are not valid, or skipped. */
  #toProduct(id: ProductId, rows: readonly PriceRow[]): CatalogProduct | undefined {
    const invalid = this.#invalid.get(id)
    if (invalid !== undefined) {
      const message = `is that of line ${invalid}, which was skipped`
      for (const { line } of rows) this.#skip(line, [[this.#columns.id, message]])
      return undefined
    }
    const [first, ...others] = rows.toSorted((one, other) => one.qty - other.qty)
    if (first === undefined || (others.length === 0 && first.qty <= 1)) return first?.product
    const priceBreaks = others.map(({ qty, product: { price } }) => ({ qty, price }))
    const product = { ...first.product, priceBreaks }
    const errors = productErrors(product, {})
    if (first.qty > 1) errors.push([this.#columns.minQty, noPriceOfOne])
    if (errors.length === 0) return copyProduct(product)
    for (const { line } of this.#skips === 'all' ? rows : [first]) this.#reject(line, errors, 'all')
    return undefined
  }

  #parseId(cell: Cell | undefined): ProductId | { readonly error: string } {
    const { value = '' } = cell ?? {}
    if (value === '') return { error: 'is required, because it identifies the product' }
    if (this.#options.idType !== 'integer') return value
    if (/^[1-9][0-9]*$/.test(value)) return Number(value)
    return { error: `must be an integer of at least 1, received ${describeValue(value)}` }
  }

  #reject(
    line: number,
    errors: readonly CellError[],
    kind: 'unidentified' | 'all',
    id?: ProductId,
  ): void {
    if (this.#skips === 'all' || this.#skips === kind) {
      if (id !== undefined && !this.#invalid.has(id)) this.#invalid.set(id, line)
      this.#skip(line, errors)
    } else for (const [column, message] of errors) this.#add(line, column, message)
  }

  #skip(line: number, errors: readonly CellError[]): void {
    this.#skippedCount += 1
    if (this.#skipped.length >= maxErrors) return
    this.#skipped.push(Object.freeze({ line, errors: Object.freeze(Object.fromEntries(errors)) }))
  }

  #add(line: number, column: string, message: string): void {
    this.#errors.add(column === '' ? ['line', line] : ['line', line, column], message)
  }
}

const noPriceOfOne = 'must be empty or at most 1 in one row of a product, which has its price'

/** Returns the errors of cells that can't be read; undefined if all can. */
function unreadable(cells: ProductCells): readonly CellError[] | undefined {
  const all: readonly Cell[] = Object.values(cells)
  const errors = all.flatMap(({ column, error }) =>
    error === undefined ? [] : [[column, error] as const],
  )
  return errors.length === 0 ? undefined : errors
}

/** Returns the quantity from which a price applies: 0 if the cell is empty, or can't be read. */
function parseQuantity(cell: Cell | undefined): number | { readonly error: string } {
  const { value = '', error } = cell ?? {}
  if (value === '' || error !== undefined) return 0
  const qty = /^[0-9]+(?:\.[0-9]+)?$/.test(value) ? Number(value) : undefined
  if (qty === 0 || isQuantity(qty)) return qty
  const expected = 'must be empty, or a number of at least 0 with up to three decimals'
  return { error: `${expected}, received ${describeValue(value)}` }
}

const ownPrefix = 'fields.'

function toProduct(
  id: ProductId,
  cells: ProductCells,
  options: Pick<CsvCatalogOptions, 'idType' | 'decimalSeparator'>,
): CatalogProduct {
  const { id: _, price, minQty: __, components, ...others } = cells
  const isSummed = cells.componentPrices?.value === 'summed'
  const entries: readonly (readonly [string, Cell])[] = Object.entries(others)
  const fields = entries.filter(([, { value }]) => value !== '')
  const values = fields.map(([field, { value }]) => [field, value] as const)
  const isOwn = ([field]: readonly [string, string]) => field.startsWith(ownPrefix)
  const own = values.filter(isOwn).map(([field, value]) => [field.slice(ownPrefix.length), value])
  return {
    id,
    price: price?.value || (isSummed ? '0' : ''),
    ...(components?.value && { components: parseComponents(components.value, options) }),
    ...Object.fromEntries(values.filter((each) => !isOwn(each))),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
  }
}

/** Returns the components in a cell. The engine validates them. */
function parseComponents(
  value: string,
  { idType, decimalSeparator }: Pick<CsvCatalogOptions, 'idType' | 'decimalSeparator'>,
): readonly CatalogComponent[] {
  return value.split('|').map((each) => {
    const colon = each.lastIndexOf(':')
    const end = colon === -1 ? each.length : colon
    const [id, typed] = [each.slice(0, end).trim(), each.slice(end + 1).trim()]
    const qty = decimalSeparator === ',' ? typed.replace(',', '.') : typed
    return {
      id: idType === 'integer' && /^[1-9][0-9]*$/.test(id) ? Number(id) : id,
      qty: /^[0-9]+(?:\.[0-9]+)?$/.test(qty) ? Number(qty) : Number.NaN,
    }
  })
}

/** Returns the errors of a product, by the header of the column or the name of the field. */
function productErrors(product: CatalogProduct, cells: ProductCells): CellError[] {
  try {
    parseCatalogResponse([product], { has: () => true })
    return []
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'catalog_invalid_response') throw error
    return Object.entries(error.details.errors).map(([path, message]) => {
      const field = path.slice('[0].'.length)
      const [own = field] = field.split('[')
      return [cells[own as keyof ProductCells]?.column ?? field, message]
    })
  }
}
