import type { TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import { catalogOffer } from '../../../quote/lines/line-pricing.js'
import type { ProductLine } from '../../../quote/quote.js'
import { parseDecimal, parseQuantity } from '../draft/product-values.js'
import { type DraftRow, isSameValue } from '../draft/quote-draft.js'

/** An offered unit price, or a percent below the list price. */
export interface OfferChange {
  readonly quote?: string
  /** Null for the price of the catalog instead of the stored percentage. */
  readonly discount_percent?: string | null
}

/** Returns the offer of a new line: what is typed of the two. */
export function newOffer(
  { quote, discount_percent: percent }: DraftRow['values'],
  numbers: TypedNumbers,
): OfferChange {
  return {
    ...(quote === '' ? undefined : { quote: parseDecimal(quote, 'money', numbers) }),
    ...(percent === ''
      ? undefined
      : { discount_percent: parseDecimal(percent, 'percent', numbers) }),
  }
}

/**
 * Returns the offer that was typed. The form shows both the price and the percent of a line, so the
 * one that was changed counts; if both were, the engine rejects them. A price that was emptied is
 * that of the catalog. A percent that was emptied says nothing, unless the line has a percentage:
 * the form empties it when somebody types a price, also if that is the price as it was.
 */
export function changedOffer(
  row: DraftRow,
  before: DraftRow,
  line: ProductLine,
  numbers: TypedNumbers,
): OfferChange {
  const { quote, discount_percent: percent } = row.values
  const typed = newOffer(row.values, numbers)
  const isPrice = !isSameValue(quote, before.values.quote)
  const isPercent = !isSameValue(percent, before.values.discount_percent)
  const isPercentTyped = isPercent && percent !== ''
  if (isPrice && quote !== '') return isPercentTyped ? typed : { quote: typed.quote as string }
  if (isPercentTyped) return { discount_percent: typed.discount_percent as string }
  if (line.discount_percent !== undefined)
    return isPrice || isPercent ? { discount_percent: null } : {}
  return isPrice ? offerOfCatalog(row, line, numbers) : {}
}

function offerOfCatalog(
  { values }: DraftRow,
  line: ProductLine,
  numbers: TypedNumbers,
): OfferChange {
  const qty = parseQuantity(values.qty, numbers)
  const own = () => parseDecimal(values.price, 'money', numbers)
  const price = line.id === 0 ? own() : catalogOffer(line, qty)
  return isSameValue(price, line.quote) ? {} : { quote: price }
}
