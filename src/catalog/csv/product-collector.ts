import { isQuoteError, QuoteError } from '../../errors.js'
import {
  type CatalogProduct,
  copyProduct,
  parseCatalogResponse,
} from '../../quote/products/catalog-product.js'
import type { ProductId } from '../../quote/products/product-fields.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { CsvCatalogOptions } from './options.js'
import type { Cell, ProductCells } from './rows.js'

/** Collects the products of rows, and the errors by line and column. */
export class ProductCollector {
  readonly #products = new Map<ProductId, CatalogProduct>()
  readonly #lines = new Map<ProductId, number>()
  readonly #errors = new FieldErrorCollector()
  readonly #idType: CsvCatalogOptions['idType']

  constructor(idType: CsvCatalogOptions['idType']) {
    this.#idType = idType
  }

  /** Returns false if there are more errors than are listed. */
  add(line: number, cells: ProductCells): boolean {
    const read: readonly Cell[] = Object.values(cells)
    const unreadable = read.filter(({ error }) => error !== undefined)
    for (const { column, error = '' } of unreadable) this.#errors.add(['line', line, column], error)
    const id = this.#parseId(line, cells.id)
    if (id === undefined || unreadable.length > 0) return !this.#errors.isFull
    const earlier = this.#lines.get(id)
    if (earlier !== undefined)
      this.#errors.add(['line', line, cells.id?.column ?? ''], `is that of line ${earlier}`)
    else this.#addProduct(line, toProduct(id, cells), cells)
    return !this.#errors.isFull
  }

  addError(line: number, message: string): boolean {
    this.#errors.add(['line', line], message)
    return !this.#errors.isFull
  }

  /** @throws QuoteError `invalid_options` if there was an error */
  products(): ReadonlyMap<ProductId, CatalogProduct> {
    if (this.#errors.isEmpty) return this.#products
    throw new QuoteError('invalid_options', { errors: this.#errors.toFieldErrors() })
  }

  #parseId(line: number, cell: Cell | undefined): ProductId | undefined {
    const { column = '', value = '' } = cell ?? {}
    const path = ['line', line, column]
    if (value === '') this.#errors.add(path, 'is required, because it identifies the product')
    else if (this.#idType !== 'integer') return value
    else if (/^[1-9][0-9]*$/.test(value)) return Number(value)
    else
      this.#errors.add(path, `must be an integer of at least 1, received ${describeValue(value)}`)
    return undefined
  }

  #addProduct(line: number, product: CatalogProduct, cells: ProductCells): void {
    const errors = productErrors(product)
    for (const [path, message] of Object.entries(errors)) {
      const field = path.slice('[0].'.length) as keyof ProductCells
      this.#errors.add(['line', line, cells[field]?.column ?? field], message)
    }
    this.#lines.set(product.id, line)
    this.#products.set(product.id, copyProduct(product))
  }
}

const ownPrefix = 'fields.'

function toProduct(id: ProductId, cells: ProductCells): CatalogProduct {
  const { id: _, price, ...others } = cells
  const entries: readonly (readonly [string, Cell])[] = Object.entries(others)
  const fields = entries.filter(([, { value }]) => value !== '')
  const values = fields.map(([field, { value }]) => [field, value] as const)
  const isOwn = ([field]: readonly [string, string]) => field.startsWith(ownPrefix)
  const own = values.filter(isOwn).map(([field, value]) => [field.slice(ownPrefix.length), value])
  return {
    id,
    price: price?.value ?? '',
    ...Object.fromEntries(values.filter((each) => !isOwn(each))),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
  }
}

/** Returns the errors of a product, by their paths in an array of this product. */
function productErrors(product: CatalogProduct): Readonly<Record<string, string>> {
  try {
    parseCatalogResponse([product], { has: () => true })
    return {}
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'catalog_invalid_response') throw error
    return error.details.errors
  }
}
