import { allCountries } from 'country-region-data'

/**
 * The full name of the state with this code in this country, or undefined where none is known. Codes come as they were sent;
 * comparing them without regard to case is up to the function.
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
 * The regions that the package country-region-data has: those of ISO 3166-2 for most countries, not all of them. Put your own
 * look-up before it where it lacks what you need: `(country, code) => mine(country, code) ?? isoRegions(country, code)`.
 */
export const isoRegions: ResolveRegion = (country, code) =>
  regionsOf(country.toUpperCase())?.get(code.toUpperCase())

/**
 * What a quote shows for a state that was sent: the full name where the code is known in the country (US where no country is
 * given), else what was sent.
 */
export function resolveStateName(
  regions: ResolveRegion,
  country: string | undefined,
  sent: string,
): string {
  const name: unknown = regions(country || defaultCountry, sent)
  return typeof name === 'string' ? name : sent
}
