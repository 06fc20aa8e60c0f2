import * as z from 'zod'
import { withReceived } from '../../validation/schemas/scalars.js'

/** The person of the seller whom a customer can ask. */
export interface ContactPerson {
  /** The name: up to 100 characters. */
  readonly name: string
  /** The telephone number, as people read it: `+1 512 555 0100`. */
  readonly phone?: string | undefined
  /** The address of e-mail. */
  readonly email?: string | undefined
}

const maxNameLength = 100
const maxEmailLength = 254
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u
const phonePattern = /^\+?[\d ()./-]{3,40}$/

/** Accepts a person to ask. */
export const contactPerson = z.strictObject(
  {
    name: z.custom<string>(
      (value) =>
        typeof value === 'string' &&
        value.trim() !== '' &&
        value.length <= maxNameLength &&
        !lineBreaks.test(value) &&
        value.isWellFormed(),
      { error: withReceived(`must be a name of 1 to ${maxNameLength} characters on one line`) },
    ),
    phone: z
      .custom<string>((value) => typeof value === 'string' && phonePattern.test(value), {
        error: withReceived('must be a telephone number, such as +1 512 555 0100'),
      })
      .optional(),
    email: z
      .custom<string>(
        (value) =>
          typeof value === 'string' &&
          value.length <= maxEmailLength &&
          z.regexes.html5Email.test(value),
        { error: withReceived('must be an address such as grace@shop.example') },
      )
      .optional(),
  },
  { error: withReceived('must be a person: { name, phone?, email? }') },
)

/** Returns the target of a link that calls a number. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
