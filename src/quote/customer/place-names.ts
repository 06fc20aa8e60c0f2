import { describeValue } from '../../validation/describe-value.js'
import { nearest } from '../../validation/nearest.js'
import {
  canonicalCountry,
  isCountryCode,
  listCountries,
  listStates,
  type ResolveRegion,
} from './regions.js'

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
