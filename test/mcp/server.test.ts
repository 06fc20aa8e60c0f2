import { encode } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import type { StoreContext } from '../../src/engine/arguments.js'
import { createMcpServer, defaultTools } from '../../src/mcp/index.js'
import type { Role } from '../../src/quote/model/transitions.js'
import { operations } from '../../src/quote-engine/operations.js'
import {
  createQuoteEngine,
  type OperationName,
  type QuoteEngine,
} from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { connect, textOf } from './support.js'

const sampleEngine = () =>
  createQuoteEngine({
    storage: memoryStorage(),
    catalog: memoryCatalog({ s: [{ id: 1, price: '10.00' }] }),
    approvals: { require: () => [] },
    fields: {
      quote: { project: { search: true }, margin: { internal: true } },
      line: { cost: { internal: true } },
    },
  }) as unknown as QuoteEngine

const seller = { storeId: 's', actor: 'ada', role: 'seller' } as const
const buyer = { storeId: 's', actor: 'zoe', role: 'buyer' } as const
const request = { customer: { name: 'Zoë' }, products: [{ id: 1, qty: 2 }] }
const every = Object.keys(operations) as OperationName[]

const sampleServer = (context: StoreContext = seller, tools?: readonly OperationName[]) =>
  connect({ engine: sampleEngine(), context, tools })

describe('tools/list', () => {
  it('takes at most 7,000 tokens by default', async () => {
    const { client } = await connect({ engine: sampleEngine(), context: { storeId: 's' } })
    const list = await client.listTools()
    const tokens = encode(JSON.stringify(list)).length
    if (process.env.SHOW) {
      console.log(tokens, encode(client.getInstructions() ?? '').length)
      for (const tool of list.tools) console.log(tool.name, encode(JSON.stringify(tool)).length)
    }
    expect(tokens).toBeLessThanOrEqual(7_000)
    expect(list.tools).toHaveLength(defaultTools.length + 1)
  })

  it('has the tools of the role', async () => {
    const namesFor = async (role: Role | undefined) => {
      const { listNames } = await sampleServer({ storeId: 's', role })
      return (await listNames()).join(' ')
    }
    expect({
      seller: await namesFor('seller'),
      buyer: await namesFor('buyer'),
      system: await namesFor('system'),
    }).toMatchInlineSnapshot(`
      {
        "buyer": "createQuote updateQuote getQuote listQuotes requestRevision priceSelection acceptQuote declineQuote listShippingOptions addMessage listMessages listHistory listTags preview",
        "seller": "createQuote updateQuote getQuote listQuotes copyQuote requestApproval sendQuote reviseQuote priceSelection acceptQuote declineQuote cancelQuote repriceQuote listShippingOptions addMessage listMessages listHistory listTags listTemplates createQuoteFromTemplate preview",
        "system": "createQuote updateQuote getQuote listQuotes copyQuote requestApproval priceSelection listShippingOptions addMessage listMessages listHistory listTags listTemplates createQuoteFromTemplate preview",
      }
    `)
  })

  it('has the tools that the host names, in the order of the engine', async () => {
    const { listNames } = await sampleServer(seller, ['listQuotes', 'eraseQuote', 'getQuote'])
    expect(await listNames()).toEqual(['getQuote', 'listQuotes', 'eraseQuote', 'preview'])
    const reading = await sampleServer(seller, ['getQuote'])
    expect(await reading.listNames()).toEqual(['getQuote'])
  })

  it('has no approvals if the engine has none', async () => {
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({}) })
    const { listNames } = await connect({ engine, context: seller })
    expect(await listNames()).not.toContain('requestApproval')
  })

  it('names the own fields of the host, internal ones for sellers only', async () => {
    const schemas = async (context: StoreContext) => {
      const { client } = await sampleServer(context, every)
      return JSON.stringify((await client.listTools()).tools)
    }
    expect(await schemas(seller)).toMatch(/"cost".*"project".*"margin"/)
    expect(await schemas(buyer)).toContain('"project"')
    expect(await schemas(buyer)).not.toMatch(/margin|cost/)
  })

  it('says what reads, what destroys and what can be repeated', async () => {
    const { client } = await sampleServer(seller, every)
    const { tools } = await client.listTools()
    const namesWith = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint', is: boolean) =>
      tools.filter(({ annotations }) => annotations?.[hint] === is).map(({ name }) => name)
    const reading = every.filter((name) => operations[name].route.method === 'GET')
    expect(namesWith('readOnlyHint', true)).toEqual([...reading, 'preview'])
    expect(namesWith('destructiveHint', false)).toEqual([
      'createQuote',
      'requestQuote',
      'copyQuote',
      'addMessage',
      'createTemplate',
      'createQuoteFromTemplate',
    ])
    expect(namesWith('idempotentHint', true)).toContain('deleteQuote')
    expect(namesWith('idempotentHint', true)).not.toContain('updateQuote')
  })

  it('has schemas of objects whose arguments are named once', async () => {
    const { client } = await sampleServer({ storeId: 's' }, every)
    for (const { name, inputSchema } of (await client.listTools()).tools) {
      const { required = [], properties = {} } = inputSchema
      expect(Object.keys(properties), name).toEqual(expect.arrayContaining(required))
      expect(new Set(required).size, name).toBe(required.length)
    }
  })
})

describe('tools/call', () => {
  it('takes a quote from the request to the acceptance', async () => {
    const { get } = await sampleServer()
    const { quote_id, version } = await get('createQuote', request)
    const changes = { product_changes: [{ id: 1, discount_percent: '10' }] }
    await get('updateQuote', { quote_id, expected_version: version, ...changes })
    await get('sendQuote', { quote_id, expires: '2999-12-31' })
    const sent = await get('getQuote', { quote_id })
    expect(sent).toMatchObject({ version: 3, status: 'sent', quote_total: '18.00' })
    expect(sent.possible).toEqual(['reviseQuote', 'acceptQuote', 'declineQuote', 'cancelQuote'])
    const { revision, seal } = sent
    expect(await get('acceptQuote', { quote_id, revision, seal })).toMatchObject({
      status: 'accepted',
    })
    expect(await get('addMessage', { quote_id, text: 'Hi', visibility: 'customer' })).toMatchObject(
      { text: 'Hi', success: true },
    )
  })

  it('takes a signature and no address, and leaves out the points', async () => {
    const { get } = await sampleServer()
    const { quote_id } = await get('createQuote', request)
    await get('sendQuote', { quote_id })
    const signature = { type: 'drawn', strokes: [[0, 100, 600, 100]] }
    const accept = { quote_id, revision: 1, signature }
    await expect(get('acceptQuote', { ...accept, address: '::1' })).rejects.toThrow('address')
    const { acceptance } = await get('acceptQuote', accept)
    expect(acceptance.signature).toEqual({ type: 'drawn', strokes: '… 1 lines' })
  })

  it('preview returns the result of another tool and stores nothing', async () => {
    const { get } = await sampleServer()
    const { quote_id } = await get('createQuote', request)
    const change = { quote_id, product_changes: [{ id: 1, qty: 5 }], idempotency_key: 'k1' }
    const preview = await get('preview', { tool: 'updateQuote', arguments: change })
    expect(preview).toMatchObject({ is_preview: true, version: 2, quote_total: '50.00' })
    expect(await get('getQuote', { quote_id })).toMatchObject({ version: 1, quote_total: '20.00' })
  })

  it('preview takes every tool that writes', async () => {
    const { client, get } = await sampleServer({ storeId: 's' }, every)
    const { tools } = await client.listTools()
    const { inputSchema } = tools.find(({ name }) => name === 'preview') ?? {}
    expect(inputSchema?.properties?.tool).toMatchObject({
      enum: every.filter((name) => operations[name].route.method !== 'GET'),
    })
    expect(await get('preview', { tool: 'expireQuotes', arguments: {} })).toMatchObject({
      is_preview: true,
      quote_ids: [],
    })
  })

  it('preview rejects tools that read, that are not listed, and wrong arguments', async () => {
    const { getError } = await sampleServer(buyer)
    for (const tool of ['getQuote', 'sendQuote', 'preview', '__proto__', 7])
      expect(await getError('preview', { tool, arguments: {} })).toMatchObject({
        code: 'invalid_request',
        errors: { tool: expect.stringContaining('must be one of createQuote, updateQuote') },
      })
    const wrong = await getError('preview', { tool: 'createQuote', arguments: [], quote_id: 'q' })
    expect(Object.keys(wrong.errors)).toEqual(['quote_id', 'arguments'])
  })

  it('does a change once for an idempotency key', async () => {
    const { get, getError } = await sampleServer()
    const first = await get('createQuote', { ...request, idempotency_key: 'k1' })
    expect(await get('createQuote', { ...request, idempotency_key: 'k1' })).toEqual(first)
    expect((await get('listQuotes')).quotes).toHaveLength(1)
    const other = { customer: {}, products: request.products, idempotency_key: 'k1' }
    expect(await getError('createQuote', other)).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('rejects a change of a version that is not expected', async () => {
    const { get, getError } = await sampleServer()
    const { quote_id } = await get('createQuote', request)
    const change = { quote_id, tag_list: ['a'], expected_version: 7 }
    expect(await getError('updateQuote', change)).toMatchObject({ code: 'version_mismatch' })
  })

  it.each([
    ['getQuote', {}, 'quote_id'],
    ['getQuote', { quote_id: ['q'] }, 'quote_id'],
    ['getQuote', { quote_id: 'q', version: '1' }, 'version'],
    ['getQuote', { quote_id: 'q', preview: true }, 'preview'],
    ['listTags', { quote_id: 'q' }, 'quote_id'],
    ['listQuotes', { limit: 1e9 }, 'limit'],
    ['listQuotes', { after: 'x' }, 'after'],
    ['listQuotes', { constructor: 1 }, 'constructor'],
    ['createQuote', { ...request, preview: true }, 'preview'],
    ['createQuote', { ...request, idempotency_key: 7 }, 'idempotency_key'],
    ['createQuote', { customer: {}, products: [{ id: 1, qty: 1e300 }] }, 'products[0].qty'],
    ['createQuote', { customer: {}, products: [{ id: 9, qty: 1 }] }, 'products[0].id'],
    ['updateQuote', { quote_id: 'q', expected_version: '1' }, 'expected_version'],
    ['reviseQuote', { quote_id: 'q', reason: 'x' }, 'reason'],
  ])('%s rejects %j at %s', async (tool, args, path) => {
    const { getError } = await sampleServer()
    const { code, message, errors } = await getError(tool, args)
    expect({ code, message }).toEqual({ code: 'invalid_request', message: expect.any(String) })
    expect(Object.keys(errors)).toContain(path)
  })

  it('rejects tools that are not listed in the same words as those that do not exist', async () => {
    const { callTool } = await sampleServer(buyer)
    for (const name of ['sendQuote', 'eraseQuote', 'constructor', '__proto__', 'using', 'close'])
      await expect(callTool(name, { quote_id: 'q' })).rejects.toThrow(
        'MCP error -32602: No such tool; use one of tools/list',
      )
  })

  it('says what the engine does not permit', async () => {
    const { get, getError } = await sampleServer(buyer)
    const { quote_id } = await get('createQuote', request)
    expect(await getError('updateQuote', { quote_id, tag_list: ['VIP'] })).toEqual({
      code: 'not_permitted',
      message: expect.stringContaining('needs the role seller or system'),
    })
  })

  it('says nothing of an error of the server, and reports it', async () => {
    const errors: unknown[] = []
    const catalog = { findProducts: () => Promise.reject(new Error('password is 1234')) }
    const engine = createQuoteEngine({ storage: memoryStorage(), catalog })
    const onError = (error: unknown, tool: string) => {
      errors.push([tool, (error as Error).cause])
      throw new Error('the log fails')
    }
    const { getError } = await connect({ engine, context: seller, onError })
    expect(await getError('createQuote', request)).toEqual({
      code: 'catalog_failed',
      message: 'Catalog unavailable',
    })
    expect(errors).toEqual([['createQuote', new Error('password is 1234')]])
  })

  it('gives a buyer no internal fields', async () => {
    const engine = sampleEngine()
    const selling = await connect({ engine, context: seller })
    const { quote_id } = await selling.get('createQuote', {
      ...request,
      products: [{ id: 1, qty: 1, internal_fields: { cost: 'secret' } }],
      internal_fields: { margin: 'secret' },
    })
    const internal = { quote_id, text: 'secret', visibility: 'internal' }
    await selling.get('addMessage', internal)
    const buying = await connect({ engine, context: buyer })
    const seen = [
      await buying.get('getQuote', { quote_id }),
      await buying.get('listQuotes'),
      await buying.get('listHistory', { quote_id }),
      await buying.get('listMessages', { quote_id }),
    ]
    expect(JSON.stringify(seen)).toContain('"Zoë"')
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(JSON.stringify(await selling.get('getQuote', { quote_id }))).toContain('secret')
  })
})

describe('results', () => {
  it('list summaries of quotes, page by page, filtered by own fields', async () => {
    const { get } = await sampleServer()
    for (const project of ['a', 'b', 'a'])
      await get('createQuote', { ...request, fields: { project } })
    const filter = { fields: { project: ['a'] }, limit: 1 }
    const { quotes, next } = await get('listQuotes', filter)
    expect(quotes).toEqual([
      {
        quote_id: expect.any(String),
        version: 1,
        status: 'new',
        customer: { name: 'Zoë' },
        quote_total: '20.00',
        total: 0,
        created: expect.any(Number),
        lines: 1,
      },
    ])
    const last = await get('listQuotes', { ...filter, after: next })
    expect(last.quotes).toHaveLength(1)
    expect(last.next).toBeUndefined()
  })

  it('list the quotes of a day, deleted ones with the time', async () => {
    const { get, getError } = await sampleServer(seller, every)
    const { quote_id } = await get('createQuote', request)
    await get('createQuote', request)
    await get('deleteQuote', { quote_id })
    const { quotes } = await get('listQuotes', { created_from: '2023-11-01', deleted: 'all' })
    expect(quotes).toHaveLength(2)
    for (const each of quotes as { quote_id: string; deleted?: number }[])
      expect(each.deleted !== undefined).toBe(each.quote_id === quote_id)
    expect(await get('listQuotes', { created_to: '2023-11-01' })).toEqual({ quotes: [] })
    const days = { created_from: '2023-11-02', created_to: '2023-11-01' }
    expect(JSON.stringify(await getError('listQuotes', days))).toContain('created_to')
  })

  it('have at most maxResultBytes: pages get fewer items, and none is left out', async () => {
    const engine = sampleEngine()
    const { get, callTool } = await connect({ engine, context: seller, maxResultBytes: 2_000 })
    const ids = []
    for (let index = 0; index < 30; index++)
      ids.unshift((await get('createQuote', request)).quote_id)
    const seen = []
    let after: string | undefined
    do {
      const result = await callTool('listQuotes', { after, limit: 30 })
      expect(Buffer.byteLength(JSON.stringify(result.content))).toBeLessThan(3_000)
      const { quotes, next } = JSON.parse((result.content as { text: string }[])[0]?.text ?? '')
      seen.push(...quotes.map(({ quote_id }: { quote_id: string }) => quote_id))
      after = next
    } while (after !== undefined)
    expect(seen).toEqual(ids)
  })

  it('have a page that was too large after one more call, with about half of what fits', async () => {
    const limits: number[] = []
    const inner = sampleEngine()
    const engine: typeof inner = {
      ...inner,
      listQuotes(caller, options) {
        limits.push(options?.limit as number)
        return inner.listQuotes(caller, options)
      },
    }
    const maxResultBytes = 8_000
    const { get, callTool } = await connect({ engine, context: seller, maxResultBytes })
    for (let index = 0; index < 60; index++) await get('createQuote', request)
    const { content } = await callTool('listQuotes', { limit: 60 })
    const [{ text = '' } = {}] = content as { text: string }[]
    const { quotes } = JSON.parse(text)
    expect(limits).toEqual([60, quotes.length])
    const fitting = (quotes.length * maxResultBytes) / Buffer.byteLength(text)
    expect(quotes.length / fitting).toBeGreaterThan(0.4)
    expect(quotes.length / fitting).toBeLessThan(0.6)
  })

  it('shorten a large quote, whose lines cannot be sent back by mistake', async () => {
    const products = Array.from({ length: 900 }, (_, index) => ({ id: 1, qty: index + 1 }))
    const engine = sampleEngine()
    const { get, getError, callTool } = await connect({ engine, context: seller })
    const { quote_id, is_shortened } = await get('createQuote', { ...request, products })
    expect(is_shortened).toBe(true)
    const result = await callTool('getQuote', { quote_id })
    expect(Buffer.byteLength((result.content as { text: string }[])[0]?.text ?? '')).toBeLessThan(
      40_001,
    )
    const { products: lines, version } = await get('getQuote', { quote_id })
    expect(version).toBe(1)
    expect(lines.at(-1)).toMatch(/^… \d+ more: call getQuote with lines_from \d+$/)
    const sentBack = await getError('updateQuote', { quote_id, products: lines })
    expect(sentBack.code).toBe('invalid_request')
  })

  it('have every line of a large quote, part by part, with lines_from', async () => {
    const quantities = Array.from({ length: 900 }, (_, index) => index + 1)
    const products = quantities.map((qty) => ({ id: 1, qty }))
    const maxResultBytes = 20_000
    const { get, getError, callTool } = await connect({
      engine: sampleEngine(),
      context: seller,
      maxResultBytes,
    })
    const { quote_id } = await get('createQuote', { ...request, products })
    await get('updateQuote', {
      quote_id,
      product_changes: [{ key: '1-1', qty: 1_000 }],
      product_order: quantities.map((qty) => `1-${qty}`),
    })
    const { product_order } = await get('getQuote', { quote_id })
    expect(product_order.at(-1)).toMatch(/^… \d+ more$/)

    const seen: number[] = []
    let calls = 0
    for (let next: number | undefined = 1; next !== undefined; calls += 1) {
      const result = await callTool('getQuote', { quote_id, lines_from: next })
      expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(maxResultBytes)
      const { products: lines, is_shortened, quote_total, possible } = JSON.parse(textOf(result))
      expect(is_shortened).toBe(true)
      expect(quote_total).toBeTypeOf('string')
      expect(possible).toContain('sendQuote')
      if (next > 1) expect(lines.shift()).toBe(`… ${next - 1} before`)
      const last = lines.at(-1)
      const more = typeof last === 'string' ? lines.pop() : undefined
      seen.push(...lines.map(({ qty }: { qty: number }) => qty))
      const left = more?.match(/^… (\d+) more: call getQuote with lines_from (\d+)$/)
      next = left ? Number(left[2]) : undefined
      if (left) expect([Number(left[1]), next]).toEqual([900 - seen.length, seen.length + 1])
    }
    expect(seen).toEqual([1_000, ...quantities.slice(1)])
    expect(calls).toBeLessThan(40)
    const lastLine = await get('getQuote', { quote_id, lines_from: 900, version: 1 })
    expect(lastLine.products).toMatchObject(['… 899 before', { qty: 900 }])
    expect(await getError('getQuote', { quote_id, lines_from: 901 })).toMatchObject({
      code: 'invalid_request',
      errors: { lines_from: 'must be at most 900, the number of lines, received 901' },
    })
  })

  it.each([0, -1, 1.5, '2', null, {}, Number.MAX_VALUE])(
    'reject lines_from %j, and name it',
    async (lines_from) => {
      const { get, getError } = await connect({ engine: sampleEngine(), context: seller })
      const { quote_id } = await get('createQuote', request)
      const { code, errors } = await getError('getQuote', { quote_id, lines_from })
      expect([code, Object.keys(errors)]).toEqual(['invalid_request', ['lines_from']])
      const others = await getError('cancelQuote', { quote_id, lines_from: 1 })
      expect(Object.keys(others.errors)).toEqual(['lines_from'])
    },
  )

  it('have one line, shortened, if it is larger than a result', async () => {
    const engine = createQuoteEngine({
      storage: memoryStorage(),
      catalog: memoryCatalog({ s: [{ id: 1, price: '1.00' }] }),
      fields: { line: { note: {} } },
    })
    const server = { engine: engine as unknown as QuoteEngine, context: seller }
    const { get, callTool } = await connect({ ...server, maxResultBytes: 1_000 })
    const fields = { note: 'a'.repeat(2_000) }
    const products = [1, 2, 3].map((qty) => ({ id: 1, qty, fields }))
    const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
    const args = { quote_id: quoteId, lines_from: 2 }
    const result = await callTool('getQuote', args)
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(1_000)
    const { is_shortened, products: lines } = await get('getQuote', args)
    expect(is_shortened).toBe(true)
    expect(lines).toMatchObject([
      '… 1 before',
      { qty: 2, fields: { note: expect.stringMatching(/^a+…$/) } },
      '… 1 more: call getQuote with lines_from 3',
    ])
  })
})

describe('createMcpServer', () => {
  it.each([
    [{ context: undefined }, 'context'],
    [{ engine: {} }, 'engine'],
    [{ tools: ['using'] }, 'tools'],
    [{ maxResultBytes: 10 }, 'maxResultBytes'],
    [{ instructions: 7 }, 'instructions'],
    [{ onError: 'log' }, 'onError'],
    [{ authenticate: () => seller }, 'authenticate'],
  ])('rejects %j', (options, path) => {
    const create = () =>
      createMcpServer({ engine: sampleEngine(), context: seller, ...options } as never)
    expect(create).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: { errors: { [path]: expect.any(String) } },
      }),
    )
  })

  it('adds the instructions of the host', async () => {
    const engine = sampleEngine()
    const { client } = await connect({ engine, context: seller, instructions: 'We sell bikes.' })
    expect(client.getInstructions()).toMatch(/It is data: .*\nWe sell bikes\.$/s)
  })
})
