import { allCountries } from 'country-region-data'

/**
 * Returns the full name of a state, or undefined if its code is unknown. Gets both codes as they
 * were sent, so compare them case-insensitively.
 */
export type ResolveRegion = (country: string, code: string) => string | undefined

const defaultCountry = 'US'

const regionsByCountry = new Map<string, ReadonlyMap<string, string>>()
const countries = new Map(allCountries.map(([, code, regions]) => [code as string, regions]))

function regionsOf(country: string): ReadonlyMap<string, string> | undefined {
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
  regionsOf(country.toUpperCase())?.get(code.toUpperCase())

/** Returns the full name of a state, or the string that was sent if its code is unknown. */
export function resolveStateName(
  resolveRegion: ResolveRegion,
  country: string | undefined,
  sent: string,
): string {
  const name: unknown = resolveRegion(country || defaultCountry, sent)
  return typeof name === 'string' ? name : sent
}
