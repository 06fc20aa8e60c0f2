/** The customer fields that every form shows, in their order, with their labels. */
export const customerLabels = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  'address-2': 'Address, second line',
  city: 'City',
  zipcode: 'Postal code',
  state: 'State',
  country: 'Country code',
} as const

/** The fields of a line that a form has, with their labels. */
export const lineLabels = {
  position: 'Place',
  id: 'Product',
  qty: 'Quantity',
  price: 'List price',
  quote: 'Offered price',
  discount_percent: 'Discount in percent',
  note: 'Note',
  name: 'Name',
  sku: 'SKU',
  unit: 'Unit',
  description: 'Description',
  image: 'Address of a picture',
  tax_code: 'Tax code',
} as const

/** Returns a label within a sentence: `offered price`, and `SKU`. */
export function innerLabel(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
}

/** Returns the label of a customer field: that of an unusual one is its name. */
export function customerLabel(name: string): string {
  return Object.hasOwn(customerLabels, name) ? customerLabels[name as 'name'] : name
}
