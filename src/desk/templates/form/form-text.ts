import { shownUnitPrice } from '../../../quote/precision.js'

/** Returns a stored string as a form sends it back: browsers and forms change line breaks. */
export function toFormText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

/** Returns a price as people write it, with at least two decimals. */
export function priceText(price: number): string {
  return shownUnitPrice(price, {})
}
