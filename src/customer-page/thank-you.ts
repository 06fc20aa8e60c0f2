import { html } from 'hono/html'
import { plainLines } from '../document/model/parts.js'
import { payableRow } from '../document/model/quote-document.js'
import { reportError } from '../http/report-error.js'
import { callHost, wrongResult } from '../pages/host-function.js'
import type { Html } from '../pages/layout.js'
import { contactPerson } from './contact-card.js'
import type { PageView } from './offer-view.js'
import { isStepList } from './options.js'
import type { PageCall } from './page-call.js'
import { fill } from './strings/get-strings.js'

/** What comes after an acceptance: a heading, and what is said below it. */
interface NextStep {
  readonly heading: string
  readonly content?: Html | string | undefined
}

/** Returns true for an offer whose page thanks for its acceptance. */
export function isThanked({ offer: { state, shown } }: Pick<PageView, 'offer'>): boolean {
  return (state === 'accepted' || state === 'ordered') && shown.quote.acceptance !== undefined
}

/** Returns true if the steps after an acceptance say whom to ask. */
export function hasContactStep({ options }: PageCall, { document }: PageView): boolean {
  return options.nextSteps === undefined && document.contact !== undefined
}

/** Thanks the customer, and says what was accepted, for how much and when. */
export function thanks({ strings, offer, formats, paper }: PageView, offerName: string): Html {
  const { name = '', time = 0 } = offer.shown.quote.acceptance ?? {}
  const total = payableRow(paper.totals)?.amount ?? ''
  const text = fill(strings.thanksText, 'total', total)
  return html`<section class="hero thanks"><span class="done" aria-hidden="true"></span>
<h1><bdi>${fill(strings.thanks, 'name', name)}</bdi></h1>
<p class="for"><bdi>${offerName}</bdi></p>
<p>${fill(text, 'date', formats.dateTime(time))}</p>
</section>`
}

/**
 * Returns the steps that the page lists after an acceptance: those of the host, or what is known
 * without it.
 */
export async function nextSteps(call: PageCall, view: PageView): Promise<Html> {
  const { strings } = view
  const own = await ownSteps(call, view)
  const steps = own?.map(toStep) ?? defaultSteps(call, view)
  return html`<section class="card next" aria-labelledby="next"><h2 id="next">${strings.requestNext}</h2>
<ol>${steps.map(
    ({ heading, content }) =>
      html`<li><div><strong><bdi>${heading}</bdi></strong>${content && html`<div>${content}</div>`}</div></li>`,
  )}</ol></section>`
}

/** A function of the host that fails changes nothing of what was accepted, so it is reported. */
async function ownSteps(
  { options, c }: PageCall,
  { offer }: PageView,
): Promise<readonly string[] | undefined> {
  const { nextSteps: steps, onError } = options
  if (typeof steps !== 'function') return steps
  try {
    const returned: unknown = await callHost(options, 'nextSteps', () => steps(offer.shown))
    if (returned === undefined || isStepList(returned)) return returned
    throw wrongResult('nextSteps', 'an array of 1 to 10 strings, or undefined', returned)
  } catch (error) {
    reportError(onError, error, c.req.raw)
    return undefined
  }
}

function toStep(step: string): NextStep {
  const [heading = '', ...lines] = plainLines(step)
  return { heading, content: html`${lines.map((line) => html`<p><bdi>${line}</bdi></p>`)}` }
}

/** Promises nothing: only the host knows what it does next. */
function defaultSteps(
  { options, url, token }: PageCall,
  { strings, offer, document: { contact } }: PageView,
): readonly NextStep[] {
  const first =
    offer.state === 'ordered'
      ? { heading: strings.ordered }
      : { heading: strings.stepSealed, content: strings.stepSealedText }
  const pdf =
    options.renderPdf !== undefined &&
    html`<a href="${url(`/${token}/offer.pdf`)}">${strings.downloadPdf}</a> `
  const canWrite = offer.actions.includes('message')
  const ask = contact
    ? contactPerson(contact, strings)
    : canWrite && html`<a href="#messages">${strings.stepAskText}</a>`
  return [
    first,
    {
      heading: strings.stepCopy,
      content: html`<p class="links">${pdf}<a href="${url(`/${token}/offer.html`)}" download
  >${strings.downloadHtml}</a></p>`,
    },
    ...(ask ? [{ heading: strings.stepAsk, content: ask }] : []),
  ]
}
