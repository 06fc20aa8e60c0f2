import { html } from 'hono/html'
import { signaturePath } from '../../document/html/render-fragment.js'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { type Signature, signatureArea } from '../../quote/model/signature.js'
import { verifyAcceptance } from '../../quote/verify/verify-acceptance.js'
import type { DeskCall } from '../desk-call.js'
import { chosenParts, factsList } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'

/** Shows what was accepted: what was chosen, with which signature, and whether it is proven. */
export function acceptanceFacts(call: DeskCall, { quoteId, quote }: QuoteRecord): Html | false {
  const { acceptance, revision } = quote
  if (acceptance === undefined || acceptance.revision !== revision) return false
  const { selection, signature, consent, address, seal, sealed } = acceptance
  const { strings } = call
  const words = strings.acceptance
  const { taken, leftOut } = chosenParts(call, quote, selection)
  const violations = verifyAcceptance(quote)
  const isErased = violations.length > 0 && violations.every((each) => each.isErased)
  const state = violations.length === 0 ? 'verified' : isErased ? 'erased' : 'violated'
  const tone = { verified: 'good', erased: 'warn', violated: 'bad' }[state]
  const document = call.url(`/quotes/${encodeURIComponent(quoteId)}/document`)
  return html`<div class="acceptance"><h3>${strings.quote.accepted}
      <span class="pill ${tone}">${words[state]}</span></h3>
    ${factsList([
      [words.taken, taken.join('\n')],
      [words.leftOut, leftOut.join('\n')],
      [words.signature, signature && showSignature(words, signature)],
      [words.consent, consent],
      [words.address, address],
    ])}
    <details class="more"${state === 'violated' && html` open`}>
      <summary>${words.seals}</summary>
      ${
        violations.length > 0 &&
        html`<ul>${violations.map(({ path, message }) => html`<li class="wrap">${path} ${message}</li>`)}</ul>`
      }
      ${factsList([
        [words.sealOfOffer, html`<code>${seal}</code>`],
        [words.sealOfAcceptance, sealed && html`<code>${sealed}</code>`],
      ])}
    </details>
    ${sealed && html`<p><a href="${document}">${words.certificate}</a></p>`}</div>`
}

/** Shows the name that was typed, or draws the lines. */
function showSignature(words: DeskStrings['acceptance'], signature: Signature): Html | string {
  if (signature.type === 'typed') return signature.name
  const { width, height } = signatureArea
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.drawn}">${signaturePath(signature.strokes)}</svg>`
}
