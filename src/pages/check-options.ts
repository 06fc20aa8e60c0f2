import { QuoteError } from '../errors.js'
import { prefixPattern } from '../http/options.js'
import { isAddress, validAddress } from '../validation/addresses.js'
import { describeValue } from '../validation/describe-value.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { unknownFieldMessages } from '../validation/known-fields.js'
import { isLocale } from '../validation/locale.js'
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
  const messageOf = unknownFieldMessages()
  for (const name of unknown) errors.push([name, messageOf(name, Object.keys(rules))])
  if (errors.length > 0)
    throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}

/** Returns a rule that accepts absence as well. */
export function optional(rule: OptionRule): OptionRule {
  return (value) => (value === undefined ? undefined : rule(value))
}

export const mustBeFunction: OptionRule = (value) =>
  typeof value === 'function' ? undefined : 'must be a function'

export const mustBeString: OptionRule = (value) =>
  typeof value === 'string' ? undefined : 'must be a string'

/** Accepts the id of a store, of a user or of a quote. */
export const mustBeId: OptionRule = (value) => (isValidId(value) ? undefined : `must be ${validId}`)

export const mustBeEngine: OptionRule = (value) =>
  typeof (value as { createQuote?: unknown } | undefined)?.createQuote === 'function'
    ? undefined
    : 'must be a quote engine'

export const mustBePrefix: OptionRule = (value) =>
  typeof value === 'string' && prefixPattern.test(value)
    ? undefined
    : 'must be empty or a path such as /sales/desk, without a slash at the end'

/** Accepts what stands before a path: nothing, an origin, a path, or both. */
export const mustBeBaseUrl: OptionRule = (value) =>
  value === '' || (isAddress(value) && !/\/$|[?#]/.test(value))
    ? undefined
    : `must be empty or ${validAddress}, without a slash at the end, ? and #, received ${describeValue(value)}`

export const mustBeLinkTarget: OptionRule = (value) =>
  isAddress(value) ? undefined : `must be ${validAddress}, received ${describeValue(value)}`

/** Accepts a timeout that a timer can have. */
export const mustBeTimeout: OptionRule = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) < 2 ** 31
    ? undefined
    : `must be an integer from 1 to ${2 ** 31 - 1}, in milliseconds, received ${describeValue(value)}`

export const mustBeByteLimit: OptionRule = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0
    ? undefined
    : 'must be an integer of at least 1'

const maxDays = 3_650

export const mustBeDayCount: OptionRule = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= maxDays
    ? undefined
    : `must be an integer of days from 1 to ${maxDays}`

export const mustBeStatusWords: OptionRule = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (words: unknown) =>
      typeof words === 'object' &&
      words !== null &&
      Object.entries(words).every(
        ([name, text]) =>
          (name === 'label' || name === 'action') &&
          (text === undefined || (typeof text === 'string' && text !== '')),
      ),
  )
    ? undefined
    : "must be an object by status, such as { in_review: { label: 'In review', action: 'Ask for a review' } }"

export const mustBeSecretList: OptionRule = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((secret) => typeof secret === 'string' && secret.length >= minSecretLength)
    ? undefined
    : `must be an array of secrets of at least ${minSecretLength} characters, the current one first; create one with: openssl rand -base64 32`

export const mustBeDocumentSource: OptionRule = (value) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)
    ? undefined
    : 'must be the options of documents, or a function that returns them'

export const mustBeLocale: OptionRule = (value) =>
  isLocale(value) ? undefined : 'must be a BCP 47 language tag, such as en or de-AT'

export const mustBeTimeZone: OptionRule = (value) =>
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
