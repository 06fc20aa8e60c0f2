/**
 * Prices lines with floating-point numbers, which is inexact.
 *
 * @param {readonly import('./sample-lines.mjs').SampleLine[]} sample
 */
export function floatPricing(sample) {
  const lines = sample.map((line) => ({
    ...line,
    price: Number(line.price),
    calculatedPrice: Number(line.calculatedPrice),
  }))
  return () => {
    let quoteTotal = 0
    let priceTotal = 0
    const products = []
    for (const { id, qty, price, calculatedPrice } of lines) {
      const quote = Math.round(calculatedPrice * 100) / 100
      const discount = price - quote
      quoteTotal += quote * qty
      priceTotal += price * qty
      products.push({
        id,
        qty,
        price,
        price_total: price * qty,
        quote: quote.toFixed(2),
        quote_total: (quote * qty).toFixed(2),
        discount,
        discount_total: discount * qty,
        calculated_price: calculatedPrice,
        key: null,
      })
    }
    return { products, quote_total: quoteTotal.toFixed(2), price_total: priceTotal.toFixed(2) }
  }
}
