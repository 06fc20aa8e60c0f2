import { en } from './strings/en.js'
import { getStrings } from './strings/get-strings.js'

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

/** Codes of UN/ECE Recommendation 20 by the abbreviations of units. */
const abbreviationCodes: Readonly<Record<string, string>> = {
  mm: 'MMT',
  cm: 'CMT',
  m: 'MTR',
  km: 'KMT',
  in: 'INH',
  ft: 'FOT',
  yd: 'YRD',
  m2: 'MTK',
  'm²': 'MTK',
  m3: 'MTQ',
  'm³': 'MTQ',
  ml: 'MLT',
  l: 'LTR',
  L: 'LTR',
  g: 'GRM',
  kg: 'KGM',
  t: 'TNE',
  oz: 'ONZ',
  lb: 'LBR',
  min: 'MIN',
  h: 'HUR',
}

/** Returns the code of a usual unit by UN/ECE Recommendation 20. Undefined for any other unit. */
export function usualUnitCode(unit: string): string | undefined {
  if (Object.hasOwn(usualUnits, unit)) return usualUnits[unit]?.code
  return Object.hasOwn(abbreviationCodes, unit) ? abbreviationCodes[unit] : undefined
}

/** Returns the word of a unit beside a quantity; the unit itself if it has no words. */
export type UnitWord = (unit: string, quantity: number) => string

/**
 * Returns the words of units in a locale. A unit of `own` has its words; the usual ones have words
 * in the language of the strings.
 */
export function unitWords(locale: string, own: Readonly<Record<string, UnitForms>> = {}): UnitWord {
  const language = getStrings(locale) === en ? 'en' : (new Intl.Locale(locale).language as 'de')
  const forms = new Map<string, readonly [UnitForms, Intl.PluralRules]>()
  const stringRules = getRules(language)
  for (const [unit, words] of Object.entries(usualUnits))
    forms.set(unit, [getForms(words[language]), stringRules])
  const localeRules = getRules(locale)
  for (const [unit, ofUnit] of Object.entries(own)) forms.set(unit, [ofUnit, localeRules])
  return (unit, quantity) => {
    const [known, rules] = forms.get(unit) ?? []
    return known?.[rules?.select(quantity) ?? 'other'] ?? known?.other ?? unit
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
