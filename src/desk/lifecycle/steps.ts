import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { renderDate } from '../parts/changes.js'
import { statusLabel } from '../parts/names.js'

/** A step of a quote on its way to an order. */
interface Step {
  readonly label: string
  readonly isDone: boolean
  /** When it was done, in milliseconds since the Unix epoch, if the quote says it. */
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
  const current = steps.findLastIndex(({ isDone }) => isDone)
  return html`<ol class="steps">${steps.map(({ label, time }, index) => {
    const state = index < current ? 'done' : 'next'
    return html`<li class="${index === current ? 'now' : state}"${
      index === current && html` aria-current="step"`
    }>${label}${time !== undefined && renderDate(call.formats, time)}</li>`
  })}</ol>`
}

function stepsOf(call: DeskCall, { quote }: QuoteView): readonly Step[] {
  const { steps } = call.strings.lifecycle
  const { status, created, sent, expires, delivery = [], acceptance, revision } = quote
  const isOffer = quote.seal !== undefined
  const opened = delivery.filter((each) => each.type === 'opened' && each.revision === revision)
  const isTurned = turns.has(status)
  const isOpened = isOffer && opened.length > 0
  return [
    { label: steps.written, isDone: true, time: created },
    { label: steps.sent, isDone: isOffer, time: isOffer ? sent : undefined },
    ...(isOpened
      ? [{ label: steps.opened(opened.length), isDone: true, time: opened.at(-1)?.time }]
      : []),
    ...(isTurned
      ? [
          {
            label: statusLabel(call, status),
            isDone: true,
            time: status === 'expired' ? expires : undefined,
          },
        ]
      : []),
    ...(isTurned && status !== 'revision_requested'
      ? []
      : [
          { label: steps.accepted, isDone: acceptance !== undefined, time: acceptance?.time },
          { label: steps.ordered, isDone: status === 'ordered' },
        ]),
  ]
}
