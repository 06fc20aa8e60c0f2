import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Page } from '../engine/execution/pages.js'
import type { ResponseBody } from '../engine/operation.js'
import type { QuoteView } from '../engine/operations/read-quotes.js'
import { QuoteError } from '../errors.js'
import { type Problem, toProblem } from '../http/problem-details.js'
import { serializers } from '../http/routes/serializers.js'
import type { Acceptance } from '../quote/model/lifecycle-fields.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteFieldsWith } from '../quote/model/quote-fields.js'

/** The fields of a quote that a list has. */
const summaryFields = quoteFieldsWith(({ isInSummary }) => isInSummary === true)

/** Returns what a tool responds with: what HTTP does, with versions, and lists of summaries. */
export function serializeResult(result: unknown, response: ResponseBody): object {
  if (response === 'none') return { success: true }
  if (response === 'quotes') return summarize(result as Page<QuoteView, string>)
  const { visible_tags: _, ...body } = serializers[response](result as never) as {
    visible_tags?: unknown
    acceptance?: Acceptance
  }
  return { ...versionOf(result), ...withoutStrokes(body) }
}

/** An agent reads nothing in the points of a signature. */
function withoutStrokes(body: { readonly acceptance?: Acceptance }): object {
  const { acceptance } = body
  if (acceptance?.signature?.type !== 'drawn') return body
  const strokes = `… ${acceptance.signature.strokes.length} lines`
  return { ...body, acceptance: { ...acceptance, signature: { type: 'drawn', strokes } } }
}

function versionOf(result: unknown): object {
  const { record = result } = Object(result) as { readonly record?: unknown }
  const { version } = Object(record) as { readonly version?: unknown }
  return typeof version === 'number' ? { version } : {}
}

function summarize({ items, next }: Page<QuoteView, string>): object {
  const quotes = items.map(({ quoteId, version, quote, deleted }) => {
    const fields = summaryFields.flatMap((name) =>
      quote[name] === undefined || quote[name] === null ? [] : [[name, quote[name]]],
    )
    const shown = Object.fromEntries(fields)
    const isDeleted = deleted !== undefined && { deleted }
    return { quote_id: quoteId, version, ...shown, ...isDeleted, lines: quote.products.length }
  })
  return { quotes, next }
}

export function toTextResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

/** Returns the result of a call that failed. Says nothing of the cause if it is the server's. */
export function toErrorResult(error: unknown): { problem: Problem; result: CallToolResult } {
  const problem = toProblem(error)
  const { code, detail, errors } = problem.body
  const hasErrors = Object.keys(errors).length > 0
  const text = JSON.stringify({ code, message: detail, ...(hasErrors && { errors }) })
  return { problem, result: { ...toTextResult(text), isError: true } }
}

/** How many items a list keeps, and 20 times as many characters a string, in the first attempt. */
const firstCut = 256

/** Returns JSON of at most `maxBytes` bytes. Shortens long lists and strings if it is longer. */
export function toBoundedJson(body: object, maxBytes: number): string {
  const json = JSON.stringify(body)
  if (Buffer.byteLength(json) <= maxBytes) return json
  return JSON.stringify(shortenTo({ is_shortened: true, ...body }, maxBytes) ?? tooLarge)
}

const tooLarge = { is_shortened: true, left_out: 'everything: it is too large' }

/**
 * Returns JSON of at most `maxBytes` bytes of a quote: with as many lines as fit. An item that is
 * no line says how many are left out, so that a list that is sent back is rejected.
 *
 * @param from The line to begin with; 1 is the first.
 * @throws QuoteError `invalid_request` if the quote has fewer lines
 */
export function toQuoteJson(body: object, from: number, maxBytes: number): string {
  const { products } = body as Pick<Quote, 'products'>
  if (from > Math.max(1, products.length)) {
    const message = `must be at most ${products.length}, the number of lines, received ${from}`
    throw new QuoteError('invalid_request', { errors: { lines_from: message } })
  }
  const json = JSON.stringify(body)
  if (from === 1 && Buffer.byteLength(json) <= maxBytes) return json
  const withLines = (lines: readonly unknown[]) => ({
    is_shortened: true,
    ...body,
    products: [
      ...(from === 1 ? [] : [`… ${from - 1} before`]),
      ...lines,
      ...toLinesLeft(products.length, from + lines.length),
    ],
  })
  // Other lists, such as the order of the lines, leave half of the bytes for the lines.
  const others = shortenTo(withLines([]), maxBytes / 2)
  if (others === undefined) return JSON.stringify(tooLarge)
  // The number of the next line can have more digits than the one that was counted.
  let bytes = maxBytes - Buffer.byteLength(JSON.stringify(others)) - `${products.length}`.length
  const kept: object[] = []
  for (const line of products.slice(from - 1)) {
    bytes -= Buffer.byteLength(JSON.stringify(line)) + 1
    if (bytes < 0) break
    kept.push(line)
  }
  if (kept.length === 0) return toBoundedJson(withLines(products.slice(from - 1, from)), maxBytes)
  return JSON.stringify({ ...others, products: withLines(kept).products })
}

/** Says how many lines are left from one on, and how to get them. */
function toLinesLeft(lines: number, next: number): readonly string[] {
  const left = lines - next + 1
  return left === 0 ? [] : [`… ${left} more: call getQuote with lines_from ${next}`]
}

/** Cuts long lists and strings, and more of them as long as the JSON has more than `maxBytes`. */
function shortenTo(body: object, maxBytes: number): object | undefined {
  for (let cut = firstCut; cut >= 1; cut /= 2) {
    const short = shorten(body, cut) as object
    if (Buffer.byteLength(JSON.stringify(short)) <= maxBytes) return short
  }
  return undefined
}

/** The end of a list is no item, so that a list that is sent back is rejected. */
function shorten(value: unknown, cut: number): unknown {
  if (typeof value === 'string')
    return value.length > cut * 20 ? `${value.slice(0, cut * 20).toWellFormed()}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, shorten(each, cut)]),
    )
  const kept = value.slice(0, cut).map((each) => shorten(each, cut))
  return value.length > cut ? [...kept, `… ${value.length - cut} more`] : kept
}
