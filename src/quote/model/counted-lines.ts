import type { LineChoiceFields } from './choice-fields.js'
import type { ProductLine, Quote } from './quote.js'

/** What of a quote says which of its lines count. */
export type WithSections = Pick<Quote, 'products' | 'sections'>

/**
 * Returns the lines that the totals of a quote count: all but what it does not propose. The lines
 * themselves if that are all.
 */
export function countedLines({ products, sections }: WithSections): readonly ProductLine[] {
  const isLeftOut = ({ selected }: Pick<LineChoiceFields, 'selected'>) => selected === false
  const hasSections = sections?.some(isLeftOut) === true
  if (!hasSections && !products.some(isLeftOut)) return products
  const leftOut = new Set(sections?.filter(isLeftOut).map(({ key }) => key))
  return products.filter((line) => !isLeftOut(line) && !leftOut.has(line.section ?? ''))
}

/** Returns true if the customer can choose anything of a quote. */
export function hasSelection({ products, sections = [] }: WithSections): boolean {
  for (const { selected, qty_range: range } of products)
    if (selected !== undefined || range !== undefined) return true
  return sections.some(({ selected }) => selected !== undefined)
}
