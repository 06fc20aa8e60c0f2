/** Describes the differences between two versions of a quote. */

import { formatAmount } from './quote-table.mjs'

/** @typedef {import('quotewright').Quote} Quote */
/** @typedef {import('quotewright').ProductId} ProductId */

/**
 * @param {Quote} before
 * @param {Quote} after
 * @param {ReadonlyMap<ProductId, string>} productNames
 */
export function quoteDifferences(before, after, productNames) {
  const lines = after.products.flatMap((line, index) => {
    const earlier = before.products[index]
    const name = productNames.get(line.id) ?? `Product ${line.id}`
    return [
      difference(`${name}: quantity`, earlier?.qty, line.qty),
      difference(
        `${name}: offered price`,
        earlier && formatAmount(earlier.quote),
        formatAmount(line.quote),
      ),
    ]
  })
  return [
    ...lines,
    difference('tags', before.tags?.join(', '), after.tags?.join(', ')),
    difference('quote total', formatAmount(before.quote_total), formatAmount(after.quote_total)),
  ].filter((description) => description !== undefined)
}

/**
 * @param {string} label
 * @param {string | number | undefined} from
 * @param {string | number | undefined} to
 */
function difference(label, from, to) {
  return from === to ? undefined : `${label} ${from ?? 'none'} → ${to ?? 'none'}`
}
