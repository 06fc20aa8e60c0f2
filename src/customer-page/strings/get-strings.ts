import { getDirection, ownStringsSchema, withOwnStrings } from '../../pages/own-strings.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import type { PageStrings } from './page-strings.js'
import { zh } from './zh.js'

const byLanguage = new Map<string, PageStrings>(Object.entries({ ar, de, en, fr, ja, zh }))

/** The strings of a page, with the language and the direction in which they are written. */
export interface LocalizedStrings {
  readonly strings: PageStrings
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** Returns the strings of a locale: English ones if there are none in its language. */
export function getStrings(locale: string, own: Partial<PageStrings> = {}): LocalizedStrings {
  const { language, baseName } = new Intl.Locale(locale)
  const known = byLanguage.get(language)
  const hasOwn = Object.values(own).some((string) => string !== undefined)
  const strings = withOwnStrings(known ?? en, own)
  // Own strings in another language are in the language of the locale.
  const isTranslated = known !== undefined || hasOwn
  const lang = isTranslated ? baseName : 'en'
  return { strings, lang, dir: getDirection(lang) }
}

/** Returns the first of the languages that a browser accepts in which there are strings. */
export function acceptedLanguage(header: string): string {
  const accepted = header.slice(0, 200).split(',')
  const languages = accepted.map((range) => /^\s*([a-z]{2})\b/i.exec(range)?.[1]?.toLowerCase())
  return languages.find((language) => byLanguage.has(language ?? '')) ?? 'en'
}

/** Replaces `{name}` in a text. */
export function fill(text: string, name: string, value: string): string {
  return text.replaceAll(`{${name}}`, () => value)
}

/** Accepts an object of own strings by the names of `PageStrings`. */
export const pageStrings = ownStringsSchema(en, 'PageStrings')
