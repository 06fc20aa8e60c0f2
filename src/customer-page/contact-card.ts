import { html } from 'hono/html'
import { type ContactPerson, phoneLink } from '../document/model/contact.js'
import { initialsOf } from '../pages/initials.js'
import type { Html } from '../pages/layout.js'
import type { PageStrings } from './strings/page-strings.js'

/** Shows a person to ask, with links that call and write. */
export function contactPerson(
  { name, phone, email }: ContactPerson,
  { questions }: PageStrings,
): Html {
  const links = [phone && phoneTo(phone), email && mailTo(email)].filter(Boolean)
  const shown = links.map((link, index) => html`${index > 0 && ', '}${link}`)
  return who(name, links.length === 0 ? '' : html`<br>${questions} ${shown}`)
}

/** Shows the seller with the lines that are telephone numbers or addresses of e-mail, as links. */
export function contactSeller(seller: string, lines: readonly string[]): Html | undefined {
  const links = lines.flatMap((line) => contactLink(line) ?? [])
  return links.length === 0
    ? undefined
    : who(seller, html`${links.map((link) => html`<br>${link}`)}`)
}

function who(name: string, below: Html | '') {
  return html`<p class="who"><span class="initials" aria-hidden="true">${initialsOf(name)}</span>
<span><strong><bdi>${name}</bdi></strong>${below}</span></p>`
}

/** Returns a link to an address of e-mail or a telephone number; undefined for other lines. */
function contactLink(line: string): Html | undefined {
  const text = line.trim()
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text)) return mailTo(text)
  return /^\+?[\d ()./-]{6,}$/.test(text) ? phoneTo(text) : undefined
}

function mailTo(email: string): Html {
  return html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`
}

function phoneTo(phone: string): Html {
  return html`<a href="${phoneLink(phone)}"><bdi dir="ltr">${phone}</bdi></a>`
}
