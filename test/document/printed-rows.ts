import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../src/document/model/document-options.js'
import { componentFacts, type DocumentLine } from '../../src/document/model/quote-document.js'
import { createMail } from '../../src/mail/create-mail.js'
import { getLineKey } from '../../src/quote/model/line-keys.js'
import type { ProductLine, Quote } from '../../src/quote/model/quote.js'

/** What a customer reads of a line, in English. Amounts are without their currency. */
export interface PrintedRow {
  /** The title of a section and its sum are rows as well. */
  readonly type: 'line' | 'section' | 'subtotal'
  /** True if the total is without it: it says so, or the title of its section does. */
  readonly isLeftOut: boolean
  /** True if it says so itself. */
  readonly saysLeftOut: boolean
  /** The quantity that the prices are for: `100` in `$128.49 / 100 pieces`. */
  readonly per: string
  readonly quantity: string
  readonly listPrice?: string | undefined
  readonly unitPrice?: string | undefined
  readonly percent?: string | undefined
  /** Empty if the line is to be priced, or its section shows no prices. */
  readonly total: string
  readonly steps: readonly (readonly [label: string, value: string])[]
  /** What a bundle consists of, with the quantities of all of the line. */
  readonly components: readonly (readonly [label: string, value: string])[]
}

/** What a customer reads of the lines of a quote, and below them. */
export interface PrintedQuote {
  readonly rows: readonly PrintedRow[]
  readonly totals: readonly (readonly [label: string, value: string])[]
}

/** Says of a sum that lines are to be priced. */
const incomplete = ' (without what is to be priced)'
const toLabel = (label: string) => label.replace(incomplete, '')

/** What says of a line or a section that the total is without it. */
const leftOut = /\(not included\)(?:$|\. )/m

/** Returns what a row is, from its name: a title has no quantity, and neither has a sum. */
function typeOf(name: string, quantity: string): PrintedRow['type'] {
  if (quantity !== '') return 'line'
  return name.startsWith('Subtotal: ') ? 'subtotal' : 'section'
}

/** Returns rows that are left out if they say so, or the title above them does. */
function withTitles(rows: readonly Omit<PrintedRow, 'isLeftOut'>[]): readonly PrintedRow[] {
  let isInLeftOut = false
  return rows.map((row) => {
    if (row.type === 'section') isInLeftOut = row.saysLeftOut
    return { ...row, isLeftOut: row.saysLeftOut || isInLeftOut }
  })
}

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

/**
 * Returns the keys of the lines that a plain quote or an offer shows, in their order: those of a
 * section that shows only its sum are not shown, unless there is something to choose.
 */
export function shownKeys({ products, product_order: order, sections = [] }: Quote): string[] {
  const keyed = products.map((line, index) => [getLineKey(line, index), line] as const)
  const isChosen = ({ selected, qty_range: range }: ProductLine) =>
    selected !== undefined || range !== undefined
  const places = new Map(sections.map(({ key }, index) => [key, index]))
  const place = ({ section = '' }: ProductLine) => places.get(section) ?? -1
  const hidden = sections
    .filter(({ show }) => show === 'total')
    .filter(({ key }) => !products.some((line) => line.section === key && isChosen(line)))
    .map(({ key }) => key)
  const inOrder =
    order === null ? keyed : keyed.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  return inOrder
    .toSorted(([, left], [, right]) => place(left) - place(right))
    .filter(([, { section = '' }]) => !hidden.includes(section))
    .map(([key]) => key)
}

/** The surfaces that show the lines of a quote, by their names. */
export const surfaces: Readonly<
  Record<string, (quote: Quote, options?: DocumentOptions) => PrintedQuote>
> = {
  document(quote, options) {
    const { lines, totals } = createDocument(quote, options)
    return {
      rows: lines.map(({ name, choice = '', steps = [], ...line }) => ({
        type: line.type ?? 'line',
        isLeftOut: line.isLeftOut === true,
        saysLeftOut: leftOut.test(line.type === 'subtotal' ? name : choice),
        quantity: toNumber(line.quantity),
        per: perOf(line.unitPrice ?? line.listPrice),
        listPrice: optional(line.listPrice),
        unitPrice: optional(line.unitPrice),
        percent: percentOf(line.discount ?? ''),
        total: toNumber(line.total),
        steps: steps.map(({ label, value }) => [label, toNumber(value)]),
        components: componentFacts(line as DocumentLine).map((fact) => {
          return [fact.label, toNumber(fact.value)]
        }),
      })),
      totals: totals.map(({ label, amount }) => [toLabel(label), toNumber(amount)]),
    }
  },

  html(quote, options) {
    const page = renderHtml(createDocument(quote, options))
    const [, lines = ''] = page.split('<table class="doc-lines">')
    const [body = '', after = ''] = lines.split('</table>')
    const rows = [...(body.split('<tbody>')[1] ?? '').matchAll(/<tr([^>]*)>(.*?)<\/tr>/gs)]
    return {
      rows: rows.map(([, attributes = '', row = '']) => {
        const cells = [...row.matchAll(/<td data-label="([^"]*)"><bdi>([^<]*)</g)]
        const cell = (label: string) => cells.find(([, name]) => name === label)?.[2]
        const details = [...row.matchAll(/<bdi[^>]*>([^<]*)<\/bdi>/g)].map(([, text]) => text)
        const [, steps = ''] = row.split('class="doc-steps"')
        const [, components = ''] = row.split('class="doc-own doc-components"')
        const [, type] = /\bdoc-(section|subtotal)\b/.exec(attributes) ?? []
        return {
          type: (type ?? 'line') as PrintedRow['type'],
          isLeftOut: attributes.includes('doc-left-out'),
          saysLeftOut: leftOut.test(details.join('\n')),
          quantity: toNumber(cell(labels.quantity) ?? ''),
          per: perOf(cell(labels.unit) || cell(labels.list)),
          listPrice: optional(cell(labels.list)),
          unitPrice: optional(cell(labels.unit)),
          percent: percentOf(details.join('\n')),
          total: toNumber(cell(labels.total) ?? ''),
          steps: pairs(steps, fact),
          components: pairs(components.split('</dl>')[0] ?? '', fact),
        }
      }),
      totals: pairs(after, /<th scope="row"><bdi>([^<]*)<\/bdi><\/th>\s*<td><bdi>([^<]*)</g),
    }
  },

  'text of mails'(quote, options) {
    const { text } = mailOf(quote, options)
    const blocks = text.split('\n\n')
    const titles = (quote.sections ?? []).flatMap(({ title }) => [title, `Subtotal: ${title}`])
    const rows = blocks.filter((block) => {
      const [name = ''] = block.split('\n')
      return /^ {2}Quantity: /m.test(block) || titles.includes(name.replace(leftOut, '').trim())
    })
    const totals = blocks.findLast((block) => /^Total[: ]/m.test(block)) ?? ''
    return {
      rows: withTitles(
        rows.map((row) => {
          const [name = '', ...lines] = row.split('\n  ')
          const details = lines.map((line) => line.split(': '))
          const at = details.findIndex(([label]) => label === labels.quantity)
          const shown = details.slice(Math.max(at, 0))
          const value = (label: string) => shown.find(([each]) => each === label)?.[1]
          return {
            type: typeOf(name, value(labels.quantity) ?? ''),
            saysLeftOut: leftOut.test(row),
            quantity: toNumber(value(labels.quantity) ?? ''),
            per: perOf(value(labels.unit) ?? value(labels.list)),
            listPrice: optional(value(labels.list)),
            unitPrice: optional(value(labels.unit)),
            percent: percentOf(row.replaceAll(/^ +/gm, '')),
            total: toNumber(value(labels.total) ?? ''),
            ...withoutComponents(
              quote,
              details
                .slice(0, at)
                .flatMap(([label = '', each]) =>
                  each === undefined ? [] : [[label, toNumber(each)] as const],
                ),
            ),
          } as Omit<PrintedRow, 'isLeftOut'>
        }),
      ),
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
      rows: withTitles(
        rows.map(([, row = '']) => {
          const cells = [...row.matchAll(/<td [^>]*><bdi>([^<]*)</g)].map(([, each]) => each)
          const cell = (label: string) => cells[names.indexOf(label) - 1]
          const details = [...row.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, text]) => text)
          const [, name = ''] = /<strong>([^<]*)<\/strong>/.exec(row) ?? []
          return {
            type: typeOf(name, cell(labels.quantity) ?? ''),
            saysLeftOut: leftOut.test([name, ...details].join('\n')),
            quantity: toNumber(cell(labels.quantity) ?? ''),
            per: perOf(cell(labels.unit) || cell(labels.list)),
            listPrice: optional(cell(labels.list)),
            unitPrice: optional(cell(labels.unit)),
            percent: percentOf(details.join('\n')),
            total: toNumber(cell(labels.total) ?? ''),
            ...withoutComponents(quote, pairs(row, /<bdi>([^<]*)<\/bdi>: <bdi>([^<]*)<\/bdi>/g)),
          }
        }),
      ),
      totals: pairs(ofTotals, /<th [^>]*><bdi>([^<]*)<\/bdi><\/th>\s*<td [^>]*><bdi>([^<]*)</g),
    }
  },
}

/** Matches a label with its value in a list of them. */
const fact = /<dt><bdi>([^<]*)<\/bdi><\/dt><dd><bdi>([^<]*)</g

/** Mails show steps and components in one form. */
function withoutComponents(
  { products }: Quote,
  shown: PrintedRow['steps'],
): Pick<PrintedRow, 'steps' | 'components'> {
  const names = products.flatMap(({ components = [] }) =>
    components.map(({ id, name = `Product ${id}`, sku }) => (sku ? `${name} (${sku})` : name)),
  )
  const isComponent = ([label]: PrintedRow['steps'][number]) => names.includes(label)
  return {
    steps: shown.filter((each) => !isComponent(each)),
    components: shown.filter(isComponent),
  }
}

function pairs(html: string, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...html.matchAll(pattern)].map(([, label = '', value = '']) => [
    toLabel(label),
    toNumber(value),
  ])
}

function mailOf(quote: Quote, document: DocumentOptions | undefined) {
  const other = { time: quote.created, revision: 1, seal: '0'.repeat(64), name: 'Ada' }
  const { acceptance = other } = quote
  const { revision } = acceptance
  const accepted = { ...quote, status: 'accepted', revision, number: 'Q-1', acceptance } as Quote
  const record = { storeId: 's', quoteId: 'q', version: 1, updated: 0, quote: accepted }
  const created = createMail(record, 'accepted', {
    to: 'ada@example.com',
    ...(document && { document }),
    maxLines: 1_000,
  })
  if (created.mail === undefined) throw new Error(created.skipped)
  return created.mail
}
