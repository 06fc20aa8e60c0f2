import type { ResolveRegion } from './regions.js'

const defaultCountry = 'US'

/** Returns the full name of a state, or the string that was sent if its code is unknown. */
export function resolveStateName(
  resolveRegion: ResolveRegion,
  country: string | undefined,
  sent: string,
): string {
  const name: unknown = resolveRegion(country || defaultCountry, sent)
  return typeof name === 'string' ? name : sent
}

let isoRegions: ResolveRegion | undefined

/**
 * `isoRegions` for an engine. Call {@link loadRegions} before: the names of all states are a
 * quarter of a bundle of the engine, and many processes never need one.
 */
export const loadedRegions: ResolveRegion = (country, code) => {
  if (isoRegions === undefined) throw new Error('The names of states must be loaded before')
  return isoRegions(country, code)
}

/**
 * Loads what is needed to resolve the states of the addresses that are sent.
 *
 * @returns undefined if there is nothing to wait for
 */
export function loadRegions(
  resolveRegion: ResolveRegion,
  ...addresses: readonly ({ readonly state?: string | null | undefined } | null | undefined)[]
): Promise<void> | undefined {
  const isLoaded = resolveRegion !== loadedRegions || isoRegions !== undefined
  return isLoaded || addresses.every((each) => each?.state == null) ? undefined : load()
}

async function load(): Promise<void> {
  const regions = await import('./iso-regions.js')
  isoRegions = regions.isoRegions
}
