/** A shipping method with its price, as a shipping provider returns it. */
export interface ShippingOption {
  /**
   * Identifies the option: 1 to 64 characters, unique among the options of a quote. Neither
   * `no_additional` nor `custom`.
   */
  readonly type: string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** 0 or more, with at most the decimals of the quote's currency. */
  readonly price: number | string
  /** The tax code of the charge, for the tax provider. */
  readonly taxCode?: string | null | undefined
}

/** The types of shipping that no option of a provider can have. */
export const reservedTypes: readonly string[] = ['no_additional', 'custom']
