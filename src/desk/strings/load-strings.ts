import type { DeskStrings } from '../strings.js'

/** The languages of the desk besides English. The code of each is loaded when it is first shown. */
const languages: ReadonlyMap<string, () => Promise<DeskStrings>> = new Map([
  ['ar', async () => (await import('./ar.js')).ar],
  ['de', async () => (await import('./de.js')).de],
  ['fr', async () => (await import('./fr.js')).fr],
  ['ja', async () => (await import('./ja.js')).ja],
  ['zh', async () => (await import('./zh.js')).zh],
])

/** Returns the strings in the language of a locale; undefined if there are only English ones. */
export async function loadStrings(locale: string): Promise<DeskStrings | undefined> {
  return languages.get(new Intl.Locale(locale).language)?.()
}
