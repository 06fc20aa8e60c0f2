import { iso31661, iso31662 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import {
  comparablePlace,
  findCountryCode,
  isCountryCode,
} from '../../../src/quote/regions/countries.js'
import { isoRegions } from '../../../src/quote/regions/regions.js'
import { statesOfCountries } from '../../../src/quote/regions/states.js'
import { isoStates } from './iso-states.js'

/**
 * States of many countries as addresses name them, withdrawn codes among them, written without a
 * look at the data.
 */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    AL: 'Alabama',
    AK: 'Alaska',
    AZ: 'Arizona',
    CA: 'California',
    DC: 'District of Columbia',
    FL: 'Florida',
    HI: 'Hawaii',
    NY: 'New York',
    PR: 'Puerto Rico',
    TX: 'Texas',
    VI: 'Virgin Islands',
    WY: 'Wyoming',
  },
  CA: {
    AB: 'Alberta',
    BC: 'British Columbia',
    NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories',
    ON: 'Ontario',
    QC: 'Quebec',
    YT: 'Yukon',
  },
  DE: {
    BW: 'Baden-Württemberg',
    BY: 'Bayern',
    BE: 'Berlin',
    HH: 'Hamburg',
    NW: 'Nordrhein-Westfalen',
    TH: 'Thüringen',
  },
  AT: { 1: 'Burgenland', 2: 'Kärnten', 5: 'Salzburg', 9: 'Wien' },
  CH: { ZH: 'Zürich', TI: 'Ticino', GE: 'Genève' },
  IT: {
    RM: 'Roma',
    MI: 'Milano',
    TO: 'Torino',
    NA: 'Napoli',
    BZ: 'Bolzano',
    SU: 'Sud Sardegna',
    62: 'Lazio',
    25: 'Lombardia',
  },
  FR: {
    75: 'Paris',
    '2A': 'Corse-du-Sud',
    '2B': 'Haute-Corse',
    '01': 'Ain',
    69: 'Rhône',
    13: 'Bouches-du-Rhône',
    IDF: 'Île-de-France',
    BRE: 'Bretagne',
    971: 'Guadeloupe',
    GP: 'Guadeloupe',
    RE: 'Réunion',
  },
  ES: {
    M: 'Madrid',
    B: 'Barcelona',
    V: 'Valencia',
    SE: 'Sevilla',
    CT: 'Catalunya',
    AN: 'Andalucía',
  },
  PT: { 11: 'Lisboa', 13: 'Porto', 30: 'Madeira' },
  RO: { CJ: 'Cluj', AB: 'Alba', TM: 'Timis', IF: 'Ilfov' },
  DK: { 84: 'Hovedstaden', 82: 'Midtjylland', 81: 'Nordjylland', 85: 'Sjælland', 83: 'Syddanmark' },
  FI: { 18: 'Uusimaa', 19: 'Varsinais-Suomi', 10: 'Lappi' },
  SE: { AB: 'Stockholm', M: 'Skåne', O: 'Västra Götaland' },
  NO: { '03': 'Oslo', 46: 'Vestland', 11: 'Rogaland' },
  PL: { 14: 'Mazowieckie', DS: 'Dolnośląskie', MZ: 'Mazowieckie' },
  CZ: {
    10: 'Hlavní město Praha',
    64: 'Jihomoravský kraj',
    642: 'Brno-město',
    PR: 'Hlavní město Praha',
  },
  SK: { BL: 'Bratislavsky' },
  HU: { BU: 'Budapest', PE: 'Pest' },
  BG: { 22: 'Sofija-Grad', '03': 'Varna', 16: 'Plovdiv', '01': 'Blagoevgrad' },
  GR: { I: 'Attikí', M: 'Kríti' },
  HR: { 21: 'Grad Zagreb' },
  SI: { '061': 'Ljubljana' },
  LT: { VL: 'Vilniaus', 57: 'Vilniaus miestas', '01': 'Akmenė' },
  LV: { RIX: 'Rīga' },
  EE: { 37: 'Harjumaa' },
  NL: { NH: 'Noord-Holland', ZH: 'Zuid-Holland' },
  BE: { VAN: 'Antwerpen' },
  IE: { D: 'Dublin', CO: 'Cork' },
  GB: {
    ENG: 'England',
    SCT: 'Scotland',
    WLS: 'Wales',
    NIR: 'Northern Ireland',
    LND: 'London',
    KEN: 'Kent',
  },
  TR: { 34: 'İstanbul', '06': 'Ankara' },
  UA: { 30: 'Kyiv' },
  RU: { MOW: 'Moscow', SPE: 'Saint Petersburg', SE: 'Republic of North Ossetia-Alania' },
  JP: { 13: 'Tokyo', 27: 'Osaka', '01': 'Hokkaido', 47: 'Okinawa' },
  TH: { 50: 'Chiang Mai', 10: 'Krung Thep Mahanakhon', 83: 'Phuket', 37: 'Amnat Charoen' },
  PH: { ABR: 'Abra', CEB: 'Cebu', '00': 'National Capital Region', PAN: 'Pangasinan' },
  ID: { JK: 'Jakarta', BA: 'Bali', SN: 'Sulawesi Selatan', SR: 'Sulawesi Barat' },
  IN: {
    MH: 'Maharashtra',
    DL: 'Delhi',
    KA: 'Karnataka',
    TS: 'Telangana',
    TG: 'Telangana',
    OR: 'Odisha',
    OD: 'Odisha',
    UK: 'Uttarakhand',
    CT: 'Chhattisgarh',
  },
  CN: { BJ: 'Beijing', GD: 'Guangdong', 11: 'Beijing', 44: 'Guangdong' },
  TW: { TPE: 'Taipei' },
  KR: { 11: 'Seoul', 26: 'Busan' },
  MY: { 10: 'Selangor', '07': 'Pulau Pinang' },
  VN: { HN: 'Ha Noi', SG: 'Ho Chi Minh' },
  IR: { 23: 'Tehrān', '07': 'Fārs', 10: 'Eşfahān' },
  OM: { BJ: 'Janūb al Bāţinah', BS: 'Shamāl al Bāţinah' },
  AE: { DU: 'Dubai', AZ: 'Abu Dhabi' },
  SA: { '01': 'Ar Riyāḑ' },
  IL: { TA: 'Tel Aviv' },
  EG: { C: 'Cairo', ALX: 'Alexandria' },
  DZ: { 16: 'Algiers', 49: 'Timimoun' },
  MA: { CAS: 'Casablanca' },
  ZA: {
    GP: 'Gauteng',
    GT: 'Gauteng',
    WC: 'Western Cape',
    KZN: 'KwaZulu-Natal',
    NL: 'KwaZulu-Natal',
  },
  KE: { 30: 'Nairobi City' },
  NG: { LA: 'Lagos' },
  UG: { 102: 'Kampala', 314: 'Abim' },
  TZ: { '02': 'Dar es Salaam' },
  MX: { CMX: 'Ciudad de México', DIF: 'Ciudad de México', JAL: 'Jalisco', NLE: 'Nuevo León' },
  BR: { SP: 'São Paulo', RJ: 'Rio de Janeiro', DF: 'Distrito Federal' },
  AR: { B: 'Buenos Aires', X: 'Córdoba' },
  CL: { RM: 'Región Metropolitana de Santiago' },
  CO: { ANT: 'Antioquia' },
  PE: { LIM: 'Lima', CUS: 'Cusco' },
  BO: { L: 'La Paz', B: 'El Beni' },
  UY: { MO: 'Montevideo' },
  VE: { A: 'Distrito Capital' },
  GT: { '01': 'Guatemala', GU: 'Guatemala' },
  AU: { NSW: 'New South Wales', VIC: 'Victoria', QLD: 'Queensland', TAS: 'Tasmania' },
  NZ: { AUK: 'Auckland', WGN: 'Wellington' },
  KZ: { 75: 'Almaty', 71: 'Astana' },
  NP: { P3: 'Bagmati' },
  AG: { '04': 'Saint John' },
  ...isoStates,
}

const expectations = Object.entries(expected).flatMap(([country, states]) =>
  Object.entries(states).map(([code, name]) => [country, code, name] as const),
)

/** The states of other lists, by their codes with the country. */
const ofPackage = new Map(iso31662.map(({ code, name }) => [code, name]))

function toName(code: string): string | undefined {
  return isoRegions(code.slice(0, 2), code)
}

/** Returns a name without accents, spaces and what is in parentheses: spellings differ. */
function comparable(name: string): string {
  return comparablePlace(name.replace(/ \(.*/, '')).replace(/\W/g, '')
}

/** Names that a withdrawn code and another code share in a list: a county became a region. */
const sharedNames = ['DK-81', 'NP-P5']

/** Returns the codes whose name is that of another state of the country in the list. */
function confused(list: ReadonlyMap<string, string>): readonly string[] {
  const codesByName = new Map<string, string[]>()
  for (const [code, name] of list) {
    const key = `${code.slice(0, 2)} ${comparable(name)}`
    codesByName.set(key, [...(codesByName.get(key) ?? []), code])
  }
  return [...list.keys()].filter((code) => {
    const name = toName(code)
    if (name === undefined) return false
    const codes = codesByName.get(`${code.slice(0, 2)} ${comparable(name)}`) ?? [code]
    return !codes.includes(code) && !sharedNames.includes(code)
  })
}

describe('statesOfCountries', () => {
  it('has the countries in order, each once, with codes in capital letters and names', () => {
    const blocks = statesOfCountries.trim().split('\n\n')
    const countries = blocks.map((block) => block.slice(0, 2))
    expect(countries).toEqual([...new Set(countries)].sort())
    expect(countries.length).toBeGreaterThan(245)
    for (const block of blocks) {
      const [, ...lines] = block.split('\n')
      expect(lines.filter((line) => !/^[A-Z0-9]{1,4} \S(?:.*\S)?$/u.test(line))).toEqual([])
      const codes = lines.slice(1).map((line) => line.split(' ')[0])
      expect(new Set(codes).size, block.slice(0, 2)).toBe(codes.length)
    }
  })

  it('has the name of each code of ISO 3166-2', () => {
    expect([...ofPackage.keys()].filter((code) => toName(code) === undefined)).toEqual([])
  })

  it('has no name of another state of ISO 3166-2', () => {
    expect(confused(ofPackage)).toEqual([])
  })
})

describe('isoRegions', () => {
  it('spells the names of states that have several codes alike', () => {
    const unlike = statesOfCountries
      .trim()
      .split('\n\n')
      .flatMap((block) => {
        const names = block
          .split('\n')
          .slice(1)
          .map((line) => line.replace(/^\S+ /, ''))
        const lower = new Set(names.map((name) => name.toLowerCase()))
        return new Set(names).size === lower.size ? [] : [block.slice(0, 2)]
      })
    expect(unlike).toEqual([])
  })

  it('is tried with many states of many countries', () => {
    expect(expectations.length).toBeGreaterThan(350)
    expect(new Set(expectations.map(([country]) => country)).size).toBeGreaterThan(110)
  })

  it.each(expectations)('resolves %s %s to a spelling of %s', (country, code, name) => {
    const words = comparable(isoRegions(country, code) ?? '')
    expect(words.includes(comparable(name)), isoRegions(country, code)).toBe(true)
  })

  it.each([
    ['US', 'CA', 'California'],
    ['US', 'TX', 'Texas'],
    ['CA', 'QC', 'Quebec'],
    ['IT', 'RM', 'Roma'],
    ['FR', '75', 'Paris'],
    ['RO', 'CJ', 'Cluj'],
    ['DK', '84', 'Hovedstaden'],
    ['FI', '18', 'Uusimaa'],
    ['JP', '13', 'Tokyo'],
    ['US', 'US-CA', 'California'],
    ['US', 'us-ca', 'California'],
    ['us', ' CA ', 'California'],
    [' US\t', '\u00a0ca\n', 'California'],
    ['TH', 'TH-50', 'Chiang Mai'],
    ['DE', 'DE-BY', 'Bayern'],
    ['UK', 'ENG', 'England'],
    ['UK', 'GB-ENG', 'England'],
    ['GB', 'UK-ENG', 'England'],
    ['EL', 'GR-M', 'Krítí'],
    ['NO', '31', 'Østfold'],
    ['NO', '32', 'Akershus'],
    ['NO', '33', 'Buskerud'],
    ['NO', '39', 'Vestfold'],
    ['NO', '40', 'Telemark'],
    ['NO', '55', 'Troms'],
    ['NO', '56', 'Finnmark'],
    ['CA', 'CA-NF', 'Newfoundland and Labrador'],
    ['IN', 'UL', 'Uttarakhand'],
    ['PK', 'NW', 'Khaibar Pakhtunkhwa'],
    ['KE', '110', 'Nairobi City'],
    ['ZA', 'KZN', 'KwaZulu-Natal'],
    ['ZA', 'NL', 'KwaZulu-Natal'],
    ['MY', 'KUL', 'Wilayah Persekutuan (Kuala Lumpur)'],
    ['MY', 'JHR', 'Johor'],
    ['NZ', 'AK', 'Auckland'],
    ['NZ', 'WA', 'Waikato'],
    ['MX', 'DF', 'Ciudad de México'],
    ['IT', 'PS', 'Pesaro e Urbino'],
    ['IT', 'FO', 'Forlì-Cesena'],
  ])('resolves %j %j to %s', (country, code, name) => {
    expect(isoRegions(country, code)).toBe(name)
  })

  it.each([
    ['US', 'DE-BY'],
    ['US', 'CA-ON'],
    ['CA', 'US-CA'],
    ['US', 'US-'],
    ['US', '-CA'],
    ['US', 'US-US-CA'],
    ['US', 'CA '.repeat(2)],
    ['JP', 'JP13'],
    ['CN', 'CN11'],
    ['FR', 'FR10'],
    ['PT', 'PT11'],
    ['DE', '\nBY\nHH'],
    ['', 'US'],
    ['AD', 'AE'],
  ])('returns undefined for %j %j', (country, code) => {
    expect(isoRegions(country, code)).toBeUndefined()
  })
})

describe('findCountryCode', () => {
  it.each([
    ['DE', 'DE'],
    [' de ', 'DE'],
    ['UK', 'GB'],
    ['el', 'GR'],
    ['Germany', 'DE'],
    ['GERMANY ', 'DE'],
    ["cote d'ivoire", 'CI'],
    ['Iran', 'IR'],
    ['USA', 'US'],
    ['Czechia', 'CZ'],
    ['Türkiye', 'TR'],
    ['South Korea', 'KR'],
    ['Macau', 'MO'],
    ['Syria', 'SY'],
    ['Brunei', 'BN'],
    ['Vatican', 'VA'],
    ['Cabo Verde', 'CV'],
    ['Cape Verde', 'CV'],
    ['The Netherlands', 'NL'],
    ['the gambia', 'GM'],
    ['U.S.A.', 'US'],
    ['U.K.', 'GB'],
    ['Ivory Coast', 'CI'],
    ['DEU', 'DE'],
    [' usa ', 'US'],
  ])('returns the code of %j: %s', (country, code) => {
    expect(findCountryCode(country)).toBe(code)
  })

  it('returns the code of two letters of every code of ISO 3166-1 with three', () => {
    const other = iso31661.filter(({ alpha2, alpha3 }) => findCountryCode(alpha3) !== alpha2)
    expect(other).toEqual([])
  })

  it.each([
    ['XK'],
    ['xk'],
    ['Kosovo'],
    ['XKX'],
    ['AAA'],
    ['XX'],
    ['QQ'],
    ['ZZ'],
    [''],
    ['  '],
    ['Narnia'],
    ['California'],
    ['Congo'],
    ['Korea'],
    ['DE\n'],
  ])('returns a code of ISO 3166-1 or undefined for %j', (country) => {
    const code = findCountryCode(country)
    expect(code === undefined || isCountryCode(code)).toBe(true)
    if (country.trim() !== 'DE') expect(code).toBeUndefined()
  })
})
