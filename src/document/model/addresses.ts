import type { AnyCustomer } from '../../quote/model/quote.js'
import type { DocumentSettings } from './document-options.js'
import { plainLines } from './plain-text.js'
import { stateCode } from './state-codes.js'

/** What an address is written with. */
export interface AddressSettings extends Pick<DocumentSettings, 'countryName'> {
  /** The country from which is sent: its name is left out. */
  readonly country?: string | undefined
  /** The language of the document. */
  readonly locale?: string | undefined
}

/**
 * How the line with the city is written where the postal code does not come first. A part that an
 * address lacks is left out with what stands before it.
 */
const cityLines: Readonly<Record<string, string>> = {
  ...byCountry('US BD CO EG HK ID JO KR LB PH SA SG TH TW VN', '{city}, {state} {zipcode}'),
  ...byCountry('AU CA NZ PK', '{city} {state} {zipcode}'),
  ...byCountry('GB IE IN ZA JE GG IM', '{city}\n{state}\n{zipcode}'),
  BR: '{city} - {state}\n{zipcode}',
  IT: '{zipcode} {city} {state}',
  JP: '{city}, {state} {zipcode}',
}
const codeFirst = '{zipcode} {city}, {state}'

/** The countries where the person comes before the company. */
const personFirst = new Set('US AU CA GB GG HK IE IM IN JE NZ PH SG ZA'.split(' '))

/** From the largest part to the smallest, in the scripts of these countries. */
const eastAsian: Readonly<Record<string, string>> = {
  JP: '〒{zipcode}\n{state}{city}{address}\n{address-2}\n{company}\n{name}',
  CN: '{zipcode}\n{state}{city}{address}\n{address-2}\n{company}\n{name}',
  TW: '{zipcode} {state}{city}{address}\n{address-2}\n{company}\n{name}',
  KR: '{state} {city} {address}\n{address-2}\n{company}\n{name}\n{zipcode}',
}
const eastAsianScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function byCountry(countries: string, format: string) {
  return Object.fromEntries(countries.split(' ').map((country) => [country, format]))
}

/** Returns the lines of a name and an address, in the order of the country. */
export function postalLines(customer: AnyCustomer, settings: AddressSettings): readonly string[] {
  const code = textOf(customer, 'country').trim().toUpperCase()
  // A state without a country is one of the United States.
  const country = code || settings.country || 'US'
  const lines = fillAddress(addressFormat(customer, country), partsOf(customer, country, settings))
  const isAbroad = country !== settings.country
  return [
    ...lines.flatMap(plainLines),
    ...(isAbroad ? plainLines(settings.countryName(textOf(customer, 'country'))) : []),
  ]
}

/** Returns the address of e-mail and the telephone number. */
export function contactLines(customer: AnyCustomer): readonly string[] {
  return ['email', 'phone'].flatMap((name) => plainLines(textOf(customer, name)))
}

function addressFormat(customer: AnyCustomer, country: string): string {
  const ofScript = Object.hasOwn(eastAsian, country) ? eastAsian[country] : undefined
  const isInScript = ['state', 'city', 'address'].some((name) =>
    eastAsianScript.test(textOf(customer, name)),
  )
  if (ofScript !== undefined && isInScript) return ofScript
  const names = personFirst.has(country) ? '{name}\n{company}' : '{company}\n{name}'
  const cityLine = Object.hasOwn(cityLines, country) ? cityLines[country] : codeFirst
  return `${names}\n{address}\n{address-2}\n${cityLine}`
}

type Parts = Readonly<Record<string, string>>

function partsOf(customer: AnyCustomer, country: string, { locale = '' }: AddressSettings): Parts {
  const names = ['name', 'company', 'address', 'address-2', 'zipcode', 'city', 'state']
  const parts = Object.fromEntries(names.map((name) => [name, textOf(customer, name).trim()]))
  const { name = '', company = '', city, state = '' } = parts
  const isPolite = country === 'JP' && /^ja\b/.test(locale)
  return {
    ...parts,
    state: state === city ? '' : stateCode(country, state),
    ...(isPolite && {
      name: withTitle(name, '様'),
      company: name === '' ? withTitle(company, '御中') : company,
    }),
  }
}

/** Returns a name with the title by which letters are addressed, unless it has one. */
function withTitle(name: string, title: string): string {
  return name === '' || /(?:様|殿|御中|先生)$/.test(name) ? name : `${name} ${title}`
}

/** Returns the lines of a format that have a part. */
function fillAddress(format: string, parts: Parts): readonly string[] {
  return format.split('\n').map((line) => {
    let filled = ''
    for (const [, before = '', name = ''] of line.matchAll(/([^{]*)\{([\w-]+)\}/g)) {
      const value = parts[name] ?? ''
      if (value !== '') filled += (filled === '' && before !== '〒' ? '' : before) + value
    }
    return filled
  })
}

function textOf(customer: AnyCustomer, name: string): string {
  return Object.hasOwn(customer, name) ? (customer[name] ?? '') : ''
}
