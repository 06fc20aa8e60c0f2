import {
  componentFacts,
  type DocumentLine,
  type Paper,
  type QuoteDocument,
} from '../../document/model/quote-document.js'
import { cleanText } from './clean-text.js'
import { fontFamilies } from './font-families.js'
import { readLogo } from './read-logo.js'

/** How the template shows a document. */
export interface TemplateOptions {
  readonly paper: Paper
  readonly families: readonly string[]
}

/** The fields that the template compares or parses, and doesn't show. */
const codes: readonly string[] = ['type', 'form', 'color', 'url', 'rows']

/** A row with more characters than this can be continued on the next page. */
const maxUnbrokenLength = 1_500

/** Returns a document as the JSON that the template reads. */
export function createTemplateInput(document: QuoteDocument, options: TemplateOptions): string {
  const { lang, dir, identity, logo, lines, ...shown } = document
  const locale = new Intl.Locale(lang)
  const { number, seal, date } = identity
  // A file must have a title and a heading.
  const title = metadata(document.title) || metadata(document.heading) || 'Quote'
  const rows = lines.map(toRow)
  const clean = cleanStrings({ ...shown, lines: rows }, dir) as object
  return JSON.stringify({
    ...clean,
    ...(logo === undefined
      ? undefined
      : { logo: { format: readLogo(logo.url)?.format, alt: cleanText(logo.alt, dir) } }),
    dir,
    // The compiler knows languages of two or three letters, and regions of two.
    language: /^[a-z]{2,3}$/.test(locale.language) ? locale.language : 'en',
    region: /^[A-Z]{2}$/.test(locale.region ?? '') ? locale.region : null,
    families: fontFamilies(locale, options.families),
    paper: options.paper,
    date: dateParts(date),
    title,
    heading: cleanText(document.heading, dir).trim() || title,
    author: document.seller?.lines.slice(0, 1).map(metadata) ?? [],
    keywords: [number, seal].filter((word) => word !== undefined).map(metadata),
    widest: widestAmounts({ ...document, lines: rows }).map((amount) => cleanText(amount, dir)),
  })
}

/** Returns a string without marks of direction, for programs that list files. */
function metadata(value: string): string {
  return cleanText(value, 'ltr')
    .replace(/[\u2068\u2069]/g, '')
    .trim()
}

function toRow(line: DocumentLine) {
  const { name, description = '', note = '', steps = [], facts = [], listPrice, unitPrice } = line
  const components = componentFacts(line)
  const all = [...facts, ...components]
  const ofFacts = all.reduce((sum, { label, value }) => sum + label.length + value.length, 0)
  const length = name.length + description.length + note.length + ofFacts
  return {
    ...line,
    ...(line.components && { components }),
    ...(listPrice !== undefined && { listPrice: onLines(listPrice) }),
    ...(unitPrice !== undefined && { unitPrice: onLines(unitPrice) }),
    isLong: length > maxUnbrokenLength || steps.length > 20 || all.length > 20,
  }
}

/** Returns a price of several units on two lines, so that its column stays narrow. */
function onLines(price: string): string {
  return price.replace(' ', '\n')
}

const numberColumns = ['position', 'quantity', 'listPrice', 'unitPrice', 'total'] as const

/** Returns the widest text of each column of numbers: usually the longest. */
function widestAmounts({
  columns,
  lines,
}: {
  readonly columns: QuoteDocument['columns']
  readonly lines: readonly Pick<DocumentLine, (typeof numberColumns)[number]>[]
}): readonly string[] {
  return numberColumns.flatMap((name) => {
    const heading = columns[name]
    if (heading === undefined) return []
    const values = lines.flatMap(({ [name]: value = '' }) => value.split('\n'))
    return [values.reduce(longerOf, heading)]
  })
}

function longerOf(first: string, second: string): string {
  return second.length > first.length ? second : first
}

/** Returns year, month, day, hour, minute and second in UTC. */
function dateParts(time: number): readonly number[] {
  const date = new Date(time)
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]
}

/** Returns a copy with clean strings, whose shape the schema has checked. */
function cleanStrings(value: unknown, dir: 'ltr' | 'rtl'): unknown {
  if (typeof value === 'string') return cleanText(value, dir)
  if (Array.isArray(value)) return value.map((element) => cleanStrings(element, dir))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, codes.includes(name) ? field : cleanStrings(field, dir)]),
  )
}
