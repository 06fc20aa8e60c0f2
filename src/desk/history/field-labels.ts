const customerLabels: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['company', 'Company'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['address-2', 'Address, second line'],
  ['city', 'City'],
  ['state', 'State'],
  ['zipcode', 'Postal code'],
  ['country', 'Country'],
])

const lineLabels: ReadonlyMap<string, string> = new Map([
  ['id', 'Product'],
  ['qty', 'Quantity'],
  ['price', 'List price'],
  ['price_total', 'List total'],
  ['quote', 'Unit price'],
  ['quote_total', 'Line total'],
  ['discount', 'Discount per unit'],
  ['discount_total', 'Discount'],
  ['discount_percent', 'Discount in percent'],
  ['calculated_price', 'Calculated price'],
  ['name', 'Name'],
  ['sku', 'SKU'],
  ['unit', 'Unit'],
  ['description', 'Description'],
  ['image', 'Picture'],
  ['tax_code', 'Tax code'],
  ['price_breaks', 'Price breaks'],
  ['note', 'Note'],
])

const quoteLabels: ReadonlyMap<string, string> = new Map([
  ['customer', 'Customer'],
  ['products', 'Lines'],
  ['product_order', 'Order of the lines'],
  ['quote_total', 'Sum of the lines'],
  ['price_total', 'Sum at list prices'],
  ['shipping', 'Shipping'],
  ['created', 'Created'],
  ['status', 'Status'],
  ['tags', 'Tags'],
  ['total', 'Total of the offer'],
  ['currency', 'Currency'],
  ['decimals', 'Decimals'],
  ['discounts', 'Discounts'],
  ['taxes', 'Taxes'],
  ['amounts', 'Total with discounts, shipping, taxes'],
  ['owner', 'Owner'],
  ['customer_id', 'Customer id'],
  ['number', 'Number'],
  ['revision', 'Revision'],
  ['sent', 'Sent'],
  ['expires', 'Valid through'],
  ['seal', 'Fingerprint of the offer'],
  ['reason', 'Reason'],
  ['acceptance', 'Acceptance'],
  ['order', 'Order'],
  ['delivery', 'Deliveries'],
  ['expiry_reported', 'Expiry reported'],
])

/** Returns what people call a field of the customer. Hosts can add fields of any name. */
export function customerLabel(name: string): string {
  return customerLabels.get(name) ?? name
}

/** Returns what people call a field of a line. */
export function lineLabel(name: string): string {
  return lineLabels.get(name) ?? name
}

/** Returns what people call a field of a quote. */
export function quoteLabel(name: string): string {
  return quoteLabels.get(name) ?? name
}
