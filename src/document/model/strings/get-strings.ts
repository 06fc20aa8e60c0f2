import type { DocumentStrings } from '../document-strings.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import { zh } from './zh.js'

const byLanguage: ReadonlyMap<string, DocumentStrings> = new Map(
  Object.entries({ en, de, fr, ar, zh, ja }),
)

/** Returns the strings of a locale: those of its language, else English ones. */
export function getStrings(locale: string): DocumentStrings {
  return byLanguage.get(new Intl.Locale(locale).language) ?? en
}

/** The scripts that are written from right to left. */
const rightToLeft: readonly string[] = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']

/** Returns the direction of a locale by its script: `rtl` for Arabic, Hebrew, Persian, Urdu. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
}
