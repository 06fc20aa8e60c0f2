import { encode } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { operations } from '../../src/engine/operations/list.js'
import { createQuoteEngine, type OperationName } from '../../src/engine/quote-engine.js'
import { createMcpServer, defaultTools } from '../../src/mcp/index.js'
import type { Role } from '../../src/quote/lifecycle/transitions.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { connect } from './support.js'

const sampleEngine = () =>
  createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, price: '10.00' }] }),
    approvals: { require: () => [] },
  })

const seller = { storeId: 's', actor: 'ada', role: 'seller' } as const
const buyer = { storeId: 's', actor: 'zoe', role: 'buyer' } as const
const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 2 }] }
const every = Object.keys(operations) as OperationName[]

describe('tools/list', () => {
  it('takes at most 6,000 tokens by default', async () => {
    const { client } = await connect({ engine: sampleEngine(), context: { storeId: 's' } })
    const list = await client.listTools()
    const tokens = encode(JSON.stringify(list)).length
    if (process.env.SHOW) {
      console.log(tokens, encode(client.getInstructions() ?? '').length)
      for (const tool of list.tools) console.log(tool.name, encode(JSON.stringify(tool)).length)
    }
    expect(tokens).toBeLessThanOrEqual(6_000)
    expect(list.tools).toHaveLength(defaultTools.length + 1)
  })
  it('has the tools of the role', async () => {
    const namesFor = async (role: Role | undefined) => {
      const context = { storeId: 's', role }
      const { listNames } = await connect({ engine: sampleEngine(), context })
      return (await listNames()).join(' ')
    }
    expect({
      seller: await namesFor('seller'),
      buyer: await namesFor('buyer'),
      system: await namesFor('system'),
    }).toMatchInlineSnapshot(`
      {
        "buyer": "createQuote updateQuote getQuote listQuotes requestRevision acceptQuote declineQuote listShippingOptions addMessage listMessages listHistory listTags preview",
        "seller": "createQuote updateQuote getQuote listQuotes copyQuote requestApproval sendQuote reviseQuote acceptQuote declineQuote cancelQuote repriceQuote listShippingOptions addMessage listMessages listHistory listTags listTemplates createQuoteFromTemplate preview",
        "system": "createQuote updateQuote getQuote listQuotes copyQuote requestApproval listShippingOptions addMessage listMessages listHistory listTags listTemplates createQuoteFromTemplate preview",
      }
    `)
  })
})
