/** The forms of words beside a number, by the categories of `Intl.PluralRules`. */
type PluralWords = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns a function that chooses the form of words that stands beside a number in a language. */
export function pluralForms(language: string): (count: number, words: PluralWords) => string {
  const rules = new Intl.PluralRules(language)
  return (count, words) => words[rules.select(count)] ?? words.other
}

/** Returns a reason as a sentence: with a full stop, which is `.` unless a language has its own. */
export function asSentence(reason: string, stop = '.'): string {
  return /[.!?。！？؟]$/.test(reason) ? reason : `${reason}${stop}`
}
