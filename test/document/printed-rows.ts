import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import { createMail } from '../../src/mail/create-mail.js'
import type { Quote } from '../../src/quote/model/quote.js'

/** What a customer reads of a line, in English. Amounts are without their currency. */
export interface PrintedRow {
  /** The quantity that the prices are for: `100` in `$128.49 / 100 pieces`. */
  readonly per: string
  readonly quantity: string
  readonly listPrice?: string | undefined
  readonly unitPrice?: string | undefined
  readonly percent?: string | undefined
  /** Empty if the line is to be priced. */
  readonly total: string
  readonly steps: readonly (readonly [label: string, value: string])[]
}

/** What a customer reads of the lines of a quote, and below them. */
export interface PrintedQuote {
  readonly rows: readonly PrintedRow[]
  readonly totals: readonly (readonly [label: string, value: string])[]
}

/** Says of a sum that lines are to be priced. */
const incomplete = ' (without what is to be priced)'
const toLabel = (label: string) => label.replace(incomplete, '')

const labels = { quantity: 'Quantity', list: 'List price', unit: 'Unit price', total: 'Amount' }

/** Returns a number of English without its separators, its currency and its unit. */
function toNumber(shown: string): string {
  const sign = shown.includes('-') ? '-' : ''
  return sign + (/\d[\d,]*(?:\.\d+)?/.exec(shown)?.[0].replaceAll(',', '') ?? '')
}

const perOf = (price: string | undefined) => toNumber(price?.split(' /\u00a0')[1] ?? '1')

const percentOf = (text: string) => /^Discount \(([\d.,]+)%\)$/m.exec(text)?.[1]

function optional(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : toNumber(value)
}

/** The surfaces that show the lines of a quote, by their names. */
export const surfaces: Readonly<
  Record<string, (quote: Quote, options?: DocumentOptions) => PrintedQuote>
> = {
  document(quote, options) {
    const { lines, totals } = createDocument(quote, options)
    return {
      rows: lines.map(({ quantity, listPrice, unitPrice, discount, total, steps = [] }) => ({
        quantity: toNumber(quantity),
        per: perOf(unitPrice ?? listPrice),
        listPrice: optional(listPrice),
        unitPrice: optional(unitPrice),
        percent: percentOf(discount ?? ''),
        total: toNumber(total),
        steps: steps.map(({ label, value }) => [label, toNumber(value)]),
      })),
      totals: totals.map(({ label, amount }) => [toLabel(label), toNumber(amount)]),
    }
  },

  html(quote, options) {
    const page = renderHtml(createDocument(quote, options))
    const [, lines = ''] = page.split('<table class="doc-lines">')
    const [body = '', after = ''] = lines.split('</table>')
    const rows = [...(body.split('<tbody>')[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)]
    return {
      rows: rows.map(([, row = '']) => {
        const cells = [...row.matchAll(/<td data-label="([^"]*)"><bdi>([^<]*)</g)]
        const cell = (label: string) => cells.find(([, name]) => name === label)?.[2]
        const details = [...row.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, text]) => text)
        const [, steps = ''] = row.split('class="doc-steps"')
        return {
          quantity: toNumber(cell(labels.quantity) ?? ''),
          per: perOf(cell(labels.unit) || cell(labels.list)),
          listPrice: optional(cell(labels.list)),
          unitPrice: optional(cell(labels.unit)),
          percent: percentOf(details.join('\n')),
          total: toNumber(cell(labels.total) ?? ''),
          steps: pairs(steps, /<dt><bdi>([^<]*)<\/bdi><\/dt><dd><bdi>([^<]*)</g),
        }
      }),
      totals: pairs(after, /<th scope="row"><bdi>([^<]*)<\/bdi><\/th>\s*<td><bdi>([^<]*)</g),
    }
  },

  'text of mails'(quote, options) {
    const { text } = mailOf(quote, options)
    const blocks = text.split('\n\n')
    const rows = blocks.filter((block) => /^ {2}Quantity: /m.test(block))
    const totals = blocks.find((block) => /^Total[: ]/m.test(block)) ?? ''
    return {
      rows: rows.map((row) => {
        const details = row.split('\n  ').map((line) => line.split(': '))
        const at = details.findIndex(([label]) => label === labels.quantity)
        const shown = details.slice(at)
        const value = (label: string) => shown.find(([name]) => name === label)?.[1]
        return {
          quantity: toNumber(value(labels.quantity) ?? ''),
          per: perOf(value(labels.unit) ?? value(labels.list)),
          listPrice: optional(value(labels.list)),
          unitPrice: optional(value(labels.unit)),
          percent: percentOf(row.replaceAll(/^ +/gm, '')),
          total: toNumber(value(labels.total) ?? ''),
          steps: details
            .slice(0, at)
            .flatMap(([label = '', each]) => (each === undefined ? [] : [[label, toNumber(each)]])),
        } as PrintedRow
      }),
      totals: totals.split('\n').map((line) => {
        const [, label = '', value = ''] = /^(.*): ([^:]*)$/.exec(line) ?? []
        return [toLabel(label), toNumber(value)] as const
      }),
    }
  },

  'HTML of mails'(quote, options) {
    const { html } = mailOf(quote, options)
    const [, lines = ''] = html.split('<th scope="col"')
    const body = html.slice(html.indexOf(lines))
    const [ofLines = '', ofTotals = ''] = body.split('</table>')
    const columns = [...ofLines.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, each]) => each)
    const names = [lines.slice(lines.indexOf('>') + 1, lines.indexOf('<')), ...columns]
    const rows = [...ofLines.matchAll(/<tr><th scope="row"(.*?)<\/tr>/gs)]
    return {
      rows: rows.map(([, row = '']) => {
        const cells = [...row.matchAll(/<td [^>]*><bdi>([^<]*)</g)].map(([, each]) => each)
        const cell = (label: string) => cells[names.indexOf(label) - 1]
        const details = [...row.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, text]) => text)
        return {
          quantity: toNumber(cell(labels.quantity) ?? ''),
          per: perOf(cell(labels.unit) || cell(labels.list)),
          listPrice: optional(cell(labels.list)),
          unitPrice: optional(cell(labels.unit)),
          percent: percentOf(details.join('\n')),
          total: toNumber(cell(labels.total) ?? ''),
          steps: pairs(row, /<bdi>([^<]*)<\/bdi>: <bdi>([^<]*)<\/bdi>/g),
        }
      }),
      totals: pairs(ofTotals, /<th [^>]*><bdi>([^<]*)<\/bdi><\/th>\s*<td [^>]*><bdi>([^<]*)</g),
    }
  },
}

function pairs(html: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...html.matchAll(pattern)].map(([, label = '', value = '']) => [
    toLabel(label),
    toNumber(value),
  ])
}

function mailOf(quote: Quote, document: DocumentOptions | undefined) {
  const acceptance = { time: quote.created, revision: 1, seal: '0'.repeat(64), name: 'Ada' }
  const way = { status: 'accepted', revision: 1, number: 'Q-1', acceptance }
  const accepted = { ...quote, ...way } as Quote
  const record = { storeId: 's', quoteId: 'q', version: 1, updated: 0, quote: accepted }
  const created = createMail(record, 'accepted', {
    to: 'ada@example.com',
    ...(document && { document }),
    maxLines: 1_000,
  })
  if (created.mail === undefined) throw new Error(created.skipped)
  return created.mail
}
