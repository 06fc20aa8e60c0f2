import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { renderDate } from '../parts/changes.js'
import { statusLabel } from '../parts/names.js'

/** A step of a quote on its way to an order. */
interface Step {
  readonly label: string
  /** When it was done, in milliseconds since the Unix epoch; undefined if it is still to come. */
  readonly time?: number | undefined
}

/** Statuses in which a quote ends without an order, or waits for another offer. */
const turns: ReadonlySet<string> = new Set([
  'expired',
  'revision_requested',
  'declined',
  'canceled',
])

/** Shows where a quote is on its way from the first draft to the order. */
export function quoteSteps(call: DeskCall, view: QuoteView): Html {
  const steps = stepsOf(call, view)
  const current = steps.findLastIndex(({ time }) => time !== undefined)
  return html`<ol class="steps">${steps.map(({ label, time }, index) => {
    const state = index < current ? 'done' : 'next'
    return html`<li class="${index === current ? 'now' : state}"${
      index === current && html` aria-current="step"`
    }>${label}${time !== undefined && renderDate(call.formats, time)}</li>`
  })}</ol>`
}

function stepsOf(call: DeskCall, { quote, updated }: QuoteView): readonly Step[] {
  const { steps } = call.strings.lifecycle
  const { status, created, sent, delivery = [], acceptance, order, revision } = quote
  const isOffer = quote.seal !== undefined
  const opened = delivery.filter((each) => each.type === 'opened' && each.revision === revision)
  const isTurned = turns.has(status)
  const isOpened = isOffer && opened.length > 0
  return [
    { label: steps.written, time: created },
    { label: steps.sent, time: isOffer ? sent : undefined },
    ...(isOpened ? [{ label: steps.opened(opened.length), time: opened.at(-1)?.time }] : []),
    ...(isTurned ? [{ label: statusLabel(call, status), time: updated }] : []),
    ...(isTurned && status !== 'revision_requested'
      ? []
      : [
          { label: steps.accepted, time: acceptance?.time },
          { label: steps.ordered, time: order === undefined ? undefined : updated },
        ]),
  ]
}
