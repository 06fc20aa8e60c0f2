import { describe, expect, it } from 'vitest'
import { isoRegions, resolveStateName } from '../../../src/quote/customer/regions.js'

describe('isoRegions', () => {
  it.each([
    ['US', 'CA', 'California'],
    ['us', 'ca', 'California'],
    ['US', 'DC', 'District of Columbia'],
    ['CA', 'ON', 'Ontario'],
    ['DE', 'BY', 'Bayern'],
    ['AU', 'NSW', 'New South Wales'],
  ])('knows %s %s as %s', (country, code, name) => {
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
  ])('knows no %s %s', (country, code) => {
    expect(isoRegions(country, code)).toBeUndefined()
  })

  it('knows the same on every call', () => {
    expect(isoRegions('US', 'TX')).toBe(isoRegions('US', 'TX'))
  })
})

describe('stateName', () => {
  const regions = (country: string, code: string) => (code === 'X' ? `X of ${country}` : undefined)

  it('is the full name of a known code', () => {
    expect(resolveStateName(regions, 'FR', 'X')).toBe('X of FR')
  })

  it.each([[undefined], ['']])('looks in the US where the country is %j', (country) => {
    expect(resolveStateName(regions, country, 'X')).toBe('X of US')
  })

  it('is what was sent where the code is not known', () => {
    expect(resolveStateName(regions, 'FR', 'y')).toBe('y')
  })

  it.each([[null], [7], [{}]])('is what was sent where a look-up of the host gives %j', (name) => {
    expect(resolveStateName(() => name as never, 'FR', 'X')).toBe('X')
  })
})
