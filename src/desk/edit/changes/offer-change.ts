import type { ProductLine } from '../../../quote/quote.js'
import { catalogPrice, parseQuantity } from '../draft/product-values.js'
import { type DraftRow, isSameValue } from '../draft/quote-draft.js'

/** An offered unit price, or a percent below the list price. */
export interface OfferChange {
  readonly quote?: string
  readonly discount_percent?: string
}

/** Returns the offer of a new line: what is typed of the two. */
export function newOffer({ quote, discount_percent: percent }: DraftRow['values']): OfferChange {
  return {
    ...(quote === '' ? undefined : { quote }),
    ...(percent === '' ? undefined : { discount_percent: percent }),
  }
}

/**
 * Returns the offer that was typed. The form shows both the price and the percent of a line, so the
 * one that was changed counts; if both were, the engine rejects them. A price that was emptied is
 * that of the catalog. A percent that was emptied says nothing: the form empties it when somebody
 * types a price, also if that is the price as it was.
 */
export function changedOffer(row: DraftRow, before: DraftRow, line: ProductLine): OfferChange {
  const { quote, discount_percent: percent } = row.values
  const isPrice = !isSameValue(quote, before.values.quote)
  const isPercent = !isSameValue(percent, before.values.discount_percent)
  if (isPrice && quote !== '')
    return isPercent && percent !== '' ? { quote, discount_percent: percent } : { quote }
  if (isPercent && percent !== '') return { discount_percent: percent }
  return isPrice ? catalogOffer(row, line) : {}
}

function catalogOffer({ values }: DraftRow, line: ProductLine): OfferChange {
  const qty = parseQuantity(values.qty)
  const price = line.id === 0 ? values.price : catalogPrice(line, qty)
  return isSameValue(price, line.quote) ? {} : { quote: price }
}
