import { type Amount, parseAmount } from './amount.js'
import { hasAtMostDecimals, maxDecimals } from './rounding.js'

/** The currencies of ISO 4217 whose minor unit is not a hundredth. */
const currenciesByDecimals: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

const exceptions: ReadonlyMap<string, number> = new Map(
  currenciesByDecimals.flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, decimals] as const),
  ),
)

/** Returns true for three capital letters, as the codes of ISO 4217 are. */
export function isCurrency(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
}

/** Decimals of currencies by code, 0 to 4. */
export type CurrencyDecimals = Readonly<Record<string, number>>

/** Steps of what is paid in cash by currency: `{ CHF: '0.05' }`. */
export type CashRounding = Readonly<Record<string, number | string>>

/**
 * Returns the step to which what is paid in a currency is rounded. Undefined for none, and for one
 * that amounts with these decimals cannot show.
 */
export function getCashStep(
  currency: string | undefined,
  decimals: number,
  steps: CashRounding | undefined,
): Amount | undefined {
  if (steps === undefined || currency === undefined || !Object.hasOwn(steps, currency))
    return undefined
  const step = parseAmount(steps[currency]) as Amount
  return hasAtMostDecimals(step, decimals) ? step : undefined
}

/** Returns true for a step of 0.0001 to 10,000. */
export function isCashStep(value: unknown): value is number | string {
  const step = parseAmount(value)
  return typeof step === 'number' && step > 0 && step <= 1e8
}

/**
 * Returns the decimals of the amounts of a currency: those that the host sets, else those of ISO
 * 4217, else two.
 */
export function getCurrencyDecimals(currency: string, overrides: CurrencyDecimals = {}): number {
  const own = Object.hasOwn(overrides, currency) ? overrides[currency] : undefined
  return own ?? exceptions.get(currency) ?? 2
}

/** Returns true for a number of decimals that amounts can have. */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxDecimals
}
