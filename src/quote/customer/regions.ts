import { allCountries } from 'country-region-data'

/**
 * Returns the full name of a state, or undefined if its code is unknown. Gets both codes as they
 * were sent, so compare them case-insensitively.
 */
export type ResolveRegion = (country: string, code: string) => string | undefined

const defaultCountry = 'US'

const regionsByCountry = new Map<string, ReadonlyMap<string, string>>()
const countries = new Map(allCountries.map(([, code, regions]) => [code as string, regions]))

function getRegions(country: string): ReadonlyMap<string, string> | undefined {
  const known = regionsByCountry.get(country)
  if (known !== undefined) return known
  const regions = countries.get(country)
  if (regions === undefined) return undefined
  const names = new Map(
    regions.flatMap(([name, code]) => (code ? [[code.toUpperCase(), name] as const] : [])),
  )
  regionsByCountry.set(country, names)
  return names
}

/**
 * Looks states up in the package country-region-data, which has the ISO 3166-2 regions of most
 * countries.
 *
 * @example
 * const resolveRegion = (country, code) => ownRegions(country, code) ?? isoRegions(country, code)
 */
export const isoRegions: ResolveRegion = (country, code) =>
  getRegions(country.toUpperCase())?.get(code.toUpperCase())

/** Returns the full name of a state, or the string that was sent if its code is unknown. */
export function resolveStateName(
  resolveRegion: ResolveRegion,
  country: string | undefined,
  sent: string,
): string {
  const name: unknown = resolveRegion(country || defaultCountry, sent)
  return typeof name === 'string' ? name : sent
}

/** Codes of places that have taxes or shipping of their own, besides the list of countries. */
const otherCodes = new Set(['AC', 'CP', 'DG', 'EA', 'IC', 'SJ', 'TA'])

/** Returns true for a country code of ISO 3166-1 in capital letters, or one for private use. */
export function isCountryCode(code: string): boolean {
  return countries.has(code) || otherCodes.has(code) || /^X[A-Z]$/.test(code)
}

/** Codes that are in use instead of those of ISO 3166-1. */
const otherSpellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** Returns a country code as countries are compared: `UK` and `gb` are `GB`. */
export function canonicalCountry(country: string): string {
  const code = country.trim().normalize('NFC').toUpperCase()
  return Object.hasOwn(otherSpellings, code) ? (otherSpellings[code] as string) : code
}

/** Returns the code and the English name of every country. */
export function listCountries(): readonly (readonly [code: string, name: string])[] {
  return allCountries.map(([name, code]) => [code, name])
}

/**
 * Returns the code and the full name of every state of a country, as `resolveRegion` names it; an
 * empty array if they are not known.
 */
export function listStates(
  resolveRegion: ResolveRegion,
  country: string,
): readonly (readonly [code: string, name: string])[] {
  return (countries.get(country) ?? []).flatMap(([name, code]) => {
    if (!code) return []
    const own: unknown = resolveRegion(country, code)
    return [[code, typeof own === 'string' ? own : name] as const]
  })
}
