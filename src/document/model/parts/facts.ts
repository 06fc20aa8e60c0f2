import { sealOf } from '../../../quote/lifecycle/seal.js'
import type { Quote } from '../../../quote/quote.js'
import { isTime } from '../../../validation/times.js'
import { lastTime } from '../formats.js'
import type { DocumentSettings } from '../parse-options.js'
import { plainText } from '../plain-text.js'
import type { DocumentFact, DocumentSection } from '../quote-document.js'

/** Returns the number, dates and revision of a quote. */
export function quoteFacts(quote: Quote, settings: DocumentSettings): DocumentFact[] {
  const { strings, formats } = settings
  const { number, revision = 0, sent, created, expires } = quote
  return getFacts([
    [strings.number, number],
    [strings.revision, revision > 1 ? formats.number(revision) : undefined],
    [strings.date, getDay(sent ?? created, settings)],
    [strings.validUntil, expires === undefined ? undefined : getEnd(expires, settings)],
  ])
}

/** Returns why a document is not an offer, or undefined if it is one. */
export function getNotice(quote: Quote, { strings }: DocumentSettings): string | undefined {
  const { status, seal } = quote
  if (status === 'canceled') return strings.canceledNotice
  const isOffer = status !== 'new' && status !== 'draft' && seal === sealOf(quote)
  return isOffer ? undefined : strings.draftNotice
}

/** Returns who accepted a quote, and when. Undefined if its current revision is not accepted. */
export function getAcceptance(
  { acceptance, revision }: Quote,
  settings: DocumentSettings,
): DocumentSection | undefined {
  if (acceptance === undefined || acceptance.revision !== revision) return undefined
  const { strings } = settings
  const { name, time, reference } = acceptance
  const facts = getFacts([
    [strings.acceptedBy, name],
    [strings.acceptedOn, getDay(time, settings)],
    [strings.reference, reference],
  ])
  return { heading: strings.acceptance, facts }
}

function getFacts(facts: readonly (readonly [label: string, value: string | undefined])[]) {
  return facts.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: plainText(value) }],
  )
}

function getEnd(expires: number, { formats }: DocumentSettings): string | undefined {
  return isTime(expires) && isTime(expires - 1) ? lastTime(expires, formats) : undefined
}

function getDay(time: number, { formats }: DocumentSettings): string | undefined {
  return isTime(time) ? formats.date(time) : undefined
}
