/** Draws a quote for a person: who it is for, its lines in columns, its totals. */

/** @typedef {import('quotewright').Quote} Quote */

const gap = '  '
const headings = ['Product', 'Qty', 'List price', 'Offered', 'Discount', 'Line total']

/**
 * A table of the lines, and the totals below its last column. The discount is that of the whole line, so that list price × qty
 * less discount is the line total.
 *
 * @param {Quote} quote
 * @param {ReadonlyMap<number, string>} productNames
 */
export function quoteTable(quote, productNames) {
  const listPrices = alignPoints(quote.products.map(({ price }) => amountText(price)))
  const discounts = alignPoints(quote.products.map((line) => amountText(line.discount_total)))
  const lines = quote.products.map((line, index) => [
    productNames.get(line.id) ?? `Product ${line.id}`,
    String(line.qty),
    listPrices[index] ?? '',
    amountText(line.quote),
    discounts[index] ?? '',
    amountText(line.quote_total),
  ])
  const totals = [
    ['List total', amountText(quote.price_total)],
    ['Discount', amountText(difference(quote.price_total, quote.quote_total))],
    ['Quote total', amountText(quote.quote_total)],
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
 * The address as it goes on an envelope.
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
  const place = [city, [state, zipcode].filter(Boolean).join(' '), country]
  return [name, joined([address, second]), joined(place)].flatMap((line) => line || [])
}

/** @param {readonly (string | undefined)[]} parts */
function joined(parts) {
  return parts.filter(Boolean).join(', ')
}

/**
 * Text stands left, amounts stand right.
 *
 * @param {readonly string[]} row
 * @param {readonly number[]} widths
 */
function alignRow([name = '', ...amounts], [nameWidth = 0, ...widths]) {
  const right = amounts.map((text, index) => text.padStart(widths[index] ?? 0))
  return [name.padEnd(nameWidth), ...right].join(gap).trimEnd()
}

/**
 * An amount with two to four decimals and its thousands set off.
 *
 * @param {number | string} amount
 */
export function amountText(amount) {
  const text = typeof amount === 'string' ? amount : amount.toFixed(4).replace(/0{1,2}$/, '')
  const [whole = '', decimals] = text.split('.')
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${decimals}`
}

/**
 * Pads amounts at the right, so that in a column their decimal points stand below each other.
 *
 * @param {readonly string[]} amounts
 */
function alignPoints(amounts) {
  const decimals = (/** @type {string} */ text) => text.length - text.indexOf('.')
  const longest = Math.max(...amounts.map(decimals))
  return amounts.map((text) => text + ' '.repeat(longest - decimals(text)))
}

/**
 * Exact, because it is counted in whole cents.
 *
 * @param {string} minuend
 * @param {string} subtrahend
 */
function difference(minuend, subtrahend) {
  const cents = BigInt(minuend.replace('.', '')) - BigInt(subtrahend.replace('.', ''))
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
