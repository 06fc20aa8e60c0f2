import { describe, expect, it } from 'vitest'
import { postalLines } from '../../../src/document/model/addresses.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import { stateCode } from '../../../src/document/model/state-codes.js'
import { statesOfCountries } from '../../../src/quote/regions/states.js'
import { newQuote } from '../sample-quotes.js'

const person = { name: 'Ada Lovelace', company: 'Engines', address: '12 Mill Lane' }
const place = (zipcode: string, city: string, country: string, state = '') => ({
  ...person,
  zipcode,
  city,
  state,
  country,
})
const linesOf = (customer: Readonly<Record<string, string>>, settings: object = {}) =>
  postalLines(customer, { countryName: (code) => code, ...settings })

describe('postalLines', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['US', place('78704', 'Austin', 'US', 'Texas'), ['Austin, TX 78704']],
    ['us', place('78704', 'Austin', 'us', 'TX'), ['Austin, TX 78704']],
    ['CA', place('K1A 0B1', 'Ottawa', 'CA', 'Ontario'), ['Ottawa ON K1A 0B1']],
    ['AU', place('2000', 'Sydney', 'AU', 'New South Wales'), ['Sydney NSW 2000']],
    ['GB', place('SW1Y 4JH', 'London', 'GB'), ['London', 'SW1Y 4JH']],
    ['GB', place('', 'Oxford', 'GB', 'Oxfordshire'), ['Oxford', 'Oxfordshire']],
  ])('puts the person before the company in %s', (_, customer, city) => {
    const [name, company, street, ...rest] = linesOf(customer)
    expect([name, company, street]).toEqual([person.name, person.company, person.address])
    expect(rest).toEqual([...city, customer.country])
  })

  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['DE', place('04109', 'Leipzig', 'DE'), ['04109 Leipzig']],
    ['AT', place('1010', 'Wien', 'AT', 'Wien'), ['1010 Wien']],
    ['FR', place('44000', 'Nantes', 'FR'), ['44000 Nantes']],
    ['ES', place('28001', 'Alcalá', 'ES', 'Madrid'), ['28001 Alcalá, Madrid']],
    ['IT', place('00100', 'Tivoli', 'IT', 'RM'), ['00100 Tivoli RM']],
    ['BR', place('01310-100', 'Campinas', 'BR', 'SP'), ['Campinas - SP', '01310-100']],
    ['JP', place('150-0041', 'Shibuya', 'JP', 'Tokyo'), ['Shibuya, Tokyo 150-0041']],
    ['XX', place('1', 'Anywhere', 'XX'), ['1 Anywhere']],
  ])('puts the company before the person in %s', (_, customer, city) => {
    const [company, name, street, ...rest] = linesOf(customer)
    expect([company, name, street]).toEqual([person.company, person.name, person.address])
    expect(rest).toEqual([...city, customer.country])
  })

  const japanese = {
    name: '山田 花子',
    company: '渋谷木工株式会社',
    address: '神南1-2-3',
    'address-2': '神南ビル5階',
    city: '渋谷区',
    state: '東京都',
    zipcode: '150-0041',
    country: 'JP',
  }

  it('writes addresses of Japan from the postal code to the person', () => {
    expect(linesOf(japanese, { locale: 'ja-JP', country: 'JP' })).toEqual([
      '〒150-0041',
      '東京都渋谷区神南1-2-3',
      '神南ビル5階',
      '渋谷木工株式会社',
      '山田 花子 様',
    ])
  })

  it('gives each name one title, and none in other languages', () => {
    const namesOf = (fields: object, locale = 'ja') =>
      linesOf({ ...japanese, ...fields }, { locale, country: 'JP' }).slice(3)
    expect(namesOf({ name: '山田 花子 様' })).toEqual(['渋谷木工株式会社', '山田 花子 様'])
    expect(namesOf({ name: '' })).toEqual(['渋谷木工株式会社 御中'])
    expect(namesOf({ name: '', company: '' })).toEqual([])
    expect(namesOf({}, 'en')).toEqual(['渋谷木工株式会社', '山田 花子'])
  })

  it('writes no separators of parts that are absent', () => {
    expect(linesOf({ state: 'Texas', country: 'US' })).toEqual(['TX', 'US'])
    expect(linesOf({ city: 'Austin', country: 'US' })).toEqual(['Austin', 'US'])
    expect(linesOf({ zipcode: '73301', country: 'US' })).toEqual(['73301', 'US'])
    expect(linesOf({ state: 'SP', country: 'BR' })).toEqual(['SP', 'BR'])
    expect(linesOf({ city: '渋谷区', country: 'JP' })).toEqual(['渋谷区', 'JP'])
    expect(linesOf({})).toEqual([])
  })

  it('leaves out the country of the seller, and takes it for addresses without one', () => {
    const { country, ...german } = place('04109', 'Leipzig', 'DE')
    const expected = ['Engines', 'Ada Lovelace', '12 Mill Lane', '04109 Leipzig']
    expect(linesOf({ ...german, country }, { country: 'DE' })).toEqual(expected)
    expect(linesOf(german, { country: 'DE' })).toEqual(expected)
  })

  it.each(['constructor', '__proto__', '{city}', 'a\nb'])('takes %j as a value', (value) => {
    const lines = linesOf({ city: value, country: value })
    expect(lines.join('\n').toLowerCase()).toContain(value.toLowerCase())
  })
})

describe('stateCode', () => {
  it.each(['US', 'CA', 'AU'])('has the code of each state of %s that quotes store', (country) => {
    const [, ...states] =
      statesOfCountries
        .split('\n\n')
        .find((each) => each.startsWith(`${country}\n`))
        ?.split('\n') ?? []
    expect(states.length).toBeGreaterThan(7)
    for (const state of states) {
      const [code = ''] = state.split(' ')
      // The code of Newfoundland before Labrador was part of its name.
      if (code !== 'NF') expect(stateCode(country, state.slice(code.length + 1))).toBe(code)
    }
  })

  it('takes whole names only', () => {
    expect(stateCode('US', 'West Virginia')).toBe('WV')
    expect(stateCode('US', 'Virginia')).toBe('VA')
    expect(stateCode('US', 'Hampshire')).toBe('Hampshire')
    expect(stateCode('DE', 'Sachsen')).toBe('Sachsen')
    expect(stateCode('constructor', 'Texas')).toBe('Texas')
  })
})

describe('createDocument of paper', () => {
  it.each([
    ['a4', {}],
    ['a4', { locale: 'en' }],
    ['a4', { locale: 'de-AT' }],
    ['us-letter', { locale: 'en-US' }],
    ['us-letter', { locale: 'es-MX' }],
    ['us-letter', { locale: 'de', country: 'CA' }],
    ['a4', { locale: 'en-US', country: 'GB' }],
    ['a4', { country: 'US', paper: 'a4' }],
  ] as const)('is %s with %j', async (paper, options) => {
    expect(createDocument(await newQuote(), options).paper).toBe(paper)
  })

  it.each([
    ['country', 'Germany'],
    ['country', 'de'],
    ['country', 7],
    ['paper', 'A4'],
    ['paper', 'constructor'],
  ])('rejects an invalid %s', async (name, value) => {
    const quote = await newQuote()
    expect(() => createDocument(quote, { [name]: value })).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [name]: expect.stringContaining('received') } },
      }),
    )
  })
})
