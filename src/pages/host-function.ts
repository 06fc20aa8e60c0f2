import type { DocumentOptions } from '../document/model/document-options.js'
import type { PageFunctionName } from '../errors/operation-names.js'
import { QuoteError } from '../errors.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { describeKind } from '../validation/describe-value.js'

/** How long pages wait for a function of the host by default, in milliseconds. */
const defaultTimeoutMs = 30_000

/** The options that say how functions of the host are called. */
export interface HostFunctionOptions {
  /** @default 30_000 */
  readonly timeoutMs?: number | undefined
}

/**
 * Calls a function of the host, and waits for its promise. What it throws rejects the result, and
 * so does its promise; a promise that is rejected after the timeout is ignored.
 *
 * @param option The name of the function's option.
 * @throws QuoteError `timeout` if its promise takes longer than `timeoutMs`
 */
export async function callHost<T>(
  { timeoutMs = defaultTimeoutMs }: HostFunctionOptions,
  option: PageFunctionName,
  call: () => T | PromiseLike<T>,
): Promise<T> {
  const result = call()
  if (typeof Object(result).then !== 'function') return result
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const expire = () => reject(new QuoteError('timeout', { operation: option, timeoutMs }))
    timer = setTimeout(expire, timeoutMs)
  })
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the error of a function that has returned something else than it must. */
export function wrongResult(option: string, expected: string, received: unknown): TypeError {
  return new TypeError(`${option} must return ${expected}, received ${describeKind(received)}`)
}

/** The options of pages that have UBL files. */
interface UblFileOptions extends HostFunctionOptions {
  readonly createUbl?:
    | ((record: QuoteRecord, document: DocumentOptions) => string | PromiseLike<string>)
    | undefined
}

/** Returns an offer as UBL, as the function `createUbl` of the host has returned it. */
export async function createUblText(
  options: UblFileOptions,
  record: QuoteRecord,
  document: DocumentOptions,
): Promise<string> {
  const call = () => options.createUbl?.(record, document)
  const text: unknown = await callHost(options, 'createUbl', call)
  if (typeof text === 'string' && text !== '') return text
  throw wrongResult('createUbl', 'the text of a file', text)
}

/** Returns the options of a document that a function of the host has returned. */
export function documentOptionsFrom<T extends object>(returned: T): T {
  if (typeof returned === 'object' && returned !== null && !Array.isArray(returned)) return returned
  throw wrongResult('document', 'the options of a document', returned)
}
