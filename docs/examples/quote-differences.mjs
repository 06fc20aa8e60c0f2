/** Says in words what changed from one version of a quote to the next. */

import { amountText } from './quote-table.mjs'

/** @typedef {import('quotewright').Quote} Quote */

/**
 * @param {Quote} before
 * @param {Quote} after
 * @param {ReadonlyMap<number, string>} productNames
 */
export function quoteDifferences(before, after, productNames) {
  const lines = after.products.flatMap((line, index) => {
    const earlier = before.products[index]
    const name = productNames.get(line.id) ?? `Product ${line.id}`
    return [
      difference(`${name}: quantity`, earlier?.qty, line.qty),
      difference(`${name}: offered price`, earlier?.quote, line.quote),
    ]
  })
  return [
    ...lines,
    difference('tags', before.tags?.join(', '), after.tags?.join(', ')),
    difference('quote total', amountText(before.quote_total), amountText(after.quote_total)),
  ].filter((text) => text !== undefined)
}

/**
 * @param {string} what
 * @param {string | number | undefined} from
 * @param {string | number | undefined} to
 */
function difference(what, from, to) {
  return from === to ? undefined : `${what} ${from ?? 'none'} → ${to ?? 'none'}`
}
