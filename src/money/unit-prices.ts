import { type Amount, DecimalClone, fromDecimal, maxUnitDecimals } from './amount.js'
import { wholePercent } from './rounding.js'

/** A unit price, and of how many units. */
export interface PricedQuantity {
  readonly unitPrice: Amount
  /** More than 0, with up to three decimals. */
  readonly qty: number
}

/** The most digits that a unit price can have, if it has more than four decimals. */
const maxUnitDigits = 15

/** The units of an amount in one of the main unit. */
const unitsPerOne = 10_000

type ExactNumber = InstanceType<typeof DecimalClone>

/**
 * Returns a percentage of the sum of unit prices times their quantities, as a unit price: rounded
 * once, half-up, and only if it has more than ten decimals, or more than 15 digits. Such as the sum
 * of 2 × 6.75 at 95 percent, 12.825.
 *
 * @param percent In ten-thousandths of a percent.
 */
export function sumUnitPrices(parts: readonly PricedQuantity[], percent: number): Amount {
  const sum = parts.map(exactValue).reduce((left, right) => left.plus(right), new DecimalClone(0))
  return toUnitPrice(sum.times(percent).div(wholePercent))
}

/**
 * Returns the price of one unit of a price for several, rounded as {@link sumUnitPrices} is.
 *
 * @param per The quantity that the price is for. Undefined for 1.
 */
export function divideUnitPrice(price: Amount, per: number | undefined): Amount {
  return per === undefined ? price : toUnitPrice(new DecimalClone(price).div(per))
}

/** Returns integers in the proportion of what each part costs. */
export function toWeights(parts: readonly PricedQuantity[]): readonly bigint[] {
  // Units of a price have six decimals more, and quantities have three.
  return parts.map((part) => BigInt(exactValue(part).times(1e9).toFixed(0)))
}

function exactValue({ unitPrice, qty }: PricedQuantity): ExactNumber {
  return new DecimalClone(unitPrice).times(qty)
}

function toUnitPrice(units: ExactNumber): Amount {
  const exact = units.div(unitsPerOne)
  const ofDigits = Math.max(maxUnitDigits - 1 - exact.e, 4)
  const places = Math.min(maxUnitDecimals, ofDigits)
  const rounded = exact.toDecimalPlaces(places, DecimalClone.ROUND_HALF_UP)
  return fromDecimal(rounded.times(unitsPerOne))
}
