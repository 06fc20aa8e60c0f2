import type { Quote } from '../../../src/quote/model/quote.js'
import { transitions } from '../../../src/quote/model/transitions.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { applyPatches } from '../../../src/record/history/apply-patches.js'
import { openShop, type ShopOrder } from '../programs/open-shop.mjs'
import type { StoredQuote } from './stored-quotes.js'
import type { TestStore } from './test-stores.js'

/** Returns the quotes themselves. Takes quotes without inconsistencies. */
export function currentQuotes(stored: readonly StoredQuote[]): (Quote & { quoteId: string })[] {
  return stored.flatMap(({ quoteId, record }) =>
    record === undefined ? [] : [{ quoteId, ...record.value }],
  )
}

/** Returns the numbers that are not exactly 1 to n, one for each quote that was ever sent. */
export function wrongNumbers(stored: readonly StoredQuote[]): string[] {
  const sent = currentQuotes(stored).filter(({ revision }) => revision !== undefined)
  const numbers = sent.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
  const numbered = currentQuotes(stored).filter(({ number }) => number !== undefined)
  const problems = numbers.flatMap((number, index) =>
    number === index + 1 ? [] : [`number ${number} in place of ${index + 1}`],
  )
  return numbered.length === sent.length
    ? problems
    : [...problems, `${numbered.length} numbers for ${sent.length} sent quotes`]
}

/** Returns the changes of status that the table of transitions does not have. */
export function wrongTransitions(stored: readonly StoredQuote[]): string[] {
  return stored.flatMap(({ quoteId, entries }) => {
    let quote: unknown
    const statuses = entries.map(({ patches }) => {
      quote = applyPatches(quote, patches)
      return (quote as Quote).status
    })
    return statuses.flatMap((to, index) => {
      const from = index === 0 ? 'new' : (statuses[index - 1] as string)
      const isPossible =
        from === to || transitions.some((each) => each.to === to && each.from.includes(from))
      return isPossible ? [] : [`${quoteId}: from ${from} to ${to}`]
    })
  })
}

/** Returns the acceptances that are not of what was sent. */
export function wrongAcceptances(stored: readonly StoredQuote[]): string[] {
  return currentQuotes(stored)
    .filter(({ acceptance }) => acceptance !== undefined)
    .flatMap(({ quoteId, ...quote }) =>
      verifyAcceptance(quote).map(({ path, message }) => `${quoteId}: ${path} ${message}`),
    )
}

/** Returns the orders that the shop beside the quotes has. */
export async function listShopOrders({ address }: Pick<TestStore, 'address'>) {
  const shop = await openShop(...address)
  try {
    return await shop.list()
  } finally {
    await shop.close()
  }
}

/** Returns the contradictions between the quotes and the orders of the shop. */
export function wrongOrders(
  stored: readonly StoredQuote[],
  orders: readonly ShopOrder[],
): string[] {
  const quotes = new Map(currentQuotes(stored).map((quote) => [quote.quoteId, quote]))
  const ofQuotes = new Map(orders.map((order) => [order.quote_id, order]))
  const problems = orders.flatMap(({ quote_id: quoteId, key, id }) => {
    const quote = quotes.get(quoteId)
    if (ofQuotes.get(quoteId)?.key !== key) return [`${quoteId}: has several orders`]
    if (quote?.order?.key !== key) return [`${quoteId}: its order has another key`]
    const isOrdered = quote.status === 'ordered' && quote.order.id === id
    const isUnfinished = quote.status === 'accepted' && quote.order.id === undefined
    return isOrdered || isUnfinished ? [] : [`${quoteId}: has the order ${id}, but another status`]
  })
  const withoutOrder = [...quotes.values()].filter(
    ({ quoteId, status }) => status === 'ordered' && !ofQuotes.has(quoteId),
  )
  return [...problems, ...withoutOrder.map(({ quoteId }) => `${quoteId}: ordered without an order`)]
}
