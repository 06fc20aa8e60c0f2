import * as z from 'zod'
import { isTimeZone } from '../quote/model/expiry.js'
import { isAddress, validAddress } from '../validation/addresses.js'
import { isLocale, validLocale } from '../validation/locale.js'
import { optionalPrefix } from '../validation/schemas/app-options.js'
import { idSchema, optionalIntegerBetween, withReceived } from '../validation/schemas/scalars.js'
import { minSecretLength } from './signatures.js'

/** Accepts a function, or what another schema accepts, with its messages. */
export function orFunction(schema: z.ZodType) {
  return z.unknown().superRefine((value, context) => {
    const { error } = typeof value === 'function' ? {} : schema.safeParse(value)
    for (const { message, path } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path })
  })
}

/** Accepts secrets. Its message shows none of them. */
export const secretList = z.custom<readonly string[]>(
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((secret) => typeof secret === 'string' && secret.length >= minSecretLength),
  {
    error: `must be an array of secrets of at least ${minSecretLength} characters, the current one first; create one with: openssl rand -base64 32`,
  },
)

/** Accepts the id of a store or of a user. */
export const id = idSchema

/** Accepts what stands before a path: nothing, an origin, a path, or both. */
export const baseUrl = z.custom<string>(
  (value) => value === '' || (isAddress(value) && !/\/$|[?#]/.test(value)),
  { error: withReceived(`must be empty or ${validAddress}, without a slash at the end, ? and #`) },
)

/** Returns the path of a `baseUrl`. Pages don't name its origin, which the browser knows. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
}

export const prefix = optionalPrefix('/sales/desk')

export const linkTarget = z.custom<string>(isAddress, {
  error: withReceived(`must be ${validAddress}`),
})

/** Accepts a path of the same site. */
export const sitePath = z.custom<string>((value) => isAddress(value) && value.startsWith('/'), {
  error: withReceived(
    'must be a path that begins with one slash, such as /sign-out, in visible ASCII characters',
  ),
})

/** In a policy, a semicolon or a comma would begin something else. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:[^;,]*$/.test(value)) return false
  return URL.canParse(value) && new URL(value).origin === value
}

/** Accepts the origins from which pages show pictures of products, or undefined. */
export const pictureOrigins = z
  .array(
    z.custom<string>(isOrigin, {
      error: withReceived('must be an origin, such as https://cdn.shop.example'),
    }),
    { error: withReceived('must be an array of origins') },
  )
  .optional()

/** Accepts a timeout that a timer can have, in milliseconds, or undefined. */
export const timeoutMs = optionalIntegerBetween(1, 2 ** 31 - 1)

export const documentSource = z.custom<object>(
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  { error: withReceived('must be the options of documents, or a function that returns them') },
)

export const locale = z.custom<string>(isLocale, {
  error: withReceived(`must be ${validLocale}`),
})

export const timeZone = z.custom<string>(isTimeZone, {
  error: withReceived('must be a time zone, such as Europe/Berlin'),
})
