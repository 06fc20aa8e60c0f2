import { context, engineWith, request } from './ports.js'

/** Creates a quote with versions at the times 1,000, 2,000 and 3,000; the last has no actor. */
export async function threeVersions() {
  let time = 0
  const now = () => {
    time += 1_000
    return time
  }
  const engine = engineWith({ now })
  const first = await engine.createQuote(context, request)
  const { quoteId } = first
  const second = await engine.updateQuote(context, quoteId, { customer: { city: 'Austin' } })
  const third = await engine.updateQuote({ storeId: 'store-1' }, quoteId, { tag_list: ['vip'] })
  return { engine, quoteId, records: [first, second, third] }
}
