import type { ProductId } from '../products/product-id.js'
import type { CustomLineFields } from './custom-line.js'
import type { ReadOnlyLineFields } from './read-only-fields.js'

/** What can be set on a line of a new quote besides its product and quantity. */
export interface NewLineFields {
  /**
   * Offered unit price, with up to two decimals, or more by option or currency; 0 or more.
   *
   * @default The catalog's price.
   */
  readonly quote?: number | string | undefined
  /**
   * Discount per unit: `price` minus the offered price, with up to ten decimals. Negative for a
   * mark-up. Must agree with `quote` if both are sent.
   */
  readonly discount?: number | string | undefined
  /**
   * Percent from 0 to 100 that is taken off the list price of the line, with up to four decimals.
   * Instead of `quote` and `discount`.
   */
  readonly discount_percent?: number | string | undefined
  /** 1 to 2,000 characters. */
  readonly note?: string | undefined
}

/** A line of a new quote with a product. */
export interface ProductLineRequest extends NewLineFields {
  /** The product's identifier in the store's catalog. */
  readonly id: ProductId
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty: number
}

/** A line of a new quote without a product. */
export interface CustomLineRequest extends NewLineFields, CustomLineFields {
  /** 0, or absent. */
  readonly id?: 0 | undefined
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** Unit price, 0 or more. */
  readonly price: number | string
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty: number
}

/** A line of a new quote: with a product of the catalog, or with a name and a price of its own. */
export type CreateLineRequest = ProductLineRequest | CustomLineRequest

/**
 * A line of an updated quote. Refers to the stored line with this `key`, or else to the next stored
 * line with this `id`. If there is none, it adds a line, which needs `id` and `qty`, or `name`,
 * `price` and `qty`.
 */
export interface UpdateLineRequest
  extends Omit<ReadOnlyLineFields, 'price'>,
    Omit<CustomLineFields, 'name'> {
  /** The product's identifier. Required if there is neither a `key` nor a `name`. */
  readonly id?: ProductId | undefined
  /** The stored key of the line, of at most 64 characters. Null counts as absent. */
  readonly key?: string | null | undefined
  /** An integer from 1 to the limit `maxQuantity`, or with decimals by option. */
  readonly qty?: number | undefined
  /**
   * Offered unit price, with up to two decimals, or more by option or currency; 0 or more. Must
   * agree with `discount` if both are sent. Exception: if a stored line is sent back with its
   * totals, or has a `discount_percent`, the fields that are unchanged are ignored.
   */
  readonly quote?: number | string | undefined
  /** Discount per unit: `price` minus the offered price. Negative for a mark-up. */
  readonly discount?: number | string | undefined
  /**
   * Percent from 0 to 100 that is taken off the list price of the line, with up to four decimals.
   * It stays until `quote` or `discount` changes. Null removes it, and the line costs what the
   * catalog says for its quantity.
   */
  readonly discount_percent?: number | string | null | undefined
  /** 1 to 2,000 characters; null removes the note. */
  readonly note?: string | null | undefined
  /** Unit price of a custom line. The price of a product is frozen. */
  readonly price?: number | string | undefined
  /** The name of a custom line. The facts of a product are frozen. */
  readonly name?: string | undefined
}

/** A change of one line: of the line with this `key`, or the only one with this `id`. */
export interface LineChangeRequest extends UpdateLineRequest {
  /**
   * True removes the line.
   *
   * @default false
   */
  readonly remove?: boolean | undefined
}
