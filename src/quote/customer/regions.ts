import { allCountries } from 'country-region-data'
import { describeValue } from '../../validation/describe-value.js'
import { nearest } from '../../validation/nearest.js'

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
function listCountries(): readonly (readonly [code: string, name: string])[] {
  return allCountries.map(([name, code]) => [code, name])
}

/**
 * Returns the code and the full name of every state of a country, as `resolveRegion` names it; an
 * empty array if they are not known.
 */
function listStates(
  resolveRegion: ResolveRegion,
  country: string,
): readonly (readonly [code: string, name: string])[] {
  return (countries.get(country) ?? []).flatMap(([name, code]) => {
    if (!code) return []
    const own: unknown = resolveRegion(country, code)
    return [[code, typeof own === 'string' ? own : name] as const]
  })
}

// A place that a table names must be spelled as places of customers are: else it matches none.

/** Returns what is wrong with a country of a table; undefined if it is a country code. */
export function countryError(country: string): string | undefined {
  if (isCountryCode(canonicalCountry(country))) return undefined
  const names = new Map(listCountries().map(([code, name]) => [name, code]))
  const name = nearest(country, names.keys())
  const hint = name === undefined ? '' : ` (${names.get(name)} is ${name})`
  return `must be a country code such as DE${hint}, received ${describeValue(country)}`
}

/**
 * Returns what is wrong with a state of a table; undefined if it is one of the country, or if the
 * states of the country are not known.
 */
export function stateError(
  state: string,
  country: string,
  resolveRegion: ResolveRegion,
): string | undefined {
  const code = canonicalCountry(country)
  if (isKnownState(state, code, resolveRegion)) return undefined
  const states = listStates(resolveRegion, code)
  const likely = nearest(state, states.flat())
  const hint = likely === undefined ? '' : `, such as ${likely}`
  const expected = `must be the code or the full name of a state of ${code}${hint}`
  return `${expected}, received ${describeValue(state)}`
}

/** Returns true for the code or the full name of a state, and if the states are not known. */
export function isKnownState(
  state: string,
  country: string,
  resolveRegion: ResolveRegion,
): boolean {
  const code = canonicalCountry(country)
  if (typeof (resolveRegion(code, state.trim()) as unknown) === 'string') return true
  const states = listStates(resolveRegion, code)
  const name = comparableState(state)
  // A country without states has itself as its only one.
  return states.length < 2 || states.some(([, each]) => comparableState(each) === name)
}

/** Returns the name of a state as states are compared: without case and accents. */
export function comparableState(state: string): string {
  return state.trim().normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
}
