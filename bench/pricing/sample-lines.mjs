import { sampleProducts, sampleRequest } from '../subjects/sample-store.mjs'

/** @typedef {{ id: number, qty: number, price: string, calculatedPrice: string }} SampleLine */

/** @returns {SampleLine[]} */
export function sampleLines() {
  const quantities = new Map(sampleRequest().products.map(({ id, qty }) => [id, qty]))
  return sampleProducts().map(({ id, price, salePrice }) => ({
    id,
    qty: quantities.get(id) ?? 1,
    price,
    calculatedPrice: salePrice ?? price,
  }))
}
