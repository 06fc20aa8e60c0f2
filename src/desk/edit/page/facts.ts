import { html } from 'hono/html'
import type { QuoteView } from '../../../engine/operations/quotes/get-quote.js'
import type { Html } from '../../../pages/layout.js'
import type { DeskCall } from '../../desk-call.js'
import { dateOf, timeOf } from '../../parts/time.js'
import { nameOfActor } from '../../parts/user-names.js'
import type { Choices } from '../form/edited.js'

/** Shows the dates of a quote, who is responsible, and what became of it. */
export function factsPanel({ formats }: DeskCall, view: QuoteView, { users }: Choices): Html {
  const { quote, updated } = view
  const { sent, expires, revision, acceptance, order, owner, reason, currency } = quote
  const time = (value: number | undefined) => value !== undefined && timeOf(formats, value)
  const ownerName = owner && (users?.find(({ id }) => id === owner)?.name ?? owner)
  const facts: readonly (readonly [label: string, value: Html | string | false | undefined])[] = [
    ['Number', quote.number],
    ['Owner', ownerName],
    ['Customer id', quote.customer_id],
    ['Created', time(quote.created)],
    ['Changed', timeOf(formats, updated)],
    ['Currency', currency],
    ['Revision', revision === undefined ? undefined : String(revision)],
    ['Sent', time(sent)],
    ['Valid until', expires !== undefined && dateOf(formats, expires - 1)],
    ['Reason', reason],
    ['Accepted', acceptance && acceptedBy(formats, acceptance, users)],
    ['Reference', acceptance?.reference],
    ['Order', order && (order.id ?? 'being placed')],
  ]
  return html`<section class="card" aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    <dl class="facts">${facts.map(
      ([label, value]) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
    )}</dl>
  </section>`
}

function acceptedBy(
  formats: DeskCall['formats'],
  { time, name, by, late }: NonNullable<QuoteView['quote']['acceptance']>,
  users: Choices['users'] = [],
): Html {
  const names = new Map(users.map((user) => [user.id, user.name]))
  const who = name ?? (by && nameOfActor(by, names))
  return html`${timeOf(formats, time)}${who && ` by ${who}`}${late && ', late'}`
}
