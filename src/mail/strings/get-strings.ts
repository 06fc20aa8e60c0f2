import { type OwnStrings, ownStringsSchema, withOwnStrings } from '../../pages/own-strings.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import type { MailStrings } from './mail-strings.js'
import { zh } from './zh.js'

const byLanguage = new Map<string, MailStrings>(Object.entries({ ar, de, en, fr, ja, zh }))

/** Returns the strings of a locale: English ones if there are none in its language. */
export function getStrings(locale: string, own?: OwnStrings<MailStrings>): MailStrings {
  return withOwnStrings(byLanguage.get(new Intl.Locale(locale).language) ?? en, own)
}

/** Accepts an object of own strings by the names of `MailStrings`. */
export const mailStrings = ownStringsSchema(en, 'MailStrings')
