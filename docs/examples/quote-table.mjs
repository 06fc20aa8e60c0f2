/** Formats a quote as plain text: its customer, its lines in columns and its totals. */

/** @typedef {import('quotewright').Quote} Quote */
/** @typedef {import('quotewright').ProductId} ProductId */

const gap = '  '
const headings = ['Product', 'Qty', 'List price', 'Offered', 'Discount', 'Line total']

/**
 * Returns a table of the lines with totals. Each discount is for the whole line:
 * list price × qty − discount = line total.
 *
 * @param {Quote} quote
 * @param {ReadonlyMap<ProductId, string>} productNames
 */
export function quoteTable(quote, productNames) {
  const listPrices = alignPoints(quote.products.map(({ price }) => formatAmount(price)))
  const offers = alignPoints(quote.products.map((line) => formatAmount(line.quote)))
  const discounts = alignPoints(quote.products.map((line) => formatAmount(line.discount_total)))
  const lines = quote.products.map((line, index) => [
    productNames.get(line.id) ?? `Product ${line.id}`,
    String(line.qty),
    listPrices[index] ?? '',
    offers[index] ?? '',
    discounts[index] ?? '',
    formatAmount(line.quote_total),
  ])
  const totals = [
    ['List total', formatAmount(quote.price_total)],
    ['Discount', formatAmount(difference(quote.price_total, quote.quote_total))],
    ['Quote total', formatAmount(quote.quote_total)],
  ]
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...lines].map((row) => row[column]?.length ?? 0)),
  )
  const width = widths.reduce((sum, column) => sum + column + gap.length, -gap.length)
  return [
    alignRow(headings, widths),
    '─'.repeat(width),
    ...lines.map((row) => alignRow(row, widths)),
    '─'.repeat(width),
    ...totals.map(([label = '', amount = '']) =>
      `${label}${amount.padStart((widths.at(-1) ?? 0) + gap.length)}`.padStart(width),
    ),
  ]
}

/**
 * Returns the lines of the customer's postal address.
 *
 * @param {Quote['customer']} customer
 */
export function customerBlock({
  name,
  address,
  'address-2': second,
  city,
  state,
  zipcode,
  country,
}) {
  const locality = [city, [state, zipcode].filter(Boolean).join(' '), country]
  return [name, join([address, second]), join(locality)].flatMap((line) => line || [])
}

/** @param {readonly (string | undefined)[]} parts */
function join(parts) {
  return parts.filter(Boolean).join(', ')
}

/**
 * Aligns the name left and the amounts right.
 *
 * @param {readonly string[]} row
 * @param {readonly number[]} widths
 */
function alignRow([name = '', ...amounts], [nameWidth = 0, ...widths]) {
  const right = amounts.map((amount, index) => amount.padStart(widths[index] ?? 0))
  return [name.padEnd(nameWidth), ...right].join(gap).trimEnd()
}

/**
 * Formats an amount with at least two decimals, and with thousands separators.
 *
 * @param {number | string} amount
 */
export function formatAmount(amount) {
  const exact = typeof amount === 'string' ? amount : amount.toFixed(4)
  const decimal = exact.replace(/(\.\d{2}\d*?)0+$/, '$1')
  const [integer = '', decimals] = decimal.split('.')
  return `${integer.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${decimals}`
}

/**
 * Pads amounts on the right, so that their decimal points are aligned.
 *
 * @param {readonly string[]} amounts
 */
function alignPoints(amounts) {
  const decimals = (/** @type {string} */ amount) => amount.length - amount.indexOf('.')
  const maxDecimals = Math.max(...amounts.map(decimals))
  return amounts.map((amount) => amount + ' '.repeat(maxDecimals - decimals(amount)))
}

/**
 * Subtracts two amounts exactly, in cents.
 *
 * @param {string} minuend
 * @param {string} subtrahend
 */
function difference(minuend, subtrahend) {
  const cents = BigInt(minuend.replace('.', '')) - BigInt(subtrahend.replace('.', ''))
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
