import { Decimal } from 'decimal.js'

/**
 * Prices lines with decimal.js.
 *
 * @param {readonly import('./sample-lines.mjs').SampleLine[]} sample
 */
export function decimalPricing(sample) {
  const lines = sample.map((line) => ({
    ...line,
    price: new Decimal(line.price),
    calculatedPrice: new Decimal(line.calculatedPrice),
  }))
  return () => {
    let quoteTotal = new Decimal(0)
    let priceTotal = new Decimal(0)
    const products = []
    for (const { id, qty, price, calculatedPrice } of lines) {
      const quote = calculatedPrice.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
      const discount = price.minus(quote)
      const lineTotal = quote.times(qty)
      const listTotal = price.times(qty)
      quoteTotal = quoteTotal.plus(lineTotal)
      priceTotal = priceTotal.plus(listTotal)
      products.push({
        id,
        qty,
        price: price.toNumber(),
        price_total: listTotal.toNumber(),
        quote: quote.toFixed(2),
        quote_total: lineTotal.toFixed(2),
        discount: discount.toNumber(),
        discount_total: discount.times(qty).toNumber(),
        calculated_price: calculatedPrice.toNumber(),
        key: null,
      })
    }
    return { products, quote_total: quoteTotal.toFixed(2), price_total: priceTotal.toFixed(2) }
  }
}
