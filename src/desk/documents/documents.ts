import { html } from 'hono/html'
import { renderFragment } from '../../document/html/render-fragment.js'
import { renderHtml } from '../../document/html/render-html.js'
import { createDocument, createPartDocument } from '../../document/model/create-document.js'
import {
  type DocumentOptions,
  parseDocumentOptions,
} from '../../document/model/document-options.js'
import type { QuoteDocument } from '../../document/model/quote-document.js'
import { HttpProblem } from '../../http/problem-details.js'
import { completeDocumentOptions } from '../../pages/document-options.js'
import { documentStylesPath } from '../../pages/document-stylesheet.js'
import { attachmentHeader } from '../../pages/file-name.js'
import { callHost, createUblText, documentOptionsFrom } from '../../pages/host-function.js'
import type { Html } from '../../pages/layout.js'
import { pdfBytes } from '../../pages/pdf-bytes.js'
import { securityHeaders } from '../../pages/security-headers.js'
import { loadTheme } from '../../pages/theme.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { requireVersion } from '../history/versions.js'
import type { DeskOptions } from '../options.js'
import { quoteTitle } from '../parts/names.js'

/**
 * Returns a function that loads the options of a quote's document: those of the host, with the
 * formats of the desk and what the engine knows of the store unless they have their own.
 *
 * @throws QuoteError `invalid_options` if the options are invalid. Those that the host's function
 * returns are checked when they are used.
 */
export function createDocumentOptionsLoader({
  engine,
  document,
  locale,
  timeZone,
  timeoutMs,
  theme,
}: Pick<DeskOptions, 'engine' | 'document' | 'locale' | 'timeZone' | 'timeoutMs' | 'theme'>): (
  record: QuoteRecord,
) => Promise<DocumentOptions> {
  if (typeof document === 'object') parseDocumentOptions(document)
  return async (record) => {
    const own =
      typeof document === 'function'
        ? documentOptionsFrom(await callHost({ timeoutMs }, 'document', () => document(record)))
        : document
    const look = await loadTheme({ theme, timeoutMs }, record.storeId)
    return completeDocumentOptions(engine, record.storeId, own, { locale, timeZone }, look)
  }
}

/** Shows a quote as the customer reads it, to be printed or saved. */
export const showDocument: ShowPage = async (call) => {
  const loaded = await loadDocument(call)
  const { document } = loaded
  const main = html`<div class="document-page">${documentHeader(call, loaded)}
    <div class="document-sheet">${renderFragment(document)}</div></div>`
  return call.page({
    title: document.title,
    section: 'quotes',
    styles: [call.url(documentStylesPath(document.color))],
    main,
  })
}

function documentHeader(call: DeskCall, loaded: LoadedDocument): Html {
  const { options, url } = call
  const { current, record, part, document } = loaded
  const strings = call.strings.documents
  const path = `/quotes/${encodeURIComponent(current.quoteId)}`
  const isPast = record.version !== current.version
  const selected = new URLSearchParams({
    ...(isPast && { version: String(record.version) }),
    ...(part !== undefined && { part: String(part) }),
  })
  const query = selected.size === 0 ? '' : `?${selected}`
  const ofQuote = isPast ? strings.ofVersion(record.version) : strings.title
  const title = part === undefined ? ofQuote : document.title
  return html`<div class="no-print">
    <div class="head">
      <a class="back" href="${url(path)}">← ${quoteTitle(call, current)}</a>
      <span>${title}</span>
      <span class="actions">
        ${
          options.renderPdf !== undefined &&
          html`<a class="button primary" href="${url(`${path}/document.pdf${query}`)}">${strings.pdf}</a>`
        }
        <a class="button" href="${url(`${path}/document.html${query}`)}">${strings.html}</a>
        ${
          options.createUbl !== undefined &&
          part === undefined &&
          document.notice === undefined &&
          html`<a class="button" href="${url(`${path}/document.xml${query}`)}">${strings.ubl}</a>`
        }
      </span>
    </div>
    ${revisionLinks(call, { current, record })}
    <p class="hint">${strings.printHint}</p>
  </div>`
}

/** So many earlier offers have links. */
const maxRevisions = 10

/** Shows links to the offers that were sent, the latest first. */
function revisionLinks(
  { url, strings: { documents: strings } }: DeskCall,
  { current }: Pick<LoadedDocument, 'current' | 'record'>,
): Html | false {
  const { revision = 0 } = current.quote
  if (revision === 0) return false
  const path = `/quotes/${encodeURIComponent(current.quoteId)}/document`
  const count = Math.min(revision, maxRevisions)
  const revisions = Array.from({ length: count }, (_, index) => revision - index)
  return html`<nav class="actions" aria-label="${strings.versions}">
    <a href="${url(path)}">${strings.now}</a>
    ${revisions.map(
      (each) => html`<a href="${url(`${path}?revision=${each}`)}">${strings.asSent(each)}</a>`,
    )}
  </nav>`
}

/** Responds with a quote as a PDF file, if the host has a renderer for it. */
export const pdfFile: ShowPage = async (call) => {
  const { options, strings } = call
  const { renderPdf } = options
  if (renderPdf === undefined) throw new HttpProblem('not_found', strings.documents.noPdf)
  const { document } = await loadDocument(call)
  const body = call.c.req.method === 'HEAD' ? null : pdfBytes(await renderPdf(document))
  return fileResponse(body, 'application/pdf', attachmentHeader(document.title, 'pdf'))
}

/** Responds with a quote as an HTML file that needs no others. */
export const htmlFile: ShowPage = async (call) => {
  const { document } = await loadDocument(call)
  const disposition = attachmentHeader(document.title, 'html')
  return fileResponse(renderHtml(document), 'text/html; charset=utf-8', disposition)
}

/** Responds with an offer as UBL, if the host has a function for it. Others are no offers. */
export const ublFile: ShowPage = async (call) => {
  const { options, strings } = call
  const loaded = await loadDocument(call)
  const { document, record, part } = loaded
  if (options.createUbl === undefined || document.notice !== undefined || part !== undefined)
    throw new HttpProblem('not_found', strings.documents.noUbl)
  const text = await createUblText(options, record, loaded.options)
  return fileResponse(
    text,
    'application/xml; charset=utf-8',
    attachmentHeader(document.title, 'xml'),
  )
}

/** Browsers save the file. They never show it at this address, where its values could run code. */
function fileResponse(
  body: string | Uint8Array<ArrayBuffer> | null,
  type: string,
  disposition: string,
): Response {
  const headers = {
    ...securityHeaders,
    'content-type': type,
    'content-disposition': disposition,
    'cache-control': 'no-store',
  }
  return new Response(body, { headers })
}

/** A quote as a document. */
interface LoadedDocument {
  /** The quote as it is now. */
  readonly current: QuoteRecord
  /** The version that the document shows. */
  readonly record: QuoteRecord
  /** The number of the part that it shows; undefined if it shows the whole. */
  readonly part: number | undefined
  readonly document: QuoteDocument
  readonly options: DocumentOptions
}

/**
 * Loads the quote that an address names, at the `version` or `revision` of its query, if any.
 *
 * @throws QuoteError `quote_not_found` or `version_not_found`
 */
async function loadDocument(call: DeskCall): Promise<LoadedDocument> {
  const { engine, user } = call
  const quoteId = call.param('quoteId')
  const current = await engine.getQuote(user, quoteId)
  const selected = selectedVersion(call, quoteId)
  const record = selected === undefined ? current : await engine.getQuote(user, quoteId, selected)
  const options = await call.documentOptions(record)
  const part = selectedPart(call, record)
  const document =
    part === undefined
      ? createDocument(record.quote, options)
      : createPartDocument(record.quote, part, options)
  return { current, record, part, document, options }
}

/** @throws HttpProblem if there is no such part */
function selectedPart(call: DeskCall, { quote }: QuoteRecord): number | undefined {
  const text = call.query('part')
  if (text === '') return undefined
  const { order_parts: parts = [] } = quote
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= parts.length) return Number(text)
  throw new HttpProblem('not_found', call.strings.documents.noPart)
}

function selectedVersion(call: DeskCall, quoteId: string) {
  const version = call.query('version')
  const revision = call.query('revision')
  if (version !== '') return { version: requireVersion(version, quoteId) }
  return revision === '' ? undefined : { revision: requireVersion(revision, quoteId) }
}
