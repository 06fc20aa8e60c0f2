import { html } from 'hono/html'
import { type Formats, lastTime } from '../../document/model/formats.js'
import type { Html } from '../../pages/layout.js'
import type { Acceptance } from '../../quote/lifecycle-fields.js'
import type { OfferState } from '../offer/load-offer.js'
import { fill } from '../strings/get-strings.js'
import type { PageStrings } from '../strings/page-strings.js'
import type { PageView } from './page-view.js'

const tones: Readonly<Record<OfferState, string>> = {
  open: 'info',
  expired: 'warn',
  accepted: 'good',
  ordered: 'good',
  declined: 'plain',
  canceled: 'plain',
  revisionRequested: 'info',
  draft: 'warn',
  newer: 'warn',
  processing: 'info',
}

/** Says in plain words what the state of the offer is. */
export function stateBanner(view: PageView): Html {
  const { strings, offer, formats } = view
  const { state, shown } = offer
  const { expires, acceptance } = shown.quote
  const isAccepted = state === 'accepted' || state === 'ordered'
  const print = state === 'open' ? ' no-print' : ''
  return html`<section class="state ${tones[state]}${print}" aria-labelledby="state">
  <h1 id="state">${strings[state]}</h1>
  <p>${toText(state, strings, expires, formats)}</p>
  ${state === 'revisionRequested' && request(strings, offer.request)}
  ${isAccepted && acceptance !== undefined && acceptanceFacts(strings, formats, acceptance)}
</section>`
}

const closedStates: readonly OfferState[] = [
  'expired',
  'declined',
  'canceled',
  'revisionRequested',
  'draft',
  'newer',
]

/** Returns what a file says first, because it has no banner; undefined if the offer is valid. */
export function fileNotice({ strings, offer, formats }: PageView): string | undefined {
  const { state, shown } = offer
  if (!closedStates.includes(state)) return undefined
  return `${strings[state]}\n${toText(state, strings, shown.quote.expires, formats)}`
}

function toText(
  state: OfferState,
  strings: PageStrings,
  expires: number | undefined,
  formats: Formats,
): string {
  if (state === 'open' && expires === undefined) return strings.openAlways
  const text = state === 'open' ? strings.openUntil : strings[`${state}Text`]
  return expires === undefined ? text : fill(text, 'date', lastTime(expires, formats))
}

function request(strings: PageStrings, reason: string | undefined) {
  if (reason === undefined) return undefined
  return html`<h2 class="label">${strings.yourRequest}</h2>
  <blockquote dir="auto">${reason}</blockquote>`
}

function acceptanceFacts(
  strings: PageStrings,
  formats: Formats,
  { name, time, reference, seal }: Acceptance,
) {
  const facts = [
    [strings.acceptedBy, name],
    [strings.acceptedOn, formats.dateTime(time)],
    [strings.reference, reference],
  ] as const
  return html`<dl class="facts">
    ${facts.map(
      ([label, value]) =>
        value !== undefined && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`,
    )}
    <div class="seal"><dt>${strings.seal}</dt>
      <dd><code dir="ltr">${seal}</code> <span class="hint">${strings.sealHint}</span></dd></div>
  </dl>`
}
