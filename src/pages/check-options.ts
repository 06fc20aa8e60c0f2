import { QuoteError } from '../errors.js'
import { prefixPattern, visibleAscii } from '../http/options.js'
import { minSecretLength } from './signatures.js'

/** Returns the message of an invalid option, or undefined. Gets undefined if it is absent. */
export type OptionRule = (value: unknown) => string | undefined

/** The rules of options by their names. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule }

/**
 * Checks the options of an app of pages.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 */
export function checkOptions<Options extends object>(
  options: Options | undefined,
  rules: OptionRules<Options>,
): void {
  const given: Readonly<Record<string, unknown>> = { ...options }
  const errors = Object.entries<OptionRule>(rules).flatMap(([name, rule]) => {
    const message = rule(given[name])
    return message === undefined ? [] : [[name, message] as const]
  })
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(rules, name))
  for (const name of unknown) errors.push([name, 'is not a known field'])
  if (errors.length > 0)
    throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}

/** Returns a rule that accepts absence as well. */
export function optional(rule: OptionRule): OptionRule {
  return (value) => (value === undefined ? undefined : rule(value))
}

export const isFunction: OptionRule = (value) =>
  typeof value === 'function' ? undefined : 'must be a function'

export const isString: OptionRule = (value) =>
  typeof value === 'string' ? undefined : 'must be a string'

export const isEngine: OptionRule = (value) =>
  typeof (value as { createQuote?: unknown } | undefined)?.createQuote === 'function'
    ? undefined
    : 'must be a quote engine'

export const isPrefix: OptionRule = (value) =>
  typeof value === 'string' && prefixPattern.test(value)
    ? undefined
    : 'must be empty or a path such as /sales/desk, without a slash at the end'

export const isBaseUrl: OptionRule = (value) =>
  typeof value === 'string' && visibleAscii.test(value) && !value.endsWith('/')
    ? undefined
    : 'must be an address or a path without a slash at the end, such as https://shop.example or /shop'

export const isAddress: OptionRule = (value) =>
  typeof value === 'string' && value !== '' && visibleAscii.test(value)
    ? undefined
    : 'must be an address of visible ASCII characters; percent-encode all others'

export const isByteLimit: OptionRule = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? undefined
    : 'must be an integer of at least 1'

export const isSecretList: OptionRule = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((secret) => typeof secret === 'string' && secret.length >= minSecretLength)
    ? undefined
    : `must be an array of secrets of at least ${minSecretLength} characters, the current one first; create one with: openssl rand -base64 32`

export const isDocumentSource: OptionRule = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)
    ? undefined
    : 'must be the options of documents, or a function that returns them'

export const isLocale: OptionRule = (value) =>
  isAccepted(() => Intl.getCanonicalLocales(value as string)) && typeof value === 'string'
    ? undefined
    : 'must be a BCP 47 language tag, such as en or de-AT'

export const isTimeZone: OptionRule = (value) =>
  typeof value === 'string' && isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: value }))
    ? undefined
    : 'must be a time zone, such as Europe/Berlin'

function isAccepted(create: () => unknown): boolean {
  try {
    create()
    return true
  } catch {
    return false
  }
}
