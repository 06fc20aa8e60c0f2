import { maxDecimals } from './rounding.js'

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
