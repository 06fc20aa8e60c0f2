import { en } from './strings/en.js'
import { getStrings } from './strings/get-strings.js'
import { isUnitCode } from './unit-codes.js'

/**
 * The words of a unit by the plural categories of a language, as `Intl.PluralRules` names them.
 * A category without a word gets that of `other`.
 */
export interface UnitForms {
  /** In Arabic: 0. */
  readonly zero?: string | undefined
  /** In English: 1. */
  readonly one?: string | undefined
  /** In Arabic: 2. */
  readonly two?: string | undefined
  /** In Arabic: 3 to 10. */
  readonly few?: string | undefined
  /** In Arabic: 11 to 99. */
  readonly many?: string | undefined
  /** All other quantities. */
  readonly other: string
}

/** The plural categories, as `UnitForms` has them. */
export const pluralCategories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** A unit in each language: its only form, or those of its plural categories. */
interface UnitWords {
  /** The code of UN/ECE Recommendation 20, or of 21 after an X. */
  readonly code: string
  readonly en: readonly [one: string, other: string]
  readonly de: readonly [one: string, other: string]
  readonly fr: readonly [one: string, other: string]
  readonly ar: readonly [few: string, many: string, other: string]
  readonly zh: string
  readonly ja: string
}

/** Usual units by their English names. Abbreviations, such as kg, are the same in each number. */
const usualUnits: Readonly<Record<string, UnitWords>> = {
  piece: {
    code: 'H87',
    en: ['piece', 'pieces'],
    de: ['Stück', 'Stück'],
    fr: ['pièce', 'pièces'],
    ar: ['قطع', 'قطعة', 'قطعة'],
    zh: '件',
    ja: '個',
  },
  pair: {
    code: 'PR',
    en: ['pair', 'pairs'],
    de: ['Paar', 'Paar'],
    fr: ['paire', 'paires'],
    ar: ['أزواج', 'زوجًا', 'زوج'],
    zh: '对',
    ja: '組',
  },
  set: {
    code: 'SET',
    en: ['set', 'sets'],
    de: ['Satz', 'Sätze'],
    fr: ['lot', 'lots'],
    ar: ['أطقم', 'طقمًا', 'طقم'],
    zh: '套',
    ja: 'セット',
  },
  box: {
    code: 'XBX',
    en: ['box', 'boxes'],
    de: ['Karton', 'Kartons'],
    fr: ['boîte', 'boîtes'],
    ar: ['صناديق', 'صندوقًا', 'صندوق'],
    zh: '盒',
    ja: '箱',
  },
  bottle: {
    code: 'XBO',
    en: ['bottle', 'bottles'],
    de: ['Flasche', 'Flaschen'],
    fr: ['bouteille', 'bouteilles'],
    ar: ['زجاجات', 'زجاجة', 'زجاجة'],
    zh: '瓶',
    ja: '本',
  },
  ream: {
    code: 'RM',
    en: ['ream', 'reams'],
    de: ['Ries', 'Ries'],
    fr: ['rame', 'rames'],
    ar: ['رزم', 'رزمة', 'رزمة'],
    zh: '令',
    ja: '連',
  },
  pallet: {
    code: 'XPX',
    en: ['pallet', 'pallets'],
    de: ['Palette', 'Paletten'],
    fr: ['palette', 'palettes'],
    ar: ['منصات', 'منصة', 'منصة'],
    zh: '托盘',
    ja: 'パレット',
  },
  hour: {
    code: 'HUR',
    en: ['hour', 'hours'],
    de: ['Stunde', 'Stunden'],
    fr: ['heure', 'heures'],
    ar: ['ساعات', 'ساعة', 'ساعة'],
    zh: '小时',
    ja: '時間',
  },
  day: {
    code: 'DAY',
    en: ['day', 'days'],
    de: ['Tag', 'Tage'],
    fr: ['jour', 'jours'],
    ar: ['أيام', 'يومًا', 'يوم'],
    zh: '天',
    ja: '日',
  },
  month: {
    code: 'MON',
    en: ['month', 'months'],
    de: ['Monat', 'Monate'],
    fr: ['mois', 'mois'],
    ar: ['أشهر', 'شهرًا', 'شهر'],
    zh: '个月',
    ja: 'か月',
  },
}

/** Abbreviations of units, as documents print them, by their codes of UN/ECE Recommendation 20. */
const abbreviations: Readonly<Record<string, string>> = {
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KMT: 'km',
  INH: 'in',
  FOT: 'ft',
  YRD: 'yd',
  SMI: 'mi',
  MTK: 'm²',
  CMK: 'cm²',
  FTK: 'ft²',
  MTQ: 'm³',
  MLT: 'ml',
  LTR: 'l',
  MGM: 'mg',
  GRM: 'g',
  KGM: 'kg',
  TNE: 't',
  ONZ: 'oz',
  LBR: 'lb',
  SEC: 's',
  MIN: 'min',
  KWH: 'kWh',
  MWH: 'MWh',
}

/** How else units are written, by their codes. Their case does not count. */
const spellings: Readonly<Record<string, string>> = {
  H87: 'pc pcs pce pces stk stck st pz pzs',
  EA: 'ea each',
  C62: 'unit units',
  HUR: 'hr hrs std',
  WEE: 'week weeks wk woche wochen semaine semaines',
  ANN: 'year years yr jahr jahre an ans',
  MIN: 'mins minute minutes minuten',
  SEC: 'sec secs second seconds sekunde sekunden',
  KGM: 'kgs kilo kilos kilogram kilograms kilogramm',
  GRM: 'gr gram grams gramm',
  MGM: 'milligram milligrams',
  TNE: 'tonne tonnes tonnen ton tons',
  LBR: 'lbs pound pounds',
  ONZ: 'ounce ounces',
  LTR: 'ltr litre litres liter liters',
  CLT: 'cl',
  DLT: 'dl',
  HLT: 'hl',
  MLT: 'millilitre millilitres milliliter milliliters',
  MTR: 'mtr metre metres meter meters lfm',
  CMT: 'centimetre centimetres centimeter centimeters',
  MMT: 'millimetre millimetres millimeter millimeters',
  KMT: 'kilometre kilometres kilometer kilometers',
  INH: 'inch inches',
  FOT: 'foot feet',
  YRD: 'yard yards',
  SMI: 'mile miles',
  HAR: 'hectare hectares hektar',
  MTK: 'm2 qm sqm',
  FTK: 'ft2 sqft',
  CMK: 'cm2',
  MTQ: 'm3 cbm',
  GLL: 'gal gallon gallons',
  DZN: 'dz doz dozen dutzend',
  XST: 'sheet sheets',
  LO: 'lot lots',
  XRO: 'roll rolls rolle rollen',
  XPK: 'pack packs pk pkg package packages',
  XBG: 'bag bags',
  XCA: 'can cans',
  XCT: 'carton cartons ctn',
  XCS: 'case cases',
}

/**
 * Symbols of units by their codes, as they are written. They are codes of rare units too, or
 * differ by their case: `GB` is the gigabyte, not the gallon per day.
 */
const symbols: Readonly<Record<string, string>> = {
  H87: 'STK',
  HAR: 'HA Ha ha',
  HMT: 'HM hm',
  CGM: 'CG cg',
  GRM: 'GM gm',
  K6: 'KL kL kl',
  '2P': 'KB kB kb',
  '4L': 'MB',
  E34: 'GB',
  E35: 'TB',
  KWT: 'KW Kw kW kw',
  MAW: 'MW',
  KVA: 'KVA kVA kva',
  D46: 'VA',
  B22: 'KA kA',
  KJO: 'KJ kJ',
  '3B': 'MJ',
  GV: 'GJ',
  '2N': 'DB dB db',
  NIU: 'IU',
  XPX: 'PAL',
}

/** Spellings that can be another unit, since their case counts: `Mg` is the megagram. */
const ambiguous = new Set(['M', 'Mg', 'Ml', 'Mm', 'STD'])

/** Codes of pieces besides that of `piece`: one, and each. */
const pieceCodes = ['C62', 'EA']

let codesBySymbol: ReadonlyMap<string, string> | undefined
let codesBySpelling: ReadonlyMap<string, string> | undefined

/** Returns the codes by the words of a table that has words by codes. */
function byWord(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([code, words]) =>
      words.split(' ').map((word) => [word, code] as const),
    ),
  )
}

/** Returns the codes of units by their words and abbreviations, as `toSpelling` returns them. */
function getCodesBySpelling(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>()
  for (const [name, { code, ...words }] of Object.entries(usualUnits))
    for (const word of [name, ...Object.values(words).flat()]) codes.set(toSpelling(word), code)
  for (const [code, unit] of Object.entries(abbreviations)) codes.set(toSpelling(unit), code)
  for (const [word, code] of byWord(spellings)) codes.set(word, code)
  codes.set('h', 'HUR')
  // Shorter codes are symbols of other units in lower case.
  for (const code of [...codes.values()]) if (code.length > 2) codes.set(code.toLowerCase(), code)
  return codes
}

/** Returns a unit without case and the dot of abbreviations: `m2` for `㎡`, `std` for `Std.`. */
function toSpelling(unit: string): string {
  return unit.normalize('NFKC').toLowerCase().replace(/\.$/, '')
}

/**
 * Returns the code of a unit by UN/ECE Recommendation 20: that of a usual unit, or the unit itself
 * if it is a code. Usual symbols come first: `HA` is the hectare, not the hank. Undefined for any
 * other unit.
 */
export function usualUnitCode(unit: string): string | undefined {
  const trimmed = unit.trim()
  codesBySymbol ??= byWord(symbols)
  const code = codesBySymbol.get(trimmed)
  if (code !== undefined) return code
  if (isUnitCode(trimmed)) return trimmed
  if (ambiguous.has(trimmed)) return undefined
  codesBySpelling ??= getCodesBySpelling()
  return codesBySpelling.get(toSpelling(trimmed))
}

/** Returns the word of a unit beside a quantity; the unit itself if it has no words. */
export type UnitWord = (unit: string, quantity: number) => string

/**
 * Returns the words of units in a locale. A unit of `own` has its words; the usual ones have words
 * in the language of the strings, and codes of UN/ECE Recommendation 20 those of their units.
 */
export function unitWords(locale: string, own: Readonly<Record<string, UnitForms>> = {}): UnitWord {
  const language = getStrings(locale) === en ? 'en' : (new Intl.Locale(locale).language as 'de')
  const forms = new Map<string, readonly [UnitForms, Intl.PluralRules]>()
  const stringRules = getRules(language)
  for (const [unit, words] of Object.entries(usualUnits))
    for (const each of [unit, words.code, ...(unit === 'piece' ? pieceCodes : [])])
      forms.set(each, [getForms(words[language]), stringRules])
  const localeRules = getRules(locale)
  for (const [unit, ofUnit] of Object.entries(own)) forms.set(unit, [ofUnit, localeRules])
  return (unit, quantity) => {
    const [known, rules] = forms.get(unit) ?? []
    const word = known?.[rules?.select(quantity) ?? 'other'] ?? known?.other
    return word ?? (Object.hasOwn(abbreviations, unit) ? (abbreviations[unit] as string) : unit)
  }
}

/** Returns the rules for quantities as they are shown: with up to three decimals. */
function getRules(locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale, { maximumFractionDigits: 3 })
}

function getForms(words: UnitWords[Exclude<keyof UnitWords, 'code'>]): UnitForms {
  if (typeof words === 'string') return { other: words }
  if (words.length === 2) return { one: words[0], other: words[1] }
  return { few: words[0], many: words[1], other: words[2] }
}
