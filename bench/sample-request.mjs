export const storeId = 'store-1'

export const products = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  price: `${(index + 1) * 13}.${index}5`,
}))

/** A request for ten lines, as it would come over the wire. */
export const body = JSON.stringify({
  customer: { name: 'Ada Lovelace', city: 'San Diego', state: 'CA', country: 'US' },
  products: products.map(({ id }) => ({ id, qty: id * 3 })),
})
