import { describeValue } from '../../validation/describe-value.js'
import { nearest } from '../../validation/nearest.js'
import { countriesWithStates } from './states.js'

/**
 * Returns the full name of a state, or undefined if its code is unknown. Gets both codes as they
 * were sent, so compare them case-insensitively.
 */
export type ResolveRegion = (country: string, code: string) => string | undefined

const defaultCountry = 'US'

/** The names of the countries that were asked for, by code; filled at the first use. */
const countryNames = new Map<string, string>()

/** The names of the states by code, of the countries that were asked for. */
const statesByCountry = new Map<string, ReadonlyMap<string, string>>()

/** Returns the English names of all countries by their codes of ISO 3166-1. */
function getCountries(): ReadonlyMap<string, string> {
  if (countryNames.size === 0) {
    for (const [, code = '', name = ''] of countriesWithStates.matchAll(/^\n([A-Z]{2}) (.*)$/gm))
      countryNames.set(code, name)
  }
  return countryNames
}

/** Returns the states of a country by their codes; undefined if there is no such country. */
function getStates(country: string): ReadonlyMap<string, string> | undefined {
  const known = statesByCountry.get(country)
  if (known !== undefined) return known
  if (!getCountries().has(country)) return undefined
  const start = countriesWithStates.indexOf(`\n\n${country} `) + 2
  const end = countriesWithStates.indexOf('\n\n', start)
  const [, ...lines] = countriesWithStates.slice(start, end < 0 ? undefined : end).split('\n')
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
  return getCountries().has(code) || otherCodes.has(code) || /^X[A-Z]$/.test(code)
}

/** Codes that are in use instead of those of ISO 3166-1. */
const otherSpellings: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** Returns a country code as countries are compared: `UK` and `gb` are `GB`. */
export function canonicalCountry(country: string): string {
  const code = country.trim().normalize('NFC').toUpperCase()
  return Object.hasOwn(otherSpellings, code) ? (otherSpellings[code] as string) : code
}

/** Usual names of countries besides those of the list, as `comparableCountry` returns them. */
const otherNames: Readonly<Record<string, string>> = {
  'UNITED STATES OF AMERICA': 'US',
  'GREAT BRITAIN': 'GB',
  CZECHIA: 'CZ',
  'CZECH REPUBLIC': 'CZ',
  HOLLAND: 'NL',
  TURKEY: 'TR',
  TURKIYE: 'TR',
  'NORTH MACEDONIA': 'MK',
  RUSSIA: 'RU',
  'SOUTH KOREA': 'KR',
  'NORTH KOREA': 'KP',
  'VIET NAM': 'VN',
  VIETNAM: 'VN',
  MACAU: 'MO',
  MACAO: 'MO',
  SYRIA: 'SY',
  BRUNEI: 'BN',
  VATICAN: 'VA',
  'VATICAN CITY': 'VA',
  'HOLY SEE': 'VA',
  'CAPE VERDE': 'CV',
  'CABO VERDE': 'CV',
  'IVORY COAST': 'CI',
}

/** The codes of ISO 3166-1 with three letters, after those with two. */
const threeLetterCodes = `
ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE
BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS
BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN
COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST
EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF
GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD
HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM
JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA
LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD
MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM
NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG
PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA
SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD
STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON
TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR
VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE
`

/** Returns the name or code of a country without case, accents, dots and article. */
function comparableCountry(country: string): string {
  return comparableState(country).replaceAll('.', '').replace(/^THE /, '')
}

/**
 * Returns the code of ISO 3166-1 of a country that is named by its code of two or three letters or
 * its English name: `GB` for `UK`, `DE` for `DEU` and `Germany`. Undefined for others, and for
 * codes of private use, such as that of Kosovo.
 */
export function findCountryCode(country: string): string | undefined {
  const code = findListedCode(country)
  return code === undefined || code.startsWith('X') ? undefined : code
}

/** Returns the name of a country of the list; the string itself for any other. */
export function toCountryName(country: string): string {
  return getCountries().get(findListedCode(country) ?? '') ?? country
}

function findListedCode(country: string): string | undefined {
  const name = comparableCountry(country)
  const code = canonicalCountry(name)
  if (getCountries().has(code)) return code
  if (/^[A-Z]{3}$/.test(name)) {
    const [, two] = new RegExp(`\\s([A-Z]{2})${name}\\s`).exec(threeLetterCodes) ?? []
    if (two !== undefined) return two
  }
  if (Object.hasOwn(otherNames, name)) return otherNames[name]
  const found = [...getCountries()].filter(([, each]) => {
    const comparable = comparableCountry(each)
    // Such as `Iran, Islamic Republic of`.
    return comparable === name || comparable.startsWith(`${name}, `)
  })
  return name !== '' && found.length === 1 ? found[0]?.[0] : undefined
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

/** Returns what is wrong with a country of a table; undefined if it is a country code. */
export function countryError(country: string): string | undefined {
  if (isCountryCode(canonicalCountry(country))) return undefined
  const names = new Map([...getCountries()].map(([code, name]) => [name, code]))
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
