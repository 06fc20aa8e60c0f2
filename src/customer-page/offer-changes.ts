import { html } from 'hono/html'
import { createDocument } from '../document/model/create-document.js'
import {
  type DocumentLine,
  payableRow,
  type QuoteDocument,
} from '../document/model/quote-document.js'
import { isQuoteError } from '../errors.js'
import { HttpProblem } from '../http/problem-details.js'
import { type Amount, absolute, isNegative, parseAmount, subtract, zero } from '../money/amount.js'
import { toFixed } from '../money/rounding.js'
import type { Html } from '../pages/layout.js'
import { payableOf } from '../quote/model/payable.js'
import { publishedDecimals } from '../quote/model/precision.js'
import type { ProductLine, Quote } from '../quote/model/quote.js'
import { diffQuotes } from '../quote/verify/quote-differences.js'
import { loadQuote } from './offer.js'
import type { LineChange, OfferChanges, PageView } from './offer-view.js'
import type { PageCall } from './page-call.js'
import { fill } from './strings/get-strings.js'

/**
 * Loads what is new in an open offer since its customer last opened an earlier revision. Undefined
 * if there is no such revision, or nothing that the customer sees is new. The first revision of an
 * offer loads nothing.
 */
export async function loadChanges(
  call: PageCall,
  view: PageView,
): Promise<OfferChanges | undefined> {
  const { state, current, shown } = view.offer
  const { revision = 0 } = shown.quote
  if (revision < 2 || state !== 'open') return undefined
  const seen = (current.quote.delivery ?? [])
    .filter((fact) => fact.type === 'opened' && fact.revision < revision)
    .reduce<{ revision: number; time: number } | undefined>(
      (last, fact) => (last !== undefined && last.revision >= fact.revision ? last : fact),
      undefined,
    )
  const before = seen && (await loadEarlier(call, seen.revision))
  if (seen === undefined || before === undefined) return undefined
  const changes = compare(before, view, seen.time)
  const { lines, terms, total } = changes
  return lines.size + terms.length > 0 || total !== undefined ? changes : undefined
}

/** Returns undefined for a revision that the customer may not read, or that was erased. */
async function loadEarlier(call: PageCall, revision: number): Promise<Quote | undefined> {
  try {
    return (await loadQuote(call, revision)).quote
  } catch (error) {
    const isHidden = isQuoteError(error) && error.code === 'not_permitted'
    if (isHidden || error instanceof HttpProblem) return undefined
    throw error
  }
}

function compare(before: Quote, view: PageView, time: number): OfferChanges {
  const { document, documentOptions, formats, offer, strings } = view
  const after = offer.shown.quote
  const earlier = createDocument(before, documentOptions)
  const { decimals = publishedDecimals } = after
  const isSameCurrency = before.currency === after.currency
  const signed = (amount: Amount): string | undefined => {
    const shown = toFixed(amount, decimals, 'half-up')
    if (!isSameCurrency || !/[1-9]/.test(shown)) return undefined
    const money = formats.money(shown, after.currency)
    return isNegative(amount) ? money : `+${money}`
  }
  const differences = diffQuotes(before, after).lines
  const [was, is] = [linesOf(earlier), linesOf(document)]
  const lines = new Map<string, LineChange>()
  let ofLines: Amount = zero
  let areAllShown = true
  for (const { key, kind, before: old, after: now } of differences) {
    const change = subtract(countedAmount(now), countedAmount(old))
    const shown = { kind, before: was.get(key), after: is.get(key), amount: signed(change) }
    ofLines = subtract(ofLines, subtract(zero, change))
    const hasPrice = [shown.before, shown.after].some((line) => (line?.total ?? '') !== '')
    if (!hasPrice) areAllShown = false
    if (isVisible(shown)) lines.set(key, hasPrice ? shown : { ...shown, amount: undefined })
  }
  const difference = subtract(parse(payableOf(after)), parse(payableOf(before)))
  const amount = signed(difference)
  return {
    time,
    lines,
    terms: changedTerms(earlier, document),
    rest: areAllShown ? signed(subtract(difference, ofLines)) : undefined,
    total:
      amount === undefined
        ? undefined
        : {
            before: payableRow(earlier.totals)?.amount ?? '',
            amount,
            words: fill(
              isNegative(difference) ? strings.newsLess : strings.newsMore,
              'amount',
              formats.money(toFixed(absolute(difference), decimals, 'half-up'), after.currency),
            ),
          },
  }
}

function linesOf({ lines }: QuoteDocument): ReadonlyMap<string, DocumentLine> {
  return new Map(lines.flatMap((line) => (line.type === undefined ? [[line.key, line]] : [])))
}

const parse = (value: string) => (parseAmount(value) ?? zero) as Amount

/** Returns what a line adds to the total that is offered. */
function countedAmount(line: ProductLine | undefined): Amount {
  return line === undefined || line.selected === false ? zero : parse(line.quote_total)
}

/** Returns true if a customer who reads the lines sees a difference. */
function isVisible({ before, after }: LineChange): boolean {
  if (before === undefined || after === undefined) return before !== after
  return [...valueNames, ...wordNames].some((name) => before[name] !== after[name])
}

const valueNames = ['quantity', 'unitPrice', 'listPrice', 'discount', 'total'] as const
const wordNames = ['name', 'description', 'note', 'billing', 'choice'] as const

function changedTerms(before: QuoteDocument, after: QuoteDocument): readonly string[] {
  const termsOf = ({ conditions = [], terms, labels }: QuoteDocument) =>
    new Map([
      ...conditions.map(({ heading, paragraphs }) => [heading, paragraphs.join('\n')] as const),
      [labels.terms, terms.join('\n')] as const,
    ])
  const [was, is] = [termsOf(before), termsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].filter(
    (heading) => (was.get(heading) ?? '') !== (is.get(heading) ?? ''),
  )
}

/** Says what is new, line by line, and what that changes. */
export function changesCard({ strings, formats }: PageView, changes: OfferChanges): Html {
  const { lines, terms, rest, total, time } = changes
  const row = (name: Html | string, amount: string | undefined) =>
    html`<li><span>${name}</span>${amount && html`<b><bdi>${amount}</bdi></b>`}</li>`
  return html`<section class="card news" aria-labelledby="news">
<h2 id="news">${fill(strings.news, 'date', formats.date(time))}</h2>
<ul>${[...lines.values()].map((line) =>
    row(
      html`<bdi>${(line.after ?? line.before)?.name}</bdi>: ${describe(line, strings)}`,
      line.amount,
    ),
  )}${terms.map((heading) => row(html`<bdi>${heading}</bdi>: ${strings.newsChanged}`, undefined))}${
    rest && lines.size > 0 && row(strings.newsRest, rest)
  }${total && row(html`<b>${strings.newsSum}</b>`, total.amount)}</ul>
</section>`
}

/** Returns what became of a line: `3 4`, the first struck out. */
function describe(
  { kind, before, after }: LineChange,
  strings: PageView['strings'],
): Html | string {
  if (kind === 'added' || before === undefined) return html`<ins>${strings.newsAdded}</ins>`
  if (kind === 'removed' || after === undefined) return strings.newsRemoved
  const changed = (['quantity', 'unitPrice'] as const).filter(
    (name) => before[name] !== after[name],
  )
  if (changed.length === 0) return strings.newsChanged
  return html`${changed.map((name) => html`${replaced(before[name], after[name])} `)}`
}

/** Shows a value after the one that it replaces, if it replaces one. */
export function replaced(before: string | undefined, after: string | undefined): Html {
  if (before === after) return html`<bdi>${after}</bdi>`
  return html`${before && html`<del><bdi>${before}</bdi></del> `}${
    after && html`<ins><bdi>${after}</bdi></ins>`
  }`
}
