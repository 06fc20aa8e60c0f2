import { totalQuantity } from '../../quote/model/component-fields.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { DeskStrings } from '../strings.js'
import { lineName, quantityText } from './names.js'

/** What components are shown with. */
interface ComponentWords {
  readonly strings: DeskStrings
  readonly money: (amount: string) => string
  readonly number: (value: number) => string
}

/**
 * Returns what the product of a line consists of, with the quantities of all of the line, and with
 * prices if they are shown: `Lamp (L-2): 4 pcs × $35.50`.
 */
export function componentTexts(
  { strings, money, number }: ComponentWords,
  { components = [], qty }: Pick<ProductLine, 'components' | 'qty'>,
  shown: Pick<Quote, 'decimals'>,
): readonly string[] {
  return components.map((component) => {
    const { unit, price } = component
    const quantity = quantityText(number, totalQuantity(component, qty), unit)
    const priced = price === undefined ? '' : ` × ${money(shownUnitPrice(price, shown))}`
    return strings.edit.ownField(lineName({ strings }, component), `${quantity}${priced}`)
  })
}
