/** A rate, and what it applies to. Several rates can apply to one line. */
export interface TaxRate {
  /** The name that the customer sees, such as `VAT 19 %`: 1 to 255 characters. */
  readonly name: string
  /** Percent from 0 to 1000, with up to four decimals: 19 is 19 %. */
  readonly rate: number | string
  /** The keys of the lines to which it applies, each once. */
  readonly lines: readonly string[]
  /**
   * True if it applies to the shipping charge.
   *
   * @default false
   */
  readonly shipping?: boolean | undefined
}

/** The tax of one line, or of the shipping charge, that a provider has calculated. */
export interface TaxAmount {
  /** The key of the line, or `shipping`. */
  readonly line: string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** Percent, as {@link TaxRate.rate}. Absent if it is not known. */
  readonly rate?: number | string | null | undefined
  /** 0 or more, with at most the decimals of the currency. */
  readonly amount: number | string
}

/** What a tax provider returns. */
export type TaxResponse =
  | {
      /** Rates to multiply, each for some lines. No line has one name and rate twice. */
      readonly rates: readonly TaxRate[]
      /**
       * The rates that the prices contain, in the same shape, if the prices of the store include
       * taxes: those that a customer at the store's own place pays. If they are not those that
       * this customer pays, the engine removes them, and adds the customer's taxes to what is left.
       * An empty array if the prices contain none.
       *
       * @default The prices contain the taxes that are returned.
       */
      readonly included?: readonly TaxRate[] | null | undefined
      /** The provider's own id of this calculation: 1 to 255 characters. */
      readonly reference?: string | null | undefined
    }
  | {
      /** The taxes of all lines that have any, with nothing left to compute. */
      readonly amounts: readonly TaxAmount[]
      /** The sum of all amounts, which is checked. */
      readonly total: number | string
      /**
       * The rates that the prices contain, as with `rates`. The amounts are then those of the
       * prices without these taxes, which are removed, and the amounts are added.
       *
       * @default The prices contain the amounts, if they include taxes.
       */
      readonly included?: readonly TaxRate[] | null | undefined
      /** The provider's own id of this calculation: 1 to 255 characters. */
      readonly reference?: string | null | undefined
    }
  | {
      /** Why the taxes cannot be priced, for the user: 1 to 2,000 characters. */
      readonly rejected: string
    }
