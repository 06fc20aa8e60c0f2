import { describeValue } from '../../validation/describe-value.js'
import { nearest } from '../../validation/nearest.js'
import { canonicalCountry, comparablePlace, getCountries } from './countries.js'
import { statesOfCountries } from './states.js'

/**
 * Returns the full name of a state, or undefined if its code is unknown. Gets both codes as they
 * were sent, so compare them case-insensitively.
 */
export type ResolveRegion = (country: string, code: string) => string | undefined

/** The names of the states by code, of the countries that were asked for. */
const statesByCountry = new Map<string, ReadonlyMap<string, string>>()

/** Returns the states of a country by their codes; undefined if there is no such country. */
function getStates(country: string): ReadonlyMap<string, string> | undefined {
  const known = statesByCountry.get(country)
  if (known !== undefined) return known
  if (!getCountries().has(country)) return undefined
  const start = statesOfCountries.indexOf(`\n\n${country}\n`) + 2
  const end = statesOfCountries.indexOf('\n\n', start)
  const [, ...lines] = statesOfCountries.slice(start, end < 0 ? undefined : end).split('\n')
  const states = new Map<string, string>()
  for (const line of lines) {
    const space = line.indexOf(' ')
    if (space > 0) states.set(line.slice(0, space), line.slice(space + 1))
  }
  statesByCountry.set(country, states)
  return states
}

/** The code of a state, with the country before it or without. */
const stateCode = /^(?:([A-Z]{2})-)?([A-Z0-9]{1,4})$/

/**
 * Returns the name of a state by its code of ISO 3166-2, in any case, with white space around it
 * or not: `CA` and `US-CA` are California. Codes that were withdrawn are known, unless they are in
 * use again. The code of another country, such as `DE-BY` in the US, is unknown.
 *
 * @example
 * const resolveRegion = (country, code) => ownRegions(country, code) ?? isoRegions(country, code)
 */
export const isoRegions: ResolveRegion = (country, code) => {
  const ofCountry = canonicalCountry(country)
  const [, prefix = ofCountry, state = ''] = stateCode.exec(code.trim().toUpperCase()) ?? []
  return canonicalCountry(prefix) === ofCountry ? getStates(ofCountry)?.get(state) : undefined
}

/**
 * Returns the code and the full name of every state of a country, as `resolveRegion` names it; an
 * empty array if they are not known.
 */
function listStates(
  resolveRegion: ResolveRegion,
  country: string,
): readonly (readonly [code: string, name: string])[] {
  return [...(getStates(country) ?? [])].map(([code, name]) => {
    const own: unknown = resolveRegion(country, code)
    return [code, typeof own === 'string' ? own : name] as const
  })
}

// A place that a table names must be spelled as places of customers are: else it matches none.

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
  const name = comparablePlace(state)
  // A country without states has itself as its only one.
  return states.length < 2 || states.some(([, each]) => comparablePlace(each) === name)
}
