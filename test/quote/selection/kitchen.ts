import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'

/** A kitchen: one of two fronts, lamps in a quantity of choice, and two options. */
export const kitchen: CreateQuoteRequest = {
  customer: { name: 'Ann' },
  choices: [{ key: 'front', title: 'Fronts' }],
  sections: [
    { key: 'units', title: 'Units' },
    { key: 'worktop', title: 'Worktop', optional: true },
  ],
  products: [
    { name: 'Oak', price: '900', qty: 1, section: 'units', choice: 'front' },
    { name: 'White', price: '600', qty: 1, section: 'units', choice: 'front', selected: true },
    { name: 'Lamp', price: '50', qty: 2, section: 'units', qty_range: { min: 1, max: 6 } },
    { name: 'Stone', price: '400', qty: 1, section: 'worktop' },
    { name: 'Delivery', price: '80', qty: 1, optional: true },
  ],
}
