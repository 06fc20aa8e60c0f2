import { createRequire } from 'node:module'
import { assertDocument, type QuoteDocument } from '../document/model/quote-document.js'
import { QuoteError } from '../errors.js'
import { toBuyersQuote } from '../quote/model/buyers-view.js'
import type { Quote } from '../quote/model/quote.js'
import { canonicalJson } from '../validation/canonical-json.js'
import { guardRead, parseOrThrow } from '../validation/field-errors.js'
import { compileJs } from './assets/compile.js.js'
import { pageTyp } from './assets/page.typ.js'
import { partsTyp } from './assets/parts.typ.js'
import { loadFonts } from './options/load-fonts.js'
import { fileOptionsSchema, rendererOptionsSchema } from './options/options-schema.js'
import type { PdfOptions, PdfRendererOptions } from './options/pdf-options.js'
import { createTemplateInput } from './template/create-inputs.js'
import { documentSchema } from './template/document-schema.js'
import { readLogo } from './template/read-logo.js'
import { rejectLongText } from './template/reject-long-text.js'
import type { PdfJob } from './worker/pdf-job.js'
import { PdfWorker } from './worker/pdf-worker.js'

/** Creates PDF files in a process of its own, one after the other. */
export interface PdfRenderer {
  /**
   * Creates the PDF file of a document. The same document, options and fonts always give the same
   * bytes.
   *
   * @throws QuoteError `invalid_options` if the document or an option is invalid; `pdf_failed` if
   * the compiler is not installed, cannot compile the document, or ends, the text is too long, or
   * too many files wait; `timeout` if it takes longer than `timeoutMs`
   */
  readonly render: (document: QuoteDocument, options?: PdfOptions) => Promise<Uint8Array>
  /** Waits for the files that were begun, and ends the process. Later calls reject. */
  readonly close: () => Promise<void>
}

const defaultTimeoutMs = 30_000
const defaultMaxQueue = 100
const defaultMaxCharacters = 500_000

/**
 * Creates a renderer with fonts and options of its own. Keep it: the process and its fonts are
 * loaded once, with the first file. An idle renderer doesn't keep the process alive.
 *
 * @throws QuoteError `invalid_options`
 */
export function createPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const parsed = parseOrThrow(rendererOptionsSchema, options, 'invalid_options')
  const { fonts = [], families = [], timeoutMs = defaultTimeoutMs, ...others } = parsed
  const { maxQueue = defaultMaxQueue, maxCharacters = defaultMaxCharacters, ...defaults } = others
  const settings = { families, maxCharacters }
  const worker = new PdfWorker({
    ...loadFonts(fonts),
    findCompiler,
    code: compileJs,
    template: partsTyp + pageTyp,
    timeoutMs,
    maxQueue,
  })
  return {
    render: async (document, options) =>
      worker.compile(createJob(document, { ...defaults, ...parseOptions(options) }, settings)),
    close: () => worker.close(),
  }
}

interface ParsedOptions extends Omit<PdfOptions, 'attach'> {
  /** The attached JSON. */
  readonly attachment?: string
}

function parseOptions(options: PdfOptions = {}): ParsedOptions {
  const { attach, ...others } = guardRead('invalid_options', () => ({ ...options }))
  const parsed = parseOrThrow(fileOptionsSchema, others, 'invalid_options')
  const given = Object.entries(parsed).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    ...(attach === undefined ? undefined : { attachment: attachedJson(attach) }),
  }
}

function createJob(
  untrusted: QuoteDocument,
  { paper, missingCharacters = 'show-box', attachment }: ParsedOptions,
  { families, maxCharacters }: { families: readonly string[]; maxCharacters: number },
): PdfJob {
  assertDocument(untrusted)
  const document = parseOrThrow(documentSchema, untrusted, 'invalid_options')
  rejectLongText(document, maxCharacters)
  const size = paper ?? document.paper ?? 'a4'
  if (document.addressWindow !== undefined && size !== 'a4') {
    const error = `must be a4 for a document with addressWindow, received ${size}`
    throw new QuoteError('invalid_options', { errors: { paper: error } })
  }
  return {
    inputs: {
      quote: createTemplateInput(document, { paper: size, families }),
      ...(attachment === undefined ? undefined : { attachment }),
    },
    logo: document.logo && readLogo(document.logo.url)?.bytes,
    standard: attachment === undefined ? 'ua-1' : 'a-3a',
    rejectsBoxes: missingCharacters === 'reject',
  }
}

/**
 * Returns the canonical JSON (RFC 8785) of an object that is attached.
 *
 * @throws QuoteError `invalid_options` if it is no JSON
 */
function attachedJson(value: object): string {
  try {
    if (typeof value === 'object' && value !== null) return canonicalJson(forCustomers(value))
  } catch (cause) {
    throw invalid(cause)
  }
  throw invalid()
}

/** The file goes to customers: what is for the store only is left out of a quote or a record. */
function forCustomers(value: object): object {
  if (isQuoteLike(value)) return toBuyersQuote(value)
  const { quote } = value as { readonly quote?: unknown }
  return isQuoteLike(quote) ? { ...value, quote: toBuyersQuote(quote) } : value
}

function isQuoteLike(value: unknown): value is Quote {
  const { products } = Object(value) as { readonly products?: unknown }
  return Array.isArray(products) && products.every((line) => Object(line) === line)
}

function invalid(cause?: unknown): QuoteError {
  const errors = { attach: 'must be an object of JSON, such as a quote' }
  return new QuoteError('invalid_options', { errors }, { cause })
}

const compilerPackage = '@myriaddreamin/typst-ts-node-compiler'

/**
 * Returns the path of the main file of the compiler, without loading it.
 *
 * @throws QuoteError `pdf_failed` if the compiler is not installed
 */
export function findCompiler(): string {
  try {
    return createRequire(import.meta.url).resolve(compilerPackage)
  } catch (cause) {
    const reason = `it needs the package ${compilerPackage}: run npm install ${compilerPackage}@0.7`
    throw new QuoteError('pdf_failed', { reason }, { cause })
  }
}
