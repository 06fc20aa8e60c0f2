import { describe, expect, it } from 'vitest'
import { isoRegions } from '../../../src/quote/regions/regions.js'
import { resolveStateName } from '../../../src/quote/regions/resolve-state.js'

describe('isoRegions', () => {
  it.each([
    ['US', 'CA', 'California'],
    ['us', 'ca', 'California'],
    ['US', 'DC', 'District of Columbia'],
    ['CA', 'ON', 'Ontario'],
    ['DE', 'BY', 'Bayern'],
    ['AU', 'NSW', 'New South Wales'],
  ])('resolves %s %s to %s', (country, code, name) => {
    expect(isoRegions(country, code)).toBe(name)
  })

  it.each([
    ['US', 'ZZ'],
    ['XX', 'CA'],
    ['US', 'California'],
    ['US', ''],
    ['', 'CA'],
    ['__proto__', 'toString'],
    ['US', '__proto__'],
    ['constructor', 'name'],
  ])('returns undefined for %s %s', (country, code) => {
    expect(isoRegions(country, code)).toBeUndefined()
  })

  it('returns the same on every call', () => {
    expect(isoRegions('US', 'TX')).toBe(isoRegions('US', 'TX'))
  })
})

describe('resolveStateName', () => {
  const regions = (country: string, code: string) => (code === 'X' ? `X of ${country}` : undefined)

  it('returns the full name of a known code', () => {
    expect(resolveStateName(regions, 'FR', 'X')).toBe('X of FR')
  })

  it.each([[undefined], ['']])('uses the US if the country is %j', (country) => {
    expect(resolveStateName(regions, country, 'X')).toBe('X of US')
  })

  it('returns what was sent if the code is unknown', () => {
    expect(resolveStateName(regions, 'FR', 'y')).toBe('y')
  })

  it.each([[null], [7], [{}]])('returns what was sent if resolveRegion returns %j', (name) => {
    expect(resolveStateName(() => name as never, 'FR', 'X')).toBe('X')
  })
})
