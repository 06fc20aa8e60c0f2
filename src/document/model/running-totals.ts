import { sum } from '../../money/allocation.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import { toFixed } from '../../money/rounding.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import { publishedDecimals } from '../../quote/model/precision.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DocumentSettings } from './document-options.js'
import type { DocumentLine } from './quote-document.js'
import { sumOfLines } from './section-lines.js'

/**
 * Returns lines with what the quote adds up to after each. Prices that a section does not show are
 * added with its sum.
 */
export function withRunningTotals(
  lines: readonly DocumentLine[],
  quote: Quote,
  { formats, currency }: Pick<DocumentSettings, 'formats' | 'currency'>,
): DocumentLine[] {
  const { decimals = publishedDecimals } = quote
  const byKey = new Map(linesByKey(quote))
  const sumOfSection = (key: string) => {
    const own = [...byKey].filter(([, { section }]) => section === key)
    return sumOfLines(quote, own)
  }
  let section = ''
  let isHidden = false
  let total = parseAmount(0) as Amount
  const amountOf = (line: DocumentLine): string => {
    if (line.type === 'section') {
      section = line.key
      isHidden = false
      return line.total === '' ? '0' : sumOfSection(section)
    }
    if (line.type === 'subtotal') return isHidden ? sumOfSection(section) : '0'
    isHidden ||= line.total === ''
    return line.total === '' ? '0' : (byKey.get(line.key)?.quote_total ?? '0')
  }
  return lines.map((line) => {
    const amount = amountOf(line)
    if (!line.isLeftOut) total = sum([total, parseAmount(amount) as Amount])
    const shown = formats.money(toFixed(total, decimals, 'half-up'), quote.currency ?? currency)
    return { ...line, runningTotal: shown }
  })
}
