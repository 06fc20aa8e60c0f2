import type { PageFunctionName } from '../errors/operation-names.js'
import { isQuoteError } from '../errors.js'
import { type OnError, reportError } from '../http/report-error.js'
import { callHost, type HostFunctionOptions, wrongResult } from './host-function.js'
import type { Html } from './layout.js'

/** Markup that is escaped, and whose parts are there. */
export type EscapedHtml = Awaited<Html>

/** The options that say how functions of the host are called, and what becomes of their errors. */
export interface HostHtmlOptions extends HostFunctionOptions {
  readonly onError?: OnError | undefined
}

/** A function of the host that returns markup. */
export type HostHtml<Call> = (call: Call) => Html | PromiseLike<Html>

/** Returns true for markup as the tag `html` makes it. A string is not escaped. */
export function isEscapedHtml(value: unknown): value is EscapedHtml {
  return value instanceof String && (value as { readonly isEscaped?: unknown }).isEscaped === true
}

/**
 * Calls a function of the host that returns markup.
 *
 * @throws TypeError if it returns anything else, such as a string, whose markup is not escaped
 */
export async function loadHtml(
  options: HostFunctionOptions,
  option: PageFunctionName,
  show: () => Html | PromiseLike<Html> | undefined,
): Promise<EscapedHtml> {
  const shown: unknown = await callHost<unknown>(options, option, show)
  if (isEscapedHtml(shown)) return shown
  throw wrongResult(option, 'Html, as the tag html makes it', shown)
}

/**
 * Returns what a function of the host shows in a named place. Undefined if it is not permitted, or
 * fails, which is reported: the page is shown without it.
 */
export async function loadSlot<Call>(
  options: HostHtmlOptions,
  request: Request,
  slot: HostHtml<Call> | undefined,
  call: Call,
): Promise<EscapedHtml | undefined> {
  if (slot === undefined) return undefined
  try {
    return await loadHtml(options, 'slots', () => slot(call))
  } catch (error) {
    const isNotPermitted = isQuoteError(error) && error.code === 'not_permitted'
    if (!isNotPermitted) reportError(options.onError, error, request)
    return undefined
  }
}

/**
 * Returns the content of a page in the frame of the host. Undefined if it has none, or if it fails,
 * which is reported: the page is shown in a frame of ours.
 *
 * @param content What the frame must contain once.
 */
export async function loadFrame(
  options: HostHtmlOptions,
  request: Request,
  content: EscapedHtml,
  frame: (() => Html | PromiseLike<Html>) | undefined,
): Promise<EscapedHtml | undefined> {
  if (frame === undefined) return undefined
  try {
    const shown = await loadHtml(options, 'frame', frame)
    const [before, after, other] = String(shown).split(String(content))
    if (before !== undefined && after !== undefined && other === undefined) return shown
    throw wrongResult('frame', 'Html that has the content of the page once', shown)
  } catch (error) {
    reportError(options.onError, error, request)
    return undefined
  }
}
