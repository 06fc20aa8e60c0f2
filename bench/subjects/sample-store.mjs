export const storeId = 'store-1'

/** Returns products with ids from 1 and prices with two decimals. Every third one is on sale. */
export function sampleProducts(count = 10) {
  return Array.from({ length: count }, (_, index) => {
    const price = `${(index + 1) * 13}.${index % 10}5`
    return { id: index + 1, price, salePrice: index % 3 === 2 ? `${(index + 1) * 11}.95` : null }
  })
}

/** Returns the JSON body of a request for this many lines. */
export function sampleBody(lines = 10) {
  return JSON.stringify({
    customer: { name: 'Ada Lovelace', city: 'San Diego', state: 'CA', country: 'US' },
    products: sampleProducts(lines).map(({ id }) => ({ id, qty: (id % 10) * 3 + 1 })),
  })
}

/** @returns {import('quotewright').CreateQuoteRequest} */
export function sampleRequest(lines = 10) {
  return JSON.parse(sampleBody(lines))
}
