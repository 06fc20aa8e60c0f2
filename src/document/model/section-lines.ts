import { sum } from '../../money/allocation.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import type {
  LineChoiceFields,
  QuantityRange,
  QuoteSection,
} from '../../quote/model/choice-fields.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { DocumentSettings } from './document-options.js'
import { fill } from './document-strings.js'
import type { DocumentLine } from './quote-document.js'

/** A line of a quote, with its key. */
type KeyedLine = readonly [key: string, line: ProductLine]

/** What the words about choices need. */
type ChoiceWords = Pick<DocumentSettings, 'strings' | 'formats'>

/**
 * Returns the lines of a document in the order of display: those without a section, then each
 * section with its title, its lines and its sum. Lines and sections are numbered: 1, 2, 2.1, 2.2.
 *
 * @param showLine Shows a line of the quote.
 */
export function linesInSections(
  quote: Quote,
  settings: Pick<DocumentSettings, 'strings' | 'formats' | 'currency'>,
  showLine: (keyed: KeyedLine) => DocumentLine,
): DocumentLine[] {
  const { sections } = quote
  const lines = [...linesByKey(quote)]
  const show = (keyed: KeyedLine, isInLeftOut = false): DocumentLine => {
    const [, line] = keyed
    const choice = describeChoice(line, quote, settings)
    return {
      ...showLine(keyed),
      ...(choice !== undefined && { choice }),
      ...((isInLeftOut || line.selected === false) && { isLeftOut: true as const }),
    }
  }
  const { ordinal } = settings.formats
  const numbered = (each: DocumentLine, index: number) => withPosition(each, ordinal(index + 1))
  if (sections === undefined) return lines.map((keyed) => show(keyed)).map(numbered)
  const known = new Set(sections.map(({ key }) => key))
  const loose = lines.filter(([, { section = '' }]) => !known.has(section))
  return [
    ...loose.map((keyed) => show(keyed)).map(numbered),
    ...sections.flatMap((section, index) => {
      const own = lines.filter(([, line]) => line.section === section.key)
      const position = ordinal(loose.length + index + 1)
      return sectionLines(section, own, { quote, settings, show, position })
    }),
  ]
}

interface SectionCall {
  readonly quote: Quote
  readonly settings: Pick<DocumentSettings, 'strings' | 'formats' | 'currency'>
  readonly show: (keyed: KeyedLine, isInLeftOut?: boolean) => DocumentLine
  readonly position: string
}

function sectionLines(
  section: QuoteSection,
  own: readonly KeyedLine[],
  { quote, settings, show, position }: SectionCall,
): DocumentLine[] {
  const { key, title, text, page_break: isBroken } = section
  const { strings, formats } = settings
  const currency = quote.currency ?? settings.currency
  const isLeftOut = section.selected === false
  const choice = describeChoice(section, quote, settings)
  const heading: DocumentLine = {
    key,
    type: 'section',
    position,
    name: title,
    ...(text !== undefined && { description: text }),
    ...(choice !== undefined && { choice }),
    quantity: '',
    total: '',
    ...(isLeftOut && { isLeftOut }),
    ...(isBroken && { pageBreak: true as const }),
  }
  if (own.length === 0) return [heading]
  const total = formats.money(sumOfLines(quote, own), currency)
  const view = shownView(section, own)
  if (view === 'total') return [{ ...heading, total }]
  const lines = own.map((keyed, index) =>
    withPosition(show(keyed, isLeftOut), `${position}.${formats.ordinal(index + 1)}`),
  )
  const label = fill(strings.sectionTotal, { section: title })
  return [
    heading,
    ...(view === 'lines' ? lines.map(withoutPrices) : lines),
    {
      key: `${key} total`,
      type: 'subtotal',
      name: isLeftOut ? withDetail(label, strings.notIncluded, settings) : label,
      quantity: '',
      total,
      ...(isLeftOut && { isLeftOut }),
    },
  ]
}

/** Returns what the counted lines of a section add up to. */
export function sumOfLines(
  { decimals = publishedDecimals }: Quote,
  lines: readonly KeyedLine[],
): string {
  const counted = lines.filter(([, { selected }]) => selected !== false)
  const amounts = counted.map(([, line]) => parseAmount(line.quote_total) as Amount)
  return toFixed(sum(amounts), decimals, 'half-up')
}

/** Returns how a section is shown: with prices if there is something to choose. */
function shownView(
  { show }: QuoteSection,
  lines: readonly KeyedLine[],
): QuoteSection['show'] | undefined {
  const isChosen = lines.some(
    ([, { selected, qty_range: range }]) => selected !== undefined || range !== undefined,
  )
  return isChosen ? undefined : show
}

function withPosition(line: DocumentLine, position: string): DocumentLine {
  return { ...line, position }
}

function withoutPrices(line: DocumentLine): DocumentLine {
  const { listPrice, unitPrice, discount, steps, components, ...rest } = line
  return {
    ...rest,
    ...(components && { components: components.map(({ unitPrice: _, ...each }) => each) }),
    total: '',
  }
}

/**
 * Returns what the customer can choose of a line or a section, and whether the total has it:
 * `Optional (not included)`. Undefined if there is nothing to choose.
 */
export function describeChoice(
  part: LineChoiceFields,
  quote: Quote,
  settings: ChoiceWords,
): string | undefined {
  const words = [...choiceWords(part, quote, settings), ...rangeWords(part.qty_range, settings)]
  return words.length === 0 ? undefined : words.join('. ')
}

/** Returns whether a line or a section counts, if it can be chosen. */
function choiceWords(
  { optional, choice, selected }: LineChoiceFields,
  { choices = [] }: Quote,
  settings: ChoiceWords,
): readonly string[] {
  if (selected === undefined) return []
  const { strings } = settings
  const detail = selected ? strings.included : strings.notIncluded
  const title = choices.find(({ key }) => key === choice)?.title
  return [withDetail(optional ? strings.optional : (title ?? ''), detail, settings)]
}

function withDetail(label: string, detail: string, { strings }: ChoiceWords): string {
  return fill(strings.labelWithDetail, { label, detail })
}

/** Returns the quantities from which the customer can choose. */
function rangeWords(
  range: QuantityRange | undefined,
  { strings, formats }: ChoiceWords,
): readonly string[] {
  if (range === undefined) return []
  const { min, max, step } = range
  const values = { min: formats.number(min), max: formats.number(max) }
  if (step === undefined) return [fill(strings.quantityRange, values)]
  return [fill(strings.quantitySteps, { ...values, step: formats.number(step) })]
}
