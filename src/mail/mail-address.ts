import { domainToASCII } from 'node:url'
import * as z from 'zod'

const maxAddressLength = 254
const maxLocalLength = 64

/**
 * Returns an address that every mail server takes, with its domain in ASCII: `ada@xn--bcher-kva.de`
 * for `ada@bücher.de`. It has no character that means something in a header or a list of addresses.
 *
 * @returns undefined for anything else than one address, also for one with a name, and one whose
 * part before the `@` has other characters than ASCII
 */
export function toMailAddress(value: string): string | undefined {
  const trimmed = value.trim()
  // `domainToASCII` drops some of these.
  if (trimmed.length > maxAddressLength || /[\s\p{C}]/u.test(trimmed)) return undefined
  const at = trimmed.lastIndexOf('@')
  const domain = trimmed.slice(at + 1)
  const address = `${trimmed.slice(0, at + 1)}${isAscii(domain) ? domain : domainToASCII(domain)}`
  const isMailable =
    at >= 1 &&
    // A program that is called with it would take it for an option.
    !address.startsWith('-') &&
    at <= maxLocalLength &&
    address.length <= maxAddressLength &&
    z.regexes.html5Email.test(address) &&
    /\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(address)
  return isMailable ? address : undefined
}

function isAscii(value: string): boolean {
  return /^[ -~]*$/.test(value)
}

/** Returns true for an address, alone or as `Chairs Ltd <sales@chairs.example>`. */
export function isMailbox(value: unknown): value is string {
  if (typeof value !== 'string' || /[\p{C}\p{Zl}\p{Zp}]/u.test(value)) return false
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? []
  const address = bracketed ?? value
  return toMailAddress(address) === address && isDisplayName(name.trim())
}

/**
 * Returns a mailbox with the name of a person before that of the shop:
 * `"Grace Hopper, Chairs Ltd" <sales@chairs.example>`.
 */
export function withPerson(mailbox: string, person: string): string {
  const [, named = '', address = mailbox] = /^([^<>]*)<([^<>]+)>$/.exec(mailbox) ?? []
  const quoted = /^"(.*)"$/su.exec(named.trim())?.[1]?.replaceAll(/\\(.)/gsu, '$1')
  const shop = quoted ?? named.trim()
  const name = person.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  const display = shop === '' || shop === name ? name : `${name}, ${shop}`
  const created = `"${display.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
  return isMailbox(created) ? created : mailbox
}

/** A quoted string, or characters that need no quotes. All others may be in other languages. */
function isDisplayName(name: string): boolean {
  if (name.length > maxAddressLength) return false
  return /^"(?:[^"\\]|\\.)*"$/u.test(name) || !/[()<>[\]:;@\\,."]/.test(name)
}
