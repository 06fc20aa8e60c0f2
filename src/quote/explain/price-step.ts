import { type Amount, add, zero } from '../../money/amount.js'
import { toFixedAtLeast } from '../../money/rounding.js'

/** One step on the way to an amount. */
export interface PriceStep {
  /**
   * What the step is. Of a line: its `list` price, the `calculated` price of a sale, a
   * `price_break`, the `rounding` of the unit price, a `percent` that is taken off the list price,
   * a price `offered` by hand, its share of a `discount` of the quote, a `tax_removed` that the
   * price contains and the customer does not pay, and `tax`. Of the quote: `lines`, `discount`,
   * `shipping`, `tax_removed` and `tax`.
   */
  readonly type:
    | 'list'
    | 'calculated'
    | 'price_break'
    | 'rounding'
    | 'percent'
    | 'offered'
    | 'discount'
    | 'lines'
    | 'shipping'
    | 'tax_removed'
    | 'tax'
  /** The name of a discount, a shipping method or a tax. */
  readonly label?: string
  /** The unit price after the step, if it changes the unit price. */
  readonly unit?: string
  /** Of a rounded unit price: the price before, such as `0.0875` if `unit` is `0.09`. */
  readonly from?: string
  /** Of a percentage that is taken off the list price: the percent, such as `12.5`. */
  readonly percent?: string
  /** The amount before the step, with at least the decimals of the quote. */
  readonly before: string
  /** What the step adds; negative for what it takes off. */
  readonly change: string
  /** The amount after the step: `before` + `change`. */
  readonly after: string
  /** Of a tax that the prices include: the tax. Its `change` is 0. */
  readonly included?: string
}

/** Collects the steps from 0 to an amount. */
export class PriceSteps {
  readonly decimals: number
  readonly #steps: PriceStep[] = []
  #sum: Amount = zero

  constructor(decimals: number) {
    this.decimals = decimals
  }

  get list(): readonly PriceStep[] {
    return Object.freeze(this.#steps)
  }

  /** The amount after the last step. */
  get sum(): Amount {
    return this.#sum
  }

  get total(): string {
    return toFixedAtLeast(this.#sum, this.decimals)
  }

  add(
    type: PriceStep['type'],
    change: Amount,
    details: Pick<PriceStep, 'label' | 'unit' | 'from' | 'percent' | 'included'> = {},
  ): void {
    const before = this.total
    this.#sum = add(this.#sum, change)
    const shown = toFixedAtLeast(change, this.decimals)
    this.#steps.push(Object.freeze({ type, ...details, before, change: shown, after: this.total }))
  }
}
