/** What a locale must be, for messages. */
export const validLocale = 'a BCP 47 language tag, such as en or de-AT'

/**
 * Returns true for a BCP 47 language tag whose language has two or three letters, as all registered
 * ones have. `Intl` accepts longer ones, such as `english`, and treats them as an unknown language.
 */
export function isLocale(value: unknown): value is string {
  if (typeof value !== 'string') return false
  try {
    return /^[a-z]{2,3}$/.test(new Intl.Locale(value).language)
  } catch {
    return false
  }
}
