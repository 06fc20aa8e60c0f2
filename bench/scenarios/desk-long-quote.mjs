import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { createDesk } from 'quotewright/desk'
import { isShort } from '../harness/effort.mjs'

const lines = 1_000
const requests = isShort ? 1 : 15
const user = { storeId: 'store-1', actor: 'u1', role: /** @type {const} */ ('seller') }
const path = '/desk/quotes/'

/**
 * Measures what a seller waits for in a quote of 1,000 lines: the processor time of the server, as
 * a share of its limit.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  async prepare() {
    const products = Array.from({ length: lines }, (_, index) => ({
      id: index + 1,
      price: '12.50',
      name: `Oak chair ${index + 1}`,
      sku: `OC-${index + 1}`,
    }))
    const catalog = memoryCatalog({ 'store-1': products })
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    const request = {
      customer: { name: 'Ada' },
      products: products.map(({ id }) => ({ id, qty: 2 })),
    }
    const { quoteId } = await engine.createQuote(user, request)
    const secrets = ['the secret of a desk that is only measured']
    const desk = createDesk({ engine, authenticate: () => user, secrets })
    const page = await (await desk.request(`${path}${quoteId}`)).text()
    const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? ''
    let qty = 2

    /** Sends the form with another quantity of one line. @param {string} address */
    async function send(address) {
      qty += 1
      const { version } = await engine.getQuote(user, quoteId)
      const body = new URLSearchParams({
        token,
        part: 'content',
        version: `${version}`,
        action: 'save',
        'products[499].key': '1-500',
        'products[499].qty': `${qty}`,
      })
      const headers = { 'sec-fetch-site': 'same-origin' }
      const response = await desk.request(address, { method: 'POST', body, headers })
      if (response.status > 303) throw new Error(`expected a page, received ${response.status}`)
      await response.text()
    }

    const figures = /** @type {const} */ ([
      ['the page', 500, async () => (await desk.request(`${path}${quoteId}`)).text()],
      ['a key to its total', 150, () => send(`${path}${quoteId}/preview`)],
      ['saving', 1_000, () => send(`${path}${quoteId}`)],
    ])
    return {
      figures: figures.map(([name, limit, operation]) => ({
        name: `desk, ${lines.toLocaleString('en')} lines, ${name}, processor time ÷ ${limit} ms`,
        unit: '×',
        measure: async () => (await medianCpu(operation)) / limit,
      })),
    }
  },
}

/** @param {() => Promise<unknown>} operation */
async function medianCpu(operation) {
  const times = []
  for (let count = 0; count < requests; count += 1) {
    const start = process.cpuUsage()
    await operation()
    const { user: used, system } = process.cpuUsage(start)
    times.push((used + system) / 1_000)
  }
  return /** @type {number} */ (times.sort((a, b) => a - b)[Math.floor(requests / 2)])
}
